// Package trace holds what the engine counts while it works.
//
// It is the leaf of the engine: every other package may import it and it
// imports nothing. Read Cost first.
package trace

// Cost is what one read or a series of reads took. The service does not
// publish these figures; they are counted by the engine as it reads, so an
// estimate that claims them can be held against the fact.
type Cost struct {
	Examined int // entities read from the index, whether or not they matched
	Returned int // entities that matched and were handed to the caller
	Pages    int // answers sent, an empty one included
	Ranges   int // range partitions that were touched
}

// Add returns the sum of two costs, field by field.
func (c Cost) Add(d Cost) Cost {
	return Cost{
		Examined: c.Examined + d.Examined,
		Returned: c.Returned + d.Returned,
		Pages:    c.Pages + d.Pages,
		Ranges:   c.Ranges + d.Ranges,
	}
}
