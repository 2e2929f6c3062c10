package runs

// Marginal is what the bands of a map were sent in one column, in entities per second:
// what was accepted and what was throttled of each.
type Marginal struct{ Accepted, Throttled []int64 }

// MarginalOf returns that of a column of a run.
func MarginalOf(r *Run, column int, bands []Band) Marginal {
	var sum simSum
	micros := r.sum(column, &sum)
	m := Marginal{make([]int64, len(bands)), make([]int64, len(bands))}
	for i, b := range bands {
		for row := b.From; row < b.To; row++ {
			m.Accepted[i] += sum.served[row]
			m.Throttled[i] += sum.throttled[row]
		}
		m.Accepted[i], m.Throttled[i] = perSecond(m.Accepted[i], micros), perSecond(m.Throttled[i], micros)
	}
	return m
}

// Top is the end of a scale that holds all bands and what one range can take.
func (m *Marginal) Top(capacity int64) int64 {
	top := capacity * 5 / 4
	for i := range m.Accepted {
		top = max(top, m.Accepted[i]+m.Throttled[i])
	}
	return top
}
