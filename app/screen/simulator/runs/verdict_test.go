package runs

import (
	"strconv"
	"testing"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// taught is a run of a preset whose decisions take seconds.
func taught(t *testing.T, preset string, seed uint64, span int64) *Run {
	t.Helper()
	s := NewState(preset)
	s.base.Params.Teach()
	s.base.Seed, s.base.Span = seed, span
	s.restart()
	if s.Play.problem != nil {
		t.Fatal(s.Play.problem.Message)
	}
	s.Play.Finish()
	return s.Play.runs[0]
}

// The verdict, the series as a table, the ranges and the rows of the map come to
// the totals that the engine counts, whatever the preset and the seed.
func TestVerdictSums(t *testing.T) {
	for _, preset := range sim.Presets() {
		seed := uint64(5)
		r := taught(t, preset.Name, seed, 2*clock.Minute)
		v, total, all := r.Verdict(), r.sim.Total(), r.Counts(0, r.Drawn())
		for name, n := range map[string][3]uint64{
			"requests sent": {v.Sent, all.Sent, total.Sent}, "entities accepted": {v.Accepted, all.Accepted, total.Entities}, "requests done": {total.Done, all.Done, total.Done},
			"entities offered": {v.Offered, all.Wanted, total.Wanted}, "seconds over": {uint64(v.Over / clock.Second), all.Over, total.OverSeconds},
			"throttled": {v.Throttled(), all.Refused[record.RangeFull] + all.Refused[record.ServerCrowded] + all.Refused[record.RangePaused], total.Throttled},
			"latencies": {total.Latency.Count(), all.Latency.Count(), total.Done}, "splits": {uint64(v.Splits.All), splitsOf(r), total.Splits},
			"refused": {v.Refused.Sum(), all.Refused.Sum(), total.Throttled + total.Unavailable + total.AccountThrottled},
			"resent":  {v.Resent, total.SentEntities - total.Wanted, total.SentEntities - all.Wanted},
		} {
			if n[0] != n[2] || n[1] != n[2] {
				t.Errorf("%s %d: %s are %d in the verdict and %d in the table, want %d", preset.Name, seed, name, n[0], n[1], n[2])
			}
		}
		if total.Sent != total.Done+v.Refused.Sum()+total.InFlight {
			t.Errorf("%s: %d sent, %d done, %d refused, %d on their way", preset.Name, total.Sent, total.Done, v.Refused.Sum(), total.InFlight)
		}
		addsUp(t, preset.Name, r)
	}
}

func splitsOf(r *Run) (n uint64) {
	for _, j := range r.Judged() {
		n += uint64(j.Splits)
	}
	return n
}

// addsUp checks that the pieces of the series, and the ranges in each period, have
// what the whole has.
func addsUp(t *testing.T, name string, r *Run) {
	t.Helper()
	const step, periods = 7, 6
	var sum Counts
	for c := 0; c < r.Drawn(); c += step {
		part := r.Counts(c, min(c+step, r.Drawn()))
		sum.Sent += part.Sent
		sum.Accepted += part.Accepted
		sum.Micros += part.Micros
		for why, n := range part.Refused {
			sum.Refused[why] += n
		}
	}
	all := r.Counts(0, r.Drawn())
	if sum.Sent != all.Sent || sum.Accepted != all.Accepted || sum.Refused != all.Refused || sum.Micros != all.Micros || all.Micros != r.sim.Now() {
		t.Errorf("%s: the lines of the series are %+v, want %+v", name, sum, all)
	}
	for metric := SentMetric; metric <= throttledMetric; metric++ {
		var ranges, rows [periods]int64
		for _, l := range r.RangeLives(0, r.Drawn(), periods, metric) {
			for i, n := range l.Counts {
				ranges[i] += n
			}
		}
		one := make([]Cell, 1)
		for c := range r.Drawn() {
			r.Cells(c, metric, []Band{{0, r.Rows()}}, one)
			rows[c*periods/r.Drawn()] += one[0].Count
		}
		if ranges != rows {
			t.Errorf("%s: the ranges have %v entities %s, the rows %v", name, ranges, metric, rows)
		}
	}
}

// What is said of a change is what a run that is stopped at both ends of each
// window counts, and no range changes inside a window.
func TestJudgedAgainstRecount(t *testing.T) {
	judged := map[Effect]int{}
	for _, preset := range []string{"prepend", "guid", "noisy", "newtable", "failure"} {
		r := taught(t, preset, 3, 10*clock.Minute)
		fresh, err := sim.New(r.sim.Scenario())
		if err != nil {
			t.Fatal(err)
		}
		last := int64(0)
		for _, j := range r.Judged() {
			judged[j.Effect]++
			if j.BeforeFrom > j.From || j.From >= j.To || j.To > j.AfterTo || j.From < last || j.From-j.BeforeFrom > judgedFor || j.AfterTo-j.To > judgedFor {
				t.Errorf("%s: the windows are %+v", preset, j)
			}
			last = j.To
			before, after := acceptedBetween(t, fresh, j.BeforeFrom, j.From), acceptedBetween(t, fresh, j.To, j.AfterTo)
			if j.Before != before || j.After != after {
				t.Errorf("%s at %d s: %d/s before and %d/s after, want %d and %d", preset, Seconds(j.From), j.Before, j.After, before, after)
			}
			if gain := after * 1000 / max(1, before); j.Effect == Helped && gain <= 1030 || j.Effect == DidNotHelp && gain > 1200 && preset != "newtable" {
				t.Errorf("%s at %d s: %+v", preset, Seconds(j.From), j)
			}
		}
	}
	for _, e := range []Effect{Helped, DidNotHelp, LoadChanged} {
		if judged[e] == 0 {
			t.Errorf("no change has the effect %d: %v", e, judged)
		}
	}
}

// acceptedBetween runs from one moment to another and returns what was accepted per
// second. It fails where a range changes between them.
func acceptedBetween(t *testing.T, s *sim.Simulation, from, to int64) int64 {
	t.Helper()
	s.SeekTo(from)
	before, ranges := s.Total(), mapOf(s)
	for at := from; at < to; at += clock.Second {
		s.Run(at)
		if now := mapOf(s); now != ranges {
			t.Errorf("the ranges change between %d and %d s: %s, then %s", Seconds(from), Seconds(to), ranges, now)
			break
		}
	}
	s.Run(to)
	return perSecond(int64(s.Total().Entities-before.Entities), to-from)
}

func mapOf(s *sim.Simulation) string {
	text := ""
	for _, r := range s.Ranges() {
		text += strconv.Itoa(int(r.Number)) + " on " + strconv.Itoa(r.Server) + ", "
	}
	return text
}

// Keys that grow or fall with time: whatever is split, one server does the work
// and no split helps. Buckets spread it, and random keys are helped by splits.
func TestSplitsThatHelp(t *testing.T) {
	for _, preset := range []string{"append", "prepend"} {
		s := NewState(preset)
		s.Play.Finish()
		if v := s.Play.runs[0].Verdict(); v.Splits.All < 5 || v.Splits.Helped != 0 || v.Splits.Vain < 5 || v.Share < 990 || v.Over != v.Span {
			t.Errorf("%s: %+v, want splits of which none helps", preset, v)
		}
	}
	a, b, g := taught(t, "append", 1, 15*clock.Minute).Verdict(), taught(t, "bucket", 1, 15*clock.Minute).Verdict(), taught(t, "guid", 1, 15*clock.Minute).Verdict()
	if b.Working < 8 || b.Accepted < 3*a.Accepted || b.Over != 0 {
		t.Errorf("buckets: %+v, want eight servers at work and three times %d entities", b, a.Accepted)
	}
	if g.Splits.Helped == 0 || g.Over != 0 {
		t.Errorf("guid: %+v, want splits that help and no partition over its target", g)
	}
}

// With the change that is suggested for the hot key, more than twice as much is
// accepted, no partition is over its target, and the splits that follow help.
func TestHotKeyFix(t *testing.T) {
	s := NewState("hotkey")
	s.Play.SeekRun(2 * clock.Minute)
	s.Play.Advance(0, func() bool { return true })
	a, _ := s.Play.AskPattern(0, 3)
	for a.Step(func() bool { return true }) {
	}
	w := a.Why()
	for a = s.Play.Ask(w.Run, w.Column, w.Band); a.Step(func() bool { return true }); {
	}
	s.Branch(a.Why())
	s.Play.Finish()
	if len(s.Play.runs) != 2 {
		t.Fatal("no change is suggested")
	}
	before, after := s.Play.runs[0].Verdict(), s.Play.runs[1].Verdict()
	if after.Accepted <= 2*before.Accepted || after.P99 > before.P99 {
		t.Errorf("%d entities with p99 %d µs, want more than twice %d and no more than %d µs", after.Accepted, after.P99, before.Accepted, before.P99)
	}
	if before.Over < 50*clock.Minute || after.Over != 0 {
		t.Errorf("over the target for %d s, then for %d s; want most of the hour, then never", Seconds(before.Over), Seconds(after.Over))
	}
	if after.Splits.Helped != after.Splits.All || after.Splits.All < 3 {
		t.Errorf("the splits are %+v, want all to help", after.Splits)
	}
}

// A change is judged only where there is something to judge it by.
func TestEffects(t *testing.T) {
	run := func(preset string, commands ...sim.Command) []Judged {
		s := NewState(preset)
		s.base.Span, s.base.Commands = 6*clock.Minute, commands
		s.base.Params.Manager = false
		s.restart()
		if s.Play.problem != nil {
			t.Fatal(s.Play.problem.Message)
		}
		s.Play.Finish()
		return s.Play.runs[0].Judged()
	}
	split := func(at int64) sim.Command { return sim.Command{At: at * clock.Second, Do: sim.SplitAt, Key: "80"} }
	less := sim.Command{At: 170 * clock.Second, Do: sim.SetLoad, Load: demand.Load{VMs: 1, Threads: 5, Size: demand.Small, Batch: 1, Mix: [5]int64{1}}}
	for _, c := range []struct {
		name     string
		preset   string
		commands []sim.Command
		want     []Effect
	}{
		{"nothing", "guid", nil, nil},
		{"a split that helps", "guid", []sim.Command{split(150)}, []Effect{Helped}},
		{"a split of cold keys", "append", []sim.Command{{At: 150 * clock.Second, Do: sim.SplitAt, Key: "12:00:30"}}, []Effect{DidNotHelp}},
		{"at the start", "guid", []sim.Command{split(4)}, []Effect{TooClose}},
		{"at the end", "guid", []sim.Command{split(350)}, []Effect{TooSoon}},
		{"with another load", "guid", []sim.Command{split(150), less}, []Effect{LoadChanged}},
		{"another load long before", "guid", []sim.Command{{At: clock.Second, Do: sim.SetBackground, Share: 1}, split(150)}, []Effect{Helped}},
		{"a merge", "failure", []sim.Command{{At: 150 * clock.Second, Do: sim.MergeAt, Key: "00"}}, []Effect{OnlyMerged}},
		{"a server fails", "failure", []sim.Command{{At: 150 * clock.Second, Do: sim.KillServer, Server: 5}}, []Effect{LoadChanged}},
		{"two in a row", "guid", []sim.Command{split(150), {At: 170 * clock.Second, Do: sim.SplitAt, Key: "40"}}, []Effect{Helped}},
		{"two apart, the other half still full", "guid", []sim.Command{split(100), {At: 240 * clock.Second, Do: sim.SplitAt, Key: "c0"}}, []Effect{Helped, DidNotHelp}},
	} {
		judged := run(c.preset, c.commands...)
		if len(judged) != len(c.want) {
			t.Errorf("%s: %d changes, want %d: %+v", c.name, len(judged), len(c.want), judged)
			continue
		}
		for i, e := range c.want {
			if judged[i].Effect != e {
				t.Errorf("%s: %+v, want the effect %d", c.name, judged[i], e)
			}
		}
	}
}

// Ranges that share a row of the map are told apart, and their entities are those
// of the row.
func TestRangesInOneRow(t *testing.T) {
	s := NewState("guid")
	s.base.Span, s.base.Params.Manager = 3*clock.Minute, false
	s.base.Commands = []sim.Command{{At: 30 * clock.Second, Do: sim.SplitAt, Key: "8020"}, {At: 60 * clock.Second, Do: sim.SplitAt, Key: "80a0"}, {At: 90 * clock.Second, Do: sim.SplitAt, Key: "8120"}}
	s.restart()
	s.Play.Finish()
	r := s.Play.runs[0]
	row, _ := r.RowOf(r.owners(nil)[2].Low)
	column := 150
	shared := r.Sharing(column, SentMetric, Band{row, row + 1})
	whole, inside := 0, int64(0)
	for _, x := range shared {
		if x.Whole {
			whole++
			inside += x.Count
		}
	}
	one := make([]Cell, 1)
	r.Cells(column, SentMetric, []Band{{row, row + 1}}, one)
	if len(shared) != 4 || whole != 2 || inside > one[0].Count || inside == 0 {
		t.Errorf("the row has %d entities, and the ranges %+v share it; want 4 of which 2 lie inside", one[0].Count, shared)
	}
	if alone := r.Sharing(column, SentMetric, Band{5, 6}); len(alone) != 1 || alone[0].Whole {
		t.Errorf("another row is shared by %+v, want one range", alone)
	}
}
