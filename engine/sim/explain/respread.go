package explain

import (
	"slices"

	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
)

// Spread is where the operations of a cell of the heat map would have gone under
// another template.
type Spread struct {
	Template   string
	Operations int
	Keys       int
	TopShare   int64 // thousandths on the most frequent key
	Busiest    int64 // thousandths in the busiest sixteenth of that template's keys
}

// spreadParts is how many parts of the key space a Spread tells apart.
const spreadParts = 16

// Spread tells where the operations of the cell would have gone under another
// template. It is false for one that does not work with these entities or rows.
// rest is that of sim.NewLike.
func (q *Inquiry) Spread(template string, rest func()) (Spread, bool) {
	d, err := q.of.Under(template, rest)
	if err != nil {
		return Spread{}, false
	}
	c := q.of.Scenario()
	return spread(d, q.ops, template, c.Seed, c.Span), true
}

// spread tells where operations go under the template of this demand.
func spread(d *demand.Source, ops []demand.Draw, template string, seed uint64, span int64) Spread {
	ordinals := make([]uint64, 0, len(ops))
	for _, o := range ops {
		if key, ok := d.KeyOf(o); ok {
			ordinals = append(ordinals, key)
		}
	}
	out := Spread{Template: template, Operations: len(ordinals)}
	slices.Sort(ordinals)
	bounds := d.Bounds(seed, span/clock.Second, spreadParts)
	parts := make([]int, len(bounds)+1)
	_, best := mostFrequent(ordinals)
	for i, key := range ordinals {
		if i == 0 || key != ordinals[i-1] {
			out.Keys++
		}
		at, found := slices.BinarySearch(bounds, key)
		if found {
			at++
		}
		parts[at]++
	}
	n := int64(max(1, len(ordinals)))
	out.TopShare, out.Busiest = int64(best)*1000/n, int64(slices.Max(parts))*1000/n
	return out
}
