package partition

import "slices"

// Reason says why a range has no key at which it can be split.
type Reason uint8

// The reasons. Found means that there is a key.
const (
	Found      Reason = iota
	FewSamples        // too few requests were seen
	OneKey            // all requests are for one PartitionKey
	OneSided          // one PartitionKey has nearly all requests, too few lie beside it
	Unbalanced        // the traffic has moved away from the key: a split would not help
)

// String returns the reason as the end of a sentence.
func (r Reason) String() string {
	switch r {
	case FewSamples:
		return "too few requests were seen"
	case OneKey:
		return "all requests are for one PartitionKey"
	case OneSided:
		return "nearly all requests are for one PartitionKey"
	case Unbalanced:
		return "the traffic moves, so a split would not divide it"
	}
	return "there is a key"
}

// LeastSamples is how many sampled requests a cut needs.
const LeastSamples = 8

// Split is the answer to where a range should be split.
type Split struct {
	Key         uint64 // the first key of the right part
	Left, Right int    // sampled requests on each side
	Reason      Reason // Found, or why there is no key
}

// Cut looks for the key at which a sample of requests divides best: the border
// between two different keys that is nearest to the median. Each side must hold
// a tenth of the sample. It sorts the sample.
func Cut(sample []uint64) Split {
	n := len(sample)
	if n < LeastSamples {
		return Split{Reason: FewSamples}
	}
	slices.Sort(sample)
	if sample[0] == sample[n-1] {
		return Split{Left: n, Reason: OneKey}
	}
	at := border(sample)
	if least := (n + 9) / 10; at < least || n-at < least {
		return Split{Left: at, Right: n - at, Reason: OneSided}
	}
	return Split{Key: sample[at], Left: at, Right: n - at}
}

// border is the index nearest to the middle whose key differs from the one
// before it. The sorted keys are not all equal, so there is one.
func border(sorted []uint64) int {
	middle := len(sorted) / 2
	for d := 0; ; d++ {
		if i := middle - d; i > 0 && sorted[i] != sorted[i-1] {
			return i
		}
		if i := middle + d; i < len(sorted) && sorted[i] != sorted[i-1] {
			return i
		}
	}
}
