package simulator

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/apptest"
	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// The row says how many settings there are beside its own five, in every scenario.
func TestMoreSettings(t *testing.T) {
	for _, preset := range sim.Presets() {
		p := simulator(t)
		p.sim.UsePreset(preset.Name)
		drawer := apptest.HTML(settings{p}.drawer())
		n := 0
		for _, control := range []string{"<select", `type="number"`, `role="switch"`} {
			n += strings.Count(drawer, control)
		}
		for _, own := range []string{"set-rate", "set-vms", "set-threads", "set-batch", "choose-retry"} {
			n -= strings.Count(drawer, `id="`+own+`"`)
		}
		if got := (settings{p}).moreSettings(); got != n {
			t.Errorf("%s: the row says %d more, the drawer has %d", preset.Name, got, n)
		}
	}
}

// Each place of the slider is a load that stands at that place, and a load between
// two places stands at the lower one.
func TestLoadPlaces(t *testing.T) {
	for _, first := range []demand.Load{{Rate: 300}, {VMs: 3, Threads: 15}} {
		_, most, _ := loadPlace(&first)
		for place := range most + 1 {
			l := first
			if !loadAt(&l, number(uint64(place))) {
				t.Fatalf("place %d is no load", place)
			}
			if at, _, _ := loadPlace(&l); at != place {
				t.Errorf("place %d makes %+v, which stands at %d", place, l, at)
			}
		}
	}
	between := demand.Load{Rate: 999}
	if at, _, text := loadPlace(&between); loadRates[at] != 800 || text != "999/s" {
		t.Errorf("999/s stands at %d/s and says %q", loadRates[at], text)
	}
	l := demand.Load{Rate: 300}
	if loadAt(&l, "much") || l.Rate != 300 {
		t.Errorf("a word is taken for a load: %+v", l)
	}
}

// The line of the verdict has the figures of the whole verdict, and compares two.
func TestVerdictLine(t *testing.T) {
	v := runs.Verdict{Span: 100 * clock.Second, Offered: 5000, Accepted: 4000, P99: 250_000, Sent: 5000, Target: 500, Servers: 16}
	v.Refused[record.RangeFull], v.Splits = 100, runs.Effects{All: 2, Vain: 2}
	page := apptest.HTML(view.H("p", lineOf(&v, "on average")...))
	apptest.Contains(t, page, "<b>40</b>", " of 50 entities/s accepted", "<b>250 ms</b>", "2.0% refused.", "No partition was ever sent more", "2 splits, none of which helped.")
	if quiet := (runs.Verdict{Span: clock.Second, Sent: 1, Offered: 1, Accepted: 1}); refusedWords(&quiet) != "Nothing was refused." {
		t.Errorf("a quiet run says %q", refusedWords(&quiet))
	}

	s := runs.NewState("append")
	s.Compare("Design B", "{hash(Id)%16:02}_{At.time}")
	better := v
	better.Accepted, better.P99, better.Refused[record.RangeFull] = 4500, 200_000, 50
	page = apptest.HTML(view.H("p", lineBetween(&v, &better, s.Play.Runs()[0], s.Play.Runs()[1])...))
	apptest.Contains(t, page, "Design B accepts ", "<b>+5/s</b>", "(45 against 40)", "<b>200 ms</b>", "p99, not 250 ms", "1.0% refused", "instead of 2.0%.",
		"A query for a period takes 16 requests instead of 1 request.")
	apptest.Contains(t, apptest.HTML(view.H("p", lineBetween(&better, &v, s.Play.Runs()[0], s.Play.Runs()[1])...)), "<b>−5/s</b>")
}
