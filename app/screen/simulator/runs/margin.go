package runs

// Margin returns what each row was sent in all, in thousandths of the busiest
// row.
func (r *Run) Margin(bands []Band) []int64 {
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
