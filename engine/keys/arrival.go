package keys

import (
	"slices"

	"github.com/keyrange/keyrange/engine/table"
)

// arrivalSample is how many of the earlier keys are sorted to find the borders
// of their ranges: all of them up to this number, else every second, third and
// so on in the order of arrival.
const arrivalSample = 2048

// recent returns the writes that count as recent.
func (a *Analysis) recent() []write {
	n := len(a.writes)
	return a.writes[n-min(RecentWrites, (n+1)/2):]
}

// edges returns the shares of the recent writes that land in the first and in
// the last of ArrivalRanges ranges. The borders are set so that each range
// holds equally many of the keys written before, as a server's ranges would
// after it had time to balance.
func (a *Analysis) edges() (first, last float64) {
	recent := a.recent()
	before := a.writes[:len(a.writes)-len(recent)]
	if len(before) == 0 {
		return 0, 0
	}
	low, high := a.borders(before)
	below, above := 0, 0
	for _, w := range recent {
		k := a.key(w)
		if k.Compare(low) < 0 {
			below++
		}
		if k.Compare(high) >= 0 {
			above++
		}
	}
	n := float64(len(recent))
	return float64(below) / n, float64(above) / n
}

// borders returns where the first range ends and where the last one begins.
func (a *Analysis) borders(before []write) (low, high table.Key) {
	stride := (len(before) + arrivalSample - 1) / arrivalSample
	sample := make([]table.Key, 0, arrivalSample)
	for i := 0; i < len(before); i += stride {
		sample = append(sample, a.key(before[i]))
	}
	slices.SortFunc(sample, table.Key.Compare)
	n := len(sample)
	return sample[n/ArrivalRanges], sample[n-max(1, n/ArrivalRanges)]
}

// arrival says whether new keys pile up at one end of the table. Within one
// partition nothing can be divided anyway, so there it says nothing.
func (a *Analysis) arrival() (Finding, bool) {
	if len(a.partitions) < 2 || len(a.writes) < LeastWrites {
		return Finding{}, false
	}
	first, last := a.edges()
	n := len(a.recent())
	writes := " of the last " + count(n) + " writes land in the "
	ranges := " of " + count(ArrivalRanges) + " ranges"
	f := Finding{Kind: AppendOnly, Severity: Problem, Count: int(last*float64(n) + 0.5), Fix: a.scatter(),
		Title:  "Append-only",
		Detail: percent(last) + writes + "last" + ranges + ". A split does not help, the new last range takes the writes."}
	switch {
	case last >= edgeShare && last >= first:
	case first >= edgeShare:
		f.Kind, f.Title, f.Count = PrependOnly, "Prepend-only", int(first*float64(n)+0.5)
		f.Detail = percent(first) + writes + "first" + ranges + ". A split does not help, the new first range takes the writes."
	default:
		f = Finding{Kind: SpreadWrites, Severity: Passed, Title: "Writes do not pile up at one end", Count: n,
			Detail: percent(last) + writes + "last" + ranges + ", " + percent(first) + " in the first."}
	}
	return f, true
}
