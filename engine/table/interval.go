package table

import "math"

// Interval is a closed interval of numbers: of whole ones, or of doubles. The
// zero Interval is none.
type Interval struct {
	kind     intervalKind
	low      uint64  // of whole numbers
	width    uint64  // high-low, so that one comparison tests both ends
	from, to float64 // of doubles
}

type intervalKind uint8

const (
	noInterval intervalKind = iota
	wholeInterval
	doubleInterval
)

// WholesFrom returns the whole numbers from low to high, both included. low must
// not be greater.
func WholesFrom(low, high int64) Interval {
	return Interval{kind: wholeInterval, low: uint64(low), width: uint64(high) - uint64(low)}
}

// DoublesFrom returns the doubles from low to high, both included. A NaN is in
// no interval, and an interval with a NaN at an end is empty.
func DoublesFrom(low, high float64) Interval {
	return Interval{kind: doubleInterval, from: low, to: high}
}

// Any reports whether i is an interval at all.
func (i Interval) Any() bool { return i.kind != noInterval }

// Prepare makes the column ready for the run's rows and reports whether they all
// have a value of the given type there, in the same place.
func (r *Run) Prepare(c *Column, kind EdmType) bool {
	if r.page.shape == mixed || c.system != custom {
		return false
	}
	if c.shape != r.page.shape || c.shapes != r.home.shapes {
		c.Find(r.Row(0))
	}
	return c.kind == kind
}

// Within appends the places of those rows that have a number in the interval in
// column c, which Prepare made ready. It is the inner loop of a scan, in which
// nothing is called.
func (r *Run) Within(places []uint8, c *Column, in *Interval) []uint8 {
	n := uint(len(places))
	places = places[:len(places)+len(r.rows)]
	if len(r.page.tail) > 0 {
		for i := range places[n:] {
			places[int(n)+i] = uint8(i)
		}
		return places[:int(n)+len(r.Among(places[n:], c, in))]
	}
	first := recordAt(r.page.base, uint32(c.offset))
	if in.kind == doubleInterval {
		from, to := in.from, in.to
		for i := range r.rows {
			if f := math.Float64frombits(first.from(r.rows[i].at).word(0)); f >= from && f <= to {
				places[n] = uint8(i)
				n++
			}
		}
		return places[:n]
	}
	low, width := in.low, in.width
	for i := range r.rows {
		if first.from(r.rows[i].at).word(0)-low <= width {
			places[n] = uint8(i)
			n++
		}
	}
	return places[:n]
}

// Among keeps those of the places at which Within would find a number.
func (r *Run) Among(places []uint8, c *Column, in *Interval) []uint8 {
	n := 0
	for _, i := range places {
		if in.has(r.page.at(r.rows[i]).word(c.offset)) {
			places[n] = i
			n++
		}
	}
	return places[:n]
}

// has reports whether the number with these bits is in the interval.
func (i *Interval) has(bits uint64) bool {
	if i.kind == doubleInterval {
		f := math.Float64frombits(bits)
		return f >= i.from && f <= i.to
	}
	return bits-i.low <= i.width
}
