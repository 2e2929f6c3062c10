package check

import (
	"sort"

	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// arrivalSample is how many of the earlier keys are sorted to find the borders
// of their ranges: all of them up to this number, else every second, third and
// so on in the order of the rows.
const arrivalSample = 2048

// edges returns the shares of the recent writes that land in the first and in
// the last of arrivalRanges ranges. The borders are set so that each range
// holds equally many of the keys written before, as a server's ranges would
// after it had time to balance.
func (j judge) edges() (first, last float64) {
	r := j.recent()
	if r.dated == len(r.newest) {
		return 0, 0
	}
	low, high := j.borders(r)
	below, above := 0, 0
	for _, n := range r.newest {
		k := j.key(j.writes[n])
		if k.Compare(low) < 0 {
			below++
		}
		if k.Compare(high) >= 0 {
			above++
		}
	}
	n := float64(len(r.newest))
	return float64(below) / n, float64(above) / n
}

// borders returns where the first range ends and where the last one begins.
// There must be a write before the recent ones.
func (j judge) borders(r *recency) (low, high table.Key) {
	stride := (r.dated - len(r.newest) + arrivalSample - 1) / arrivalSample
	sample := make([]table.Key, 0, arrivalSample)
	seen := 0
	for n := range j.writes {
		if !r.before(j.Analysis, int32(n)) {
			continue
		}
		if seen%stride == 0 {
			sample = append(sample, j.key(j.writes[n]))
		}
		seen++
	}
	sort.Slice(sample, func(i, j int) bool { return sample[i].Compare(sample[j]) < 0 })
	n := len(sample)
	return sample[n/arrivalRanges], sample[n-max(1, n/arrivalRanges)]
}

// pilesUp says whether new keys pile up at one end of the table. Within one
// partition nothing can be divided anyway, and without an order of arrival no
// key is newer than another, so there it says nothing.
func (j judge) pilesUp() (Finding, bool) {
	r := j.recent()
	if len(j.partitions) < 2 || r.dated < LeastWrites {
		return Finding{}, false
	}
	first, last := j.edges()
	n := len(r.newest)
	writes := " of the last " + words.Number(n) + " writes land in the "
	ranges := " of " + words.Number(arrivalRanges) + " ranges"
	f := Finding{Kind: AppendOnly, Severity: Problem, Count: int(last*float64(n) + 0.5), Fix: j.scatter(),
		Title:  "Append-only",
		Detail: words.Percent(last) + writes + "last" + ranges + ". A split does not help, the new last range takes the writes."}
	switch {
	case last >= edgeShare && last >= first:
	case first >= edgeShare:
		f.Kind, f.Title, f.Count = PrependOnly, "Prepend-only", int(first*float64(n)+0.5)
		f.Detail = words.Percent(first) + writes + "first" + ranges + ". A split does not help, the new first range takes the writes."
	default:
		f = Finding{Kind: SpreadWrites, Severity: Passed, Title: "Writes do not pile up at one end", Count: n,
			Detail: words.Percent(last) + writes + "last" + ranges + ", " + words.Percent(first) + " in the first."}
	}
	f.Detail += j.leftOut()
	return f, true
}

// leftOut says how many entities have no place in the order of arrival.
func (j judge) leftOut() string {
	n := j.recent().undated
	if n == 0 {
		return ""
	}
	return " " + rows(n, "entity has", "entities have") + " no " + j.arrival.By + ", so this leaves " + words.Noun(n, "it", "them") + " out."
}
