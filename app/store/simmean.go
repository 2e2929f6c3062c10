package store

// Mean returns what some rows came to over some columns: the entities per second
// of a metric, against the target of one partition, and the throttled share of
// what was offered.
func (r *SimRun) Mean(from, to int, metric Metric, b Band) Cell {
	var sum Cell
	one := make([]Cell, 1)
	n := int64(0)
	for c := from; c < min(to, r.Drawn()); c++ {
		r.Cells(c, metric, []Band{b}, one)
		sum.Rate += one[0].Rate
		sum.Share += one[0].Share
		sum.Throttled += one[0].Throttled
		n++
	}
	if n == 0 {
		return Cell{}
	}
	return Cell{sum.Rate / n, sum.Share / n, sum.Throttled / n}
}

// Margin returns what each row was offered in all, in thousandths of the busiest
// row.
func (r *SimRun) Margin(bands []Band) []int64 {
	rows := r.warmth()
	out := make([]int64, len(bands))
	most := uint64(1)
	sums := make([]uint64, len(bands))
	for i, b := range bands {
		for row := b.From; row < b.To; row++ {
			sums[i] += rows[row]
		}
		most = max(most, sums[i])
	}
	for i, n := range sums {
		out[i] = int64(n * 1000 / most)
	}
	return out
}
