package simulator

import (
	"strings"

	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// sayVerdict says a run in two parts: how much of what was offered was accepted, and
// how fast; and then, in whole sentences, what stood in the way.
func sayVerdict(v runs.Verdict) (first, rest string) {
	switch {
	case v.Sent == 0 && v.Span == 0:
		return "Nothing has run yet.", "Press Play."
	case v.Sent == 0:
		return "Nothing was sent.", "The map shows which server has which keys, and the table waits for its first request."
	}
	first = PerSecond(v.Accepted, v.Span) + " of " + PerSecond(v.Offered, v.Span) + " entities/s accepted, p99 " + view.Millis(v.P99) + "."
	parts := append(callers(v), refusals(v)...)
	parts = append(parts, over(v))
	if v.Pages > 0 {
		parts = append(parts, view.Count(int(v.Pages), "page", "pages")+" of scans, "+view.Number(int(v.Empty))+" of them empty.")
	}
	if v.Splits.All > 0 {
		parts = append(parts, effects(v.Splits, "split", "splits"))
	}
	if v.Moves.All > 0 {
		parts = append(parts, effects(v.Moves, "move", "moves"))
	}
	return first, strings.Join(append(parts, working(v)), " ")
}

// PerSecond writes a count as a rate over a time.
func PerSecond(n uint64, micros int64) string {
	return view.Number(int(int64(n) * clock.Second / max(1, micros)))
}

// callers says what the share that was accepted depends on: whether operations
// keep arriving, or each caller waits for its answer.
func callers(v runs.Verdict) []string {
	switch {
	case v.Callers == 1:
		return []string{"One caller sends, and waits for each answer before it sends again, so slow answers hold it back."}
	case v.Callers > 1:
		return []string{view.Number(v.Callers) + " callers wait for each answer before they send again, so slow answers hold them to " +
			PerSecond(v.Offered, v.Span) + "/s."}
	case v.Resent > 0:
		return []string{"Operations keep arriving, whatever was refused before; with retries they come to " +
			PerSecond(v.Offered+v.Resent, v.Span) + "/s, and p99 includes the waits between attempts."}
	}
	return []string{"Operations keep arriving, whatever was refused before."}
}

// refusals says how many requests were refused, those that were throttled first,
// each with its causes.
func refusals(v runs.Verdict) []string {
	var full, other record.Refusals
	for why, n := range v.Refused {
		if record.Cause(why).Throttles() {
			full[why] = n
		} else {
			other[why] = n
		}
	}
	if full.Sum()+other.Sum() == 0 {
		return []string{"Nothing was refused."}
	}
	text := "Nothing was throttled."
	if n := full.Sum(); n > 0 {
		text = view.Count(int(n), "request", "requests") + " throttled (" + view.Percent(int(n), int(v.Sent)) + "): " + full.String() + "."
	}
	if other.Sum() > 0 {
		return []string{text, "Also refused: " + other.String() + "."}
	}
	return []string{text}
}

func over(v runs.Verdict) string {
	target := "its target of " + view.Number(int(v.Target)) + "/s"
	switch {
	case v.Over == 0:
		return "No partition was ever sent more than " + target + "."
	case v.Over >= v.Span:
		return "One partition was sent more than " + target + " the whole time."
	}
	return "One partition was sent more than " + target + " for " + view.Span(v.Over) + " in all."
}

// effects says how many changes helped. What is neither is not judged.
func effects(e runs.Effects, one, more string) string {
	text := view.Count(e.All, one, more)
	switch open := e.All - e.Helped - e.Vain; {
	case e.All == 1 && e.Helped == 1:
		return text + ", and it helped."
	case e.All == 1 && e.Vain == 1:
		return text + ", and it did not help."
	case e.Helped == e.All:
		return text + ", all of which helped."
	case e.Vain == e.All:
		return text + ", none of which helped."
	case open == e.All:
		return text + ", not judged."
	default:
		text += ": " + view.Number(e.Helped) + " helped, " + view.Number(e.Vain) + " did not"
		if open > 0 {
			text += ", " + view.Number(open) + " not judged"
		}
		return text + "."
	}
}

func working(v runs.Verdict) string {
	return "The busiest of " + view.Number(v.Servers) + " servers did " + view.Permil(v.Share) + " of the work."
}

// effectText says whether a change helped, or why that is not judged.
func effectText(e runs.Effect) string {
	return [...]string{
		runs.Helped: "helped", runs.DidNotHelp: "did not help", runs.TooSoon: "too recent to judge",
		runs.TooClose:    "too early in the run to judge",
		runs.LoadChanged: "not judged: the load or a server changed, too", runs.OnlyMerged: "cold ranges, nothing to gain",
	}[e]
}
