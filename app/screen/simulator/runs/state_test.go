package runs

import (
	"testing"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/explain"
	"github.com/keyrange/keyrange/engine/sim/service"
)

func finished(t *testing.T, preset string, span int64) *State {
	t.Helper()
	s := NewState(preset)
	s.base.Span = span
	s.restart()
	if s.Play.problem != nil {
		t.Fatal(s.Play.problem.Message)
	}
	s.Play.Finish()
	return s
}

// How a run is cut into pieces, and whether it went back, leaves no trace in
// what the screen shows.
func TestSimulatorPieces(t *testing.T) {
	whole := finished(t, "guid", 3*clock.Minute)
	cut := NewState("guid")
	cut.base.Span = 3 * clock.Minute
	cut.restart()
	cut.Play.Toggle()
	for n := 0; cut.Play.Busy(); n++ {
		cut.Play.Advance(16_000, func() bool { return n%3 > 0 })
		if n == 40 {
			cut.Play.SeekRun(20 * clock.Second)
		}
		if cut.Play.at < 25*clock.Second && !cut.Play.playing {
			cut.Play.Toggle()
		}
	}
	a, b := whole.Play.runs[0], cut.Play.runs[0]
	if a.sim.Hash() != b.sim.Hash() {
		t.Errorf("the hash is %x, want %x", b.sim.Hash(), a.sim.Hash())
	}
	if got, want := b.Verdict(), a.Verdict(); got != want {
		t.Errorf("the verdict is %+v, want %+v", got, want)
	}
	for i := range a.windows {
		if got, want := b.windows[i].Served, a.windows[i].Served; got != want {
			t.Errorf("column %d has %d served, want %d", i, got, want)
		}
	}
}

// A warm-up ends ten minutes after the last change of the ranges, however it was
// cut into pieces, and else at the end.
func TestSimulatorWarmUp(t *testing.T) {
	for preset, want := range map[string]int64{"single": quiet, "append": 20 * clock.Minute} {
		s := NewState(preset)
		s.base.Span = 20 * clock.Minute
		s.restart()
		s.Play.WarmUp()
		for n := 0; s.Play.Busy(); n++ {
			s.Play.Advance(16_000, func() bool { return n%3 > 0 })
		}
		if s.Play.at != want {
			t.Errorf("%s is warm at %d s, want %d", preset, Seconds(s.Play.at), Seconds(want))
		}
	}
}

// What the columns of the picture count is what was done.
func TestSimulatorCells(t *testing.T) {
	s := finished(t, "bucket", 2*clock.Minute)
	r := s.Play.runs[0]
	for _, want := range []int{128, 64, 16} {
		bands := r.Bands(want)
		served := int64(0)
		for column := range r.Columns() {
			cells := make([]Cell, len(bands))
			r.Cells(column, ServedMetric, bands, cells)
			for _, c := range cells {
				served += c.Count
			}
		}
		if all := int64(r.sim.Total().Entities); served != all {
			t.Errorf("with %d rows the cells hold %d entities, want %d", want, served, all)
		}
	}
}

// Rows of different ranges are never put together, however few rows are wanted.
func TestSimulatorBands(t *testing.T) {
	s := finished(t, "bucket", 30*clock.Second)
	r := s.Play.runs[0]
	bands := r.Bands(1)
	if len(bands) < len(r.owners(nil)) {
		t.Errorf("%d rows for %d ranges", len(bands), len(r.owners(nil)))
	}
	end := 0
	for _, b := range bands {
		if b.From != end || b.To <= b.From {
			t.Errorf("the rows %v do not tile the recording at %d", b, end)
		}
		end = b.To
		for _, o := range r.owners(nil) {
			if row, inside := r.RowOf(o.Low); row > b.From && row < b.To || inside > 0 && row == b.From && b.To > b.From+1 {
				t.Errorf("the rows %v lie on both sides of a boundary in row %d", b, row)
			}
		}
	}
}

// A hot cell is explained by what landed in it, and the change that is offered
// spreads those writes when the run is repeated with it.
func TestSimulatorExplain(t *testing.T) {
	for _, c := range []struct {
		preset  string
		pattern explain.Pattern
	}{{"append", explain.Append}, {"hotkey", explain.HotKey}, {"single", explain.HotKey}} {
		s := NewState(c.preset)
		s.Play.SeekRun(2 * clock.Minute)
		s.Play.Advance(0, func() bool { return true })
		a, more := s.Play.AskPattern(0, 3)
		for n := 0; a.Step(func() bool { n++; return n%5 > 0 }); {
		}
		w := a.Why()
		if !more || w.Answer.Pattern != c.pattern {
			t.Errorf("%s: the pattern is %v, want %v", c.preset, w.Answer.Pattern, c.pattern)
			continue
		}
		if w.Fix.Tried > 0 {
			t.Errorf("%s: a pattern is to be named, and changes are tried", c.preset)
		}
		for a = s.Play.Ask(w.Run, w.Column, w.Band); a.Step(func() bool { return false }); {
		}
		w = a.Why()
		if w.Fix.Template == "" {
			t.Errorf("%s: no change is offered: %+v", c.preset, w.Fix)
			continue
		}
		s.Branch(w)
		s.Play.Advance(0, func() bool { return true })
		if len(s.Play.runs) != 2 || s.Play.At() != 2*clock.Minute {
			t.Errorf("%s: %d runs at %d, want two at the same place", c.preset, len(s.Play.runs), s.Play.At())
			continue
		}
		before, after := s.Play.runs[0].Verdict(), s.Play.runs[1].Verdict()
		if after.Accepted < before.Accepted {
			t.Errorf("%s: %d entities with %s, want no fewer than %d", c.preset, after.Accepted, w.Fix.Template, before.Accepted)
		}
		t.Logf("%s: %s: %d to %d entities, %d to %d over", c.preset, w.Fix.Template, before.Accepted, after.Accepted, before.Over, after.Over)
	}
}

// A run that was changed by hand, shared and opened again is the same run at the
// same moment, and a change in the past forgets what came after it.
func TestSimulatorHands(t *testing.T) {
	s := NewState("guid")
	s.Compare("Time", "{At.time}")
	to := func(at int64) {
		s.Play.SeekRun(at)
		s.Play.Advance(0, func() bool { return true })
	}
	to(90 * clock.Second)
	to(40 * clock.Second)
	r := s.Play.runs[0]
	key := r.MiddleOf(r.owners(nil)[0].Number)
	for _, c := range []sim.Command{{Do: sim.SplitAt, Key: key}, {Do: sim.SetTargets, On: true}, {Do: sim.KillServer, Server: 9}} {
		if err := s.Command(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.SetLoad(0, func(l *demand.Load) { l.Threads = 5 }); err != nil {
		t.Fatal(err)
	}
	s.Play.Advance(0, func() bool { return true })
	if got := s.Play.Recorded(); got != 40*clock.Second {
		t.Errorf("recorded up to %d, want the moment of the command", got)
	}
	to(70 * clock.Second)
	if n := len(r.owners(nil)); n != 2 {
		t.Errorf("%d ranges after a split by hand, want 2", n)
	}
	if s.Load(0, s.Play.Place()).Threads != 5 || !s.Switched(sim.SetTargets, s.Play.Place()) || r.Target() != 2000 {
		t.Errorf("the load is %v, the target %d", s.Load(0, s.Play.Place()), r.Target())
	}
	guest := NewState("append")
	if err := guest.OpenMoment(s.Moment(func() {}), func() {}); err != nil {
		t.Fatal(err)
	}
	other := NewState("deleteall")
	before := other.Scenario().Name
	other.TakeOver(guest, true)
	other.Play.Advance(0, func() bool { return true })
	if other.Play.At() != s.Play.At() || len(other.Play.runs) != 2 || other.Play.runs[1].Title != "Time" {
		t.Fatalf("opened %d runs at %d, want 2 at %d", len(other.Play.runs), other.Play.At(), s.Play.At())
	}
	for i := range s.Play.runs {
		if got, want := other.Play.runs[i].sim.Hash(), s.Play.runs[i].sim.Hash(); got != want {
			t.Errorf("run %d has the hash %x, want %x", i, got, want)
		}
	}
	if other.Undo(); other.Scenario().Name != before || len(other.Journal.Branches()) != 2 {
		t.Errorf("taken back: %q, want %q", other.Scenario().Name, before)
	}
}

// The rows of a data set are replayed under its own key.
func TestSimulatorReplay(t *testing.T) {
	p := design.New(0)
	p.Incoming.Import("cities.csv", []byte("Name,City\nAnn,Oslo\nBo,Rome\nCy,Oslo\n"))
	p.Advance(func() bool { return true })
	p.Keys.SetTemplate(draft.PartitionKey, "{City}")
	s := NewState("append")
	if !s.Replay(p.Rows.Data(), p.Rows.Source(), p.Edit.Work().Design.PartitionKey) {
		t.Fatalf("no replay: %v", s.Play.problem)
	}
	s.Play.SeekRun(10 * clock.Second)
	s.Play.Advance(0, func() bool { return true })
	if got := s.Play.runs[0].sim.Total().Done; got < 9000 {
		t.Errorf("%d rows are inserted in ten seconds, want about 10,000", got)
	}
}

// The margin says what the cells say.
func TestSimulatorMargin(t *testing.T) {
	s := finished(t, "hotkey", clock.Minute)
	r := s.Play.runs[0]
	bands := r.Bands(r.Rows())
	margin, busiest := MarginalOf(r, 40, bands), 0
	for i := range bands {
		if margin.Accepted[i] > margin.Accepted[busiest] {
			busiest = i
		}
	}
	cells := make([]Cell, len(bands))
	r.Cells(40, SentMetric, bands, cells)
	hot, cold := cells[busiest], cells[(busiest+64)%len(bands)]
	if hot.Key <= 1000 || cold.Key > 200 || hot.Load < 500 || cold.Load > 100 {
		t.Errorf("the hot row is at %+v, another at %+v", hot, cold)
	}
}

// Reads and writes are all that is offered, and a load of one kind shows in its
// own metric alone.
func TestSimulatorMetrics(t *testing.T) {
	s := NewState("guid")
	_ = s.SetLoad(0, func(l *demand.Load) {
		l.Mix = [len(l.Mix)]int64{}
		l.Mix[service.Insert], l.Mix[service.Get] = 3, 1
	})
	s.Play.SeekRun(20 * clock.Second)
	s.Play.Advance(0, func() bool { return true })
	r := s.Play.runs[0]
	var counts [throttledMetric + 1]int64
	for metric := range counts {
		for column := 5; column < 20; column++ {
			one := make([]Cell, 1)
			r.Cells(column, Metric(metric), []Band{{0, r.Rows()}}, one)
			counts[metric] += one[0].Count
		}
	}
	all, reads, writes := counts[SentMetric], counts[readMetric], counts[writeMetric]
	if reads < all*22/100 || reads > all*28/100 || reads+writes != all {
		t.Errorf("of %d entities %d are read and %d written, want a quarter read", all, reads, writes)
	}
}

// The speed that is told is the one that the clock measured: how far the playhead
// came in the last seconds, against how far it should have come.
func TestPaceIsMeasured(t *testing.T) {
	s := NewState(FirstPreset)
	s.Play.SetSpeed(10)
	s.Play.Toggle()
	frames := func(count int, elapsed int64) (measured int64) {
		from := s.Play.At()
		for range count {
			s.Play.Advance(elapsed, func() bool { return true })
		}
		return (s.Play.At() - from) * 1000 / (int64(count) * elapsed * 10)
	}
	if frames(1, 200_000); s.Play.Pace() != 1000 {
		t.Errorf("after one frame %d thousandths are told, before anything is known", s.Play.Pace())
	}
	slow := frames(60, 200_000) // a device that shows five frames a second
	if got := s.Play.Pace(); slow > 300 || got < slow-20 || got > slow+20 {
		t.Errorf("at 5 frames a second %d thousandths are told, the playhead made %d", got, slow)
	}
	fast := frames(1200, 16_000)
	if got := s.Play.Pace(); fast < 990 || got < 900 {
		t.Errorf("at 60 frames a second again %d thousandths are told, the playhead made %d", got, fast)
	}
}

// Every preset has a link that fits and opens.
func TestEveryPresetHasALink(t *testing.T) {
	for _, p := range sim.Presets() {
		s := NewState(p.Name)
		s.Play.SeekRun(30 * clock.Second)
		text := s.Moment(func() {})
		if text == "" || len(text) > moment.MaxLink {
			t.Errorf("%s: a link of %d characters", p.Name, len(text))
		}
		if err := NewState(FirstPreset).OpenMoment(text, func() {}); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
	}
}
