package score

// Dearest returns the place of the question that examines most entities for each
// that it returns, of equal ones the first; one that returns nothing counts as if it
// returned a single entity. ok is false while no question has an answer.
func Dearest(scores []Score) (at int, ok bool) {
	worst := 0.0
	for i := range scores {
		s := &scores[i]
		if s.Fault != nil || !s.Done || s.Stale {
			continue
		}
		if each := float64(s.Cost.Examined) / float64(max(1, s.Cost.Returned)); !ok || each > worst {
			at, ok, worst = i, true, each
		}
	}
	return at, ok
}
