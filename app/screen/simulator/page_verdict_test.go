package simulator

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// Each sentence of a verdict appears where it is true and stays away where it is
// not.
func TestVerdictSentences(t *testing.T) {
	whole := runs.Verdict{Span: 100 * clock.Second, Offered: 5000, Accepted: 4000, P99: 250_000, Callers: 240, Sent: 5000, Target: 500, Servers: 16, Share: 250}
	all := []string{"Nothing has run yet.", "callers wait", "One caller", "keep arriving", "with retries", "Nothing was refused", "throttled (", "Nothing was throttled", "Also refused",
		"No partition was", "the whole time", " in all.", "pages of scans", "it helped", "did not help", "all of which", "none of which", "not judged", " did not", "moves"}
	for _, c := range []struct {
		name   string
		change func(v *runs.Verdict)
		first  string
		want   []string // those of all that appear
		text   string   // a whole sentence among them
	}{
		{"nothing", func(v *runs.Verdict) { *v = runs.Verdict{} }, "Nothing has run yet.", []string{"Nothing has run yet."}, "Press Play."},
		{"no load", func(v *runs.Verdict) { *v = runs.Verdict{Span: 60 * clock.Second} }, "Nothing was sent.", nil, "which server has which keys"},
		{"quiet", func(v *runs.Verdict) {}, "40 of 50 entities/s accepted, p99 250 ms.", []string{"callers wait", "Nothing was refused", "No partition was"},
			"240 callers wait for each answer before they send again, so slow answers hold them to 50/s."},
		{"one caller", func(v *runs.Verdict) { v.Callers = 1 }, "", []string{"One caller", "Nothing was refused", "No partition was"}, "No partition was ever sent more than its target of 500/s."},
		{"arrivals", func(v *runs.Verdict) { v.Callers = 0 }, "", []string{"keep arriving", "Nothing was refused", "No partition was"}, "Operations keep arriving, whatever was refused before."},
		{"retries", func(v *runs.Verdict) { v.Callers, v.Resent = 0, 1000 }, "", []string{"keep arriving", "with retries", "Nothing was refused", "No partition was"},
			"with retries they come to 60/s, and p99 includes the waits between attempts."},
		{"throttled", func(v *runs.Verdict) { v.Refused[record.RangeFull], v.Refused[record.RangePaused] = 90, 10 }, "", []string{"callers wait", "throttled (", "No partition was"},
			"100 requests throttled (2.0%): 90 by a range at its capacity, 10 while a range was split or merged."},
		{"moving", func(v *runs.Verdict) { v.Refused[record.RangeMoving], v.Refused[record.AccountLimit] = 8120, 315 }, "", []string{"callers wait", "Nothing was throttled", "Also refused", "No partition was"},
			"Also refused: 8,120 while a range was moving, 315 by the account limit."},
		{"over", func(v *runs.Verdict) { v.Over = 48 * clock.Second }, "", []string{"callers wait", "Nothing was refused", " in all."}, "One partition was sent more than its target of 500/s for 48 s in all."},
		{"over all the time", func(v *runs.Verdict) { v.Over = v.Span }, "", []string{"callers wait", "Nothing was refused", "the whole time"}, ""},
		{"scans", func(v *runs.Verdict) { v.Pages, v.Empty = 12, 4 }, "", []string{"callers wait", "Nothing was refused", "No partition was", "pages of scans"}, "12 pages of scans, 4 of them empty."},
		{"one split", func(v *runs.Verdict) { v.Splits = runs.Effects{All: 1, Helped: 1} }, "", []string{"callers wait", "Nothing was refused", "No partition was", "it helped"}, "1 split, and it helped."},
		{"one in vain", func(v *runs.Verdict) { v.Splits = runs.Effects{All: 1, Vain: 1} }, "", []string{"callers wait", "Nothing was refused", "No partition was", "did not help", " did not"}, "1 split, and it did not help."},
		{"all help", func(v *runs.Verdict) { v.Splits = runs.Effects{All: 4, Helped: 4} }, "", []string{"callers wait", "Nothing was refused", "No partition was", "all of which"}, "4 splits, all of which helped."},
		{"none helps", func(v *runs.Verdict) { v.Splits = runs.Effects{All: 7, Vain: 7} }, "", []string{"callers wait", "Nothing was refused", "No partition was", "none of which"}, "7 splits, none of which helped."},
		{"some help", func(v *runs.Verdict) { v.Splits = runs.Effects{All: 6, Helped: 3, Vain: 2} }, "", []string{"callers wait", "Nothing was refused", "No partition was", " did not", "not judged"},
			"6 splits: 3 helped, 2 did not, 1 not judged."},
		{"too early", func(v *runs.Verdict) { v.Moves = runs.Effects{All: 2} }, "", []string{"callers wait", "Nothing was refused", "No partition was", "not judged", "moves"}, "2 moves, not judged."},
	} {
		v := whole
		c.change(&v)
		first, rest := sayVerdict(v)
		text := first + " " + rest
		if c.first != "" && first != c.first || !strings.Contains(text, c.text) || !strings.HasSuffix(text, ".") {
			t.Errorf("%s: got %q and %q, want %q and %q", c.name, first, rest, c.first, c.text)
		}
		for _, s := range all {
			if got, want := strings.Contains(text, s), contains(c.want, s); got != want {
				t.Errorf("%s: %q appears: %v, want %v, in %q", c.name, s, got, want, text)
			}
		}
	}
}

func contains(list []string, text string) bool {
	for _, s := range list {
		if s == text {
			return true
		}
	}
	return false
}

// The sentence of a cell counts its entities, names its busiest partition where
// that is known, and tells ranges that share it apart.
func TestCellSentence(t *testing.T) {
	s := runs.NewState("guid")
	if err := s.Command(sim.Command{Do: sim.SplitAt, Key: "8080"}); err != nil {
		t.Fatal(err)
	}
	s.Play.SeekRun(60 * clock.Second)
	s.Play.Advance(0, func() bool { return true })
	r := s.Play.Runs()[0]
	h := &runs.Heat{Width: 300, Height: 256, Scale: 1, To: r.Columns(), Bands: r.Bands(r.Rows())}
	h.Show(r)
	h.Fill()
	owners := r.Owners(r.Columns())
	row, _ := r.RowOf(owners[len(owners)-1].Low)
	at := func(band int) string { return runs.CellSentence(r, h, 5, band) }
	if text := at(row); !strings.Contains(text, "2 ranges share it. Range ") || !strings.Contains(text, "entities sent, ") || !strings.Contains(text, "the busiest partition was sent up to") {
		t.Errorf("a cell with two ranges: %q", text)
	}
	if text := at(row + 3); strings.Contains(text, "share it") || !strings.Contains(text, " Range ") {
		t.Errorf("a cell with one range: %q", text)
	}
	h.Look.Metric = runs.ServedMetric
	if text := at(row + 3); strings.Contains(text, "busiest partition") || !strings.Contains(text, "accepted") {
		t.Errorf("what was accepted: %q", text)
	}
	if text := runs.CellSentence(r, h, r.Columns()-1, 3); !strings.HasSuffix(text, "not yet run.") {
		t.Errorf("a cell ahead: %q", text)
	}
}

// A latency is rounded, not cut off.
func TestMillis(t *testing.T) {
	for micros, want := range map[int64]string{0: "0.0 ms", 9_940: "9.9 ms", 234_499: "234 ms", 234_691: "235 ms", 999_499: "999 ms", 1_234_500: "1.2 s", 12_340_000: "12.3 s"} {
		if got := view.Millis(micros); got != want {
			t.Errorf("%d µs are %q, want %q", micros, got, want)
		}
	}
}

// Labels of one group say what the group has in common once, and the key whole.
func TestGutterNested(t *testing.T) {
	s := runs.NewState("logging")
	labels := gutter(&runs.Heat{}, s.Play.Runs()[0])
	said := map[string]int{}
	for i, l := range labels {
		if len(l.Parts) == 0 || l.Parts[len(l.Parts)-1] == "" {
			t.Errorf("label %d of %q says %q", i, l.Key, l.Parts)
		}
		if len(l.Parts) > 1 && l.Parts[0] != "" {
			said[l.Parts[0]]++
		}
	}
	for part, n := range said {
		if n > 1 {
			t.Errorf("%q is said %d times", part, n)
		}
	}
}
