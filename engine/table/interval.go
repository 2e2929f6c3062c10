package table

import (
	"math"
	"math/bits"
)

// Interval is a closed interval of numbers: of whole ones, or of doubles. The
// zero Interval is none.
//
// It is kept as an interval of what numbers are stored as, in the order of an
// int64.
type Interval struct {
	any   bool
	low   uint64
	width uint64 // high-low, so that one comparison tests both ends
}

// WholesFrom returns the whole numbers from low to high, both included. low must
// not be greater.
func WholesFrom(low, high int64) Interval {
	return Interval{any: true, low: uint64(low), width: uint64(high) - uint64(low)}
}

// DoublesFrom returns the doubles from low to high, both included, with zero and
// negative zero alike. low must not be greater, and neither may be a NaN, which
// is in no interval.
func DoublesFrom(low, high float64) Interval {
	if low == 0 {
		low = math.Copysign(0, -1) // the lower of the two by rank
	}
	if high == 0 {
		high = 0
	}
	return WholesFrom(int64(DoubleValue(low).bits), int64(DoubleValue(high).bits))
}

// Any reports whether i is an interval at all.
func (i Interval) Any() bool { return i.any }

// has is 1 if a number that is stored so is in the interval, else 0: without a
// branch, which a processor would often guess wrong.
func (i *Interval) has(number uint64) uint64 {
	if number-i.low <= i.width {
		return 1
	}
	return 0
}

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

// fewPlaces is how many rows are looked at one by one in less time than a whole
// page takes.
const fewPlaces = 20

// Within returns those of the places at which the rows have a number in the
// interval in column c, which Prepare made ready. Places are a set of bits, the
// lowest of them place 0.
//
// It is the inner loop of a scan, in which nothing is called. In WebAssembly each
// turn of a loop costs as much as looking at several rows.
func (r *Run) Within(places uint64, c *Column, in *Interval) uint64 {
	if len(r.page.tail) > 0 {
		return r.scattered(places, c, in)
	}
	first := recordAt(r.page.base, uint32(c.offset))
	if bits.OnesCount64(places) <= fewPlaces {
		rows := r.rows
		for rest := places; rest != 0; rest &= rest - 1 {
			i := bits.TrailingZeros64(rest)
			places &^= (in.has(first.from(rows[i].at).word(0)) ^ 1) << (i & 63)
		}
		return places
	}
	found, rows := uint64(0), r.rows
	for len(rows) >= 8 {
		s := (*[8]span)(rows)
		found = found>>8 |
			in.has(first.from(s[0].at).word(0))<<56 | in.has(first.from(s[1].at).word(0))<<57 |
			in.has(first.from(s[2].at).word(0))<<58 | in.has(first.from(s[3].at).word(0))<<59 |
			in.has(first.from(s[4].at).word(0))<<60 | in.has(first.from(s[5].at).word(0))<<61 |
			in.has(first.from(s[6].at).word(0))<<62 | in.has(first.from(s[7].at).word(0))<<63
		rows = rows[8:]
	}
	for i := range rows {
		found = found>>1 | in.has(first.from(rows[i].at).word(0))<<63
	}
	return places & (found >> (-len(r.rows) & 63))
}

// scattered is Within for a page whose rows are in two blocks.
func (r *Run) scattered(places uint64, c *Column, in *Interval) uint64 {
	for rest := places; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		places &^= (in.has(r.page.at(r.rows[i]).word(c.offset)) ^ 1) << (i & 63)
	}
	return places
}
