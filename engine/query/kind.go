package query

// Kind is how much of a table a plan reads. The order of the constants is the
// order of cost, cheapest first.
type Kind uint8

// The five kinds. Design guidance for the service names some of them
// differently: what one guide calls a range query is a RowRangeScan in another.
const (
	PointQuery         Kind = iota // PartitionKey and RowKey are both fixed
	RowRangeScan                   // PartitionKey is fixed, RowKey has bounds
	PartitionScan                  // PartitionKey is fixed, RowKey is free
	PartitionRangeScan             // PartitionKey has bounds
	TableScan                      // PartitionKey is free
)

var kindNames = [...]string{"Point query", "Row range scan", "Partition scan", "Partition range scan", "Table scan"}

// String returns the kind in words for a reader, such as "Row range scan".
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return ""
	}
	return kindNames[k]
}
