package lanes

import (
	"strconv"

	"github.com/keyrange/keyrange/engine/text"
)

// Others says what the ranges hold that are not at some places, empty for none.
func (v *View) Others(places []int) string {
	n, held := len(v.Lanes)-len(places), 0
	for i := range v.Lanes {
		held += v.Lanes[i].Held()
	}
	for _, place := range places {
		held -= v.Lanes[place].Held()
	}
	switch {
	case n == 0:
		return ""
	case held == 0:
		return "The " + text.Count(n, "other range is", "other ranges are") + " empty."
	}
	return "Not drawn: " + text.Count(n, "more range", "more ranges") + " with " + text.Count(held, "request", "requests") + "."
}

// Sentence says what stands out at the instant: the range where most requests wait, and
// how many wait elsewhere.
func (v *View) Sentence() string {
	most, all := 0, 0
	for i := range v.Lanes {
		all += v.Lanes[i].Waiting
		if v.Lanes[i].Waiting > v.Lanes[most].Waiting {
			most = i
		}
	}
	if all == 0 {
		return "No request waits: each is served as it comes."
	}
	l := &v.Lanes[most]
	said := text.Count(l.Waiting, "request waits", "requests wait") + " for one range, R" + strconv.Itoa(int(l.Number)) +
		", which serves one at a time."
	if rest := all - l.Waiting; rest > 0 {
		return said + " " + text.Number(rest) + " wait at all the others."
	}
	return said + " Nobody waits anywhere else."
}
