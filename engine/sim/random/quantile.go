package random

// Quantiles is the length of a table of a distribution: entry i is its value at
// probability (i + 1/2) / quantiles as 16.16 fixed point, scaled so that the mean
// of the table is 1. The numbers are data and not computed at the start, because
// math.Log and math.Exp differ between processors.
const Quantiles = 1024

// Scaled returns micros times the entry that ten bits choose, rounded.
func Scaled(micros int64, of *[Quantiles]uint32, bits uint64) int64 {
	return (micros*int64(of[bits%Quantiles]) + 1<<15) >> 16
}
