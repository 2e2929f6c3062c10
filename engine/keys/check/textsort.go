package check

import (
	"slices"

	"github.com/keyrange/keyrange/engine/table"
)

// textSort puts entries into the order of their texts, in steps: runs that are
// sorted, then merged, twice as long each time.
type textSort struct {
	order, spare []rankedText
	at, width    int
	likely       []int32 // nil, or the entries in an order that should be near the one wanted
}

// rankedText is an entry with the first eight bytes of its text, so that most
// comparisons need no text.
type rankedText struct {
	rank  uint64
	entry int32
}

const textRun = 1024

func (s *textSort) begin(n int, likely []int32) {
	s.order, s.spare = make([]rankedText, 0, n), nil
	s.width, s.likely = textRun, likely
}

// entry returns which entry is sorted as number i.
func (s *textSort) entry(i int) int {
	if s.likely == nil {
		return i
	}
	return int(s.likely[i])
}

// compareRanked orders two entries by their texts, equal ones by their number.
func (p *pieces) compareRanked(a, b rankedText) int {
	switch {
	case a.rank < b.rank:
		return -1
	case a.rank > b.rank:
		return 1
	}
	if a.rank&0xFF != 0 {
		x, _ := p.at(int(a.entry))
		y, _ := p.at(int(b.entry))
		if c := table.CompareUTF16(x, y); c != 0 {
			return c
		}
	}
	return compareOrdered(a.entry, b.entry)
}

// run sorts some runs and reports whether there are no more.
func (s *textSort) run(p *pieces) (done bool) {
	n := cap(s.order)
	for end := min(len(s.order)+textsPerStep, n); len(s.order) < end; {
		from := len(s.order)
		for i := from; i < min(from+textRun, n); i++ {
			entry := s.entry(i)
			text, _ := p.at(entry)
			s.order = append(s.order, rankedText{table.RankUTF16(text), int32(entry)})
		}
		slices.SortFunc(s.order[from:], p.compareRanked)
	}
	if len(s.order) < n {
		return false
	}
	s.spare = make([]rankedText, 0, n)
	return true
}

// merge merges pairs of runs and reports whether one is left.
func (s *textSort) merge(p *pieces) (done bool) {
	n := len(s.order)
	for budget := 2 * textsPerStep; budget > 0 && s.width < n; {
		budget -= s.mergeSome(p, budget)
		if len(s.spare) == n {
			s.order, s.spare = s.spare, s.order[:0]
			s.at, s.width = 0, 2*s.width
		}
	}
	return s.width >= n
}

// mergeSome goes on with merging the two runs under way, at most so many
// entries, and returns how many were moved.
func (s *textSort) mergeSome(p *pieces, budget int) int {
	from := len(s.spare) / (2 * s.width) * 2 * s.width
	middle, end := min(from+s.width, len(s.order)), min(from+2*s.width, len(s.order))
	left := from + s.at                          // of the first run
	right := middle + len(s.spare) - from - s.at // of the second
	moved := 0
	if s.at == 0 && right == middle && right < end && p.compareRanked(s.order[middle-1], s.order[middle]) <= 0 {
		s.spare = append(s.spare, s.order[left:end]...) // the runs are one already
		return end - left
	}
	for ; moved < budget && (left < middle || right < end); moved++ {
		if right >= end || left < middle && p.compareRanked(s.order[left], s.order[right]) <= 0 {
			s.spare = append(s.spare, s.order[left])
			left++
		} else {
			s.spare = append(s.spare, s.order[right])
			right++
		}
	}
	s.at = left - from
	if left == middle && right == end {
		s.at = 0
	}
	return moved
}
