package draft

// Part is one of the two keys of an entity.
type Part uint8

// The two keys.
const (
	PartitionKey Part = iota
	RowKey
)

// String returns the system property's name.
func (k Part) String() string {
	if k == PartitionKey {
		return "PartitionKey"
	}
	return "RowKey"
}

// Take makes a design the one of the work.
func (w *Work) Take(d Design) {
	w.Design, w.Typed = d, [2]string{d.PartitionKey, d.RowKey}
}

// Design is a pair of key templates under a name.
type Design struct {
	Title        string
	PartitionKey string
	RowKey       string
	Why          string // one sentence on what the design is for or shows
}
