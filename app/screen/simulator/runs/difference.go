package runs

// Difference is how many entities a second two runs accepted in the same column.
type Difference struct{ First, Second int64 }

// alike is the part of the larger rate, in thousandths, within which two rates are
// called equal.
const alike = 10

// Ahead is 1 where the second run accepted more, -1 where the first did, and 0 where
// they are within one per cent of each other.
func (d Difference) Ahead() int {
	off := d.Second - d.First
	switch {
	case abs(off)*1000 <= alike*max(d.First, d.Second):
		return 0
	case off > 0:
		return 1
	}
	return -1
}

// Differences are the columns that both runs have from the start. Both have columns
// of the same length.
func Differences(first, second *Run) []Difference {
	out := make([]Difference, min(first.Drawn(), second.Drawn()))
	for i := range out {
		a, b := first.At(i), second.At(i)
		out[i] = Difference{perSecond(a.Done, a.Micros), perSecond(b.Done, b.Micros)}
	}
	return out
}
