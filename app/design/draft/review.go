package draft

// Review is what the user adds to the design review: what no figure says.
type Review struct {
	Notes string `json:",omitempty"` // findings and trade-offs in the user's words
	Rate  int    `json:",omitempty"` // entities per second of the load test, 0 for none
}

// The bounds of a Review.
const (
	MaxNotes = 8 << 10 // bytes
	MaxRate  = 10_000
)

func (r *Review) sound() bool { return len(r.Notes) <= MaxNotes && upTo(r.Rate, MaxRate) }
