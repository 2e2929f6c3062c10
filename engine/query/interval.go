package query

import "github.com/keyrange/keyrange/engine/table"

// Bound is one end of an Interval. The zero Bound leaves its end open.
type Bound struct {
	Value    string
	Set      bool // there is a bound at all
	Included bool // the value itself lies inside
}

// Interval is what the filter leaves of one key: the strings between Low and
// High in the order of UTF-16 code units. The zero Interval holds every string.
type Interval struct {
	Low, High Bound
}

// Bounded reports whether at least one end has a bound.
func (i Interval) Bounded() bool { return i.Low.Set || i.High.Set }

// Fixed reports whether the interval holds exactly one value, which is then
// Low.Value. Two bounds that meet (`ge 'a'` and `le 'a'`) fix a key as `eq` does.
func (i Interval) Fixed() bool {
	return i.Low.Set && i.High.Set && i.Low.Included && i.High.Included && i.Low.Value == i.High.Value
}

// Empty reports whether no string lies in the interval. `lt ”` is empty too:
// the empty string is the first of all.
func (i Interval) Empty() bool {
	high, bounded := i.end()
	return bounded && table.CompareUTF16(i.start(), high) >= 0
}

// start is the first string of the interval. No string lies between s and
// s+"\x00", so an exclusive lower bound starts there.
func (i Interval) start() string {
	if !i.Low.Set || i.Low.Included {
		return i.Low.Value
	}
	return i.Low.Value + "\x00"
}

// end is the first string after the interval; false when it is open above.
func (i Interval) end() (string, bool) {
	if i.High.Set && i.High.Included {
		return i.High.Value + "\x00", true
	}
	return i.High.Value, i.High.Set
}

// raise narrows the lower end to b unless it is tighter already. At the same
// value the bound that excludes it is the tighter one.
func (i *Interval) raise(b Bound) {
	c := table.CompareUTF16(b.Value, i.Low.Value)
	if !i.Low.Set || c > 0 || c == 0 && !b.Included {
		i.Low = b
	}
}

// lower narrows the upper end to b unless it is tighter already.
func (i *Interval) lower(b Bound) {
	c := table.CompareUTF16(b.Value, i.High.Value)
	if !i.High.Set || c < 0 || c == 0 && !b.Included {
		i.High = b
	}
}
