package partition

import "fmt"

// Range is a half-open piece of the key space, Low included and High not.
// Keys are ordinals: numbers in the order of the PartitionKeys that they stand
// for. High 0 means that there is no upper end.
type Range struct{ Low, High uint64 }

// Contains reports whether the key lies in the range.
func (r Range) Contains(key uint64) bool {
	return key >= r.Low && (r.High == 0 || key < r.High)
}

// Divides reports whether a cut at the key leaves two ranges that are not empty.
func (r Range) Divides(key uint64) bool { return key > r.Low && r.Contains(key) }

// Tile checks that the ranges, in the given order, cover the whole key space
// without a gap and without an overlap.
func Tile(ranges []Range) error {
	if len(ranges) == 0 {
		return fmt.Errorf("there is no range")
	}
	low := uint64(0)
	for i, r := range ranges {
		last := i == len(ranges)-1
		switch {
		case r.Low != low:
			return fmt.Errorf("range %d begins at %d, the one before ends at %d", i, r.Low, low)
		case !last && r.High <= r.Low:
			return fmt.Errorf("range %d ends at %d, where it begins or before", i, r.High)
		case last && r.High != 0:
			return fmt.Errorf("the last range ends at %d", r.High)
		}
		low = r.High
	}
	return nil
}
