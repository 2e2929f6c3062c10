package sim

import (
	"testing"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// trace is everything that the front end and the servers did with requests, one
// line each, in the order in which they did it.
type trace struct {
	s     *Simulation
	lines []traced
}

type traced struct {
	at       int64
	what     traceKind
	why      record.Cause
	key      uint64
	entities uint32
	read     bool
	owner    uint32 // number of the range that holds the key
	target   int64  // of a partition, at that moment
}

type traceKind uint8

const (
	arrived traceKind = iota
	done
	refused
)

// follow begins to trace a run at its start.
func follow(s *Simulation) *trace {
	t := &trace{s: s}
	s.state.service.Watch(service.Watch{
		Arrived:  func(q service.Seen) { t.add(&q, arrived, 0) },
		Answered: func(q service.Seen) { t.add(&q, done, 0) },
		Refused:  func(q service.Seen, why record.Cause) { t.add(&q, refused, why) },
	})
	return t
}

func (t *trace) add(q *service.Seen, what traceKind, why record.Cause) {
	v := &t.s.state.service
	line := traced{at: q.At, what: what, why: why, key: q.Key, entities: uint32(q.Entities), read: q.Do == service.Get || q.Do == service.Scan, target: v.Params().PartitionTarget}
	for i := range v.Ranges() { // among all, without looking for the key as the service does
		if r := v.Range(i); r.Low <= q.Key && (r.High == 0 || q.Key < r.High) {
			line.owner = r.Number
		}
	}
	t.lines = append(t.lines, line)
}

// row finds the row of a key among all.
func (t *trace) row(key uint64) int {
	rows := t.s.Heat().Rows
	row := 0
	for row+1 < len(rows) && rows[row+1] <= key {
		row++
	}
	return row
}

// recounted is a column as the trace has it.
type recounted struct {
	rows  map[int]*recount
	parts map[uint32]*recount
	over  map[int64]bool // seconds
	peak  map[int]uint32
	all   recount
}

type recount struct {
	offered, reads, requests, entities, refused uint64
	refusals                                    record.Refusals // entities
}

func (r *recount) add(l *traced) {
	n := uint64(l.entities)
	switch l.what {
	case arrived:
		r.offered += n
		if l.read {
			r.reads += n
		}
	case done:
		r.requests++
		r.entities += n
	case refused:
		r.refusals[l.why] += n
		r.refused++
	}
}

// columns recounts the trace by columns of a length.
func (t *trace) columns(length int64) map[int64]*recounted {
	type keySecond struct {
		key    uint64
		second int64
	}
	offered := map[keySecond]uint32{}
	out := map[int64]*recounted{}
	for i := range t.lines {
		l := &t.lines[i]
		c := out[l.at/length]
		if c == nil {
			c = &recounted{map[int]*recount{}, map[uint32]*recount{}, map[int64]bool{}, map[int]uint32{}, recount{}}
			out[l.at/length] = c
		}
		row := t.row(l.key)
		if c.rows[row] == nil {
			c.rows[row] = &recount{}
		}
		if c.parts[l.owner] == nil {
			c.parts[l.owner] = &recount{}
		}
		c.all.add(l)
		c.rows[row].add(l)
		c.parts[l.owner].add(l)
		if l.what == arrived {
			at := keySecond{l.key, l.at / clock.Second}
			offered[at] += l.entities
			c.peak[row] = max(c.peak[row], offered[at])
			if int64(offered[at]) > l.target {
				c.over[at.second] = true
			}
		}
	}
	return out
}

// shortRun is a run of a scenario with a trace, as far as it takes to see all.
func shortRun(t *testing.T, c Scenario, until int64) *trace {
	t.Helper()
	s := must(t, c)
	f := follow(s)
	s.Run(until)
	return f
}

// traceable are all presets with quick decisions, and random scenarios.
func traceable(t *testing.T, each func(name string, f *trace)) {
	t.Helper()
	for _, p := range Presets() {
		c := scenarioOf(t, p.Name)
		c.Params.Teach()
		each(p.Name, shortRun(t, c, 70*clock.Second))
	}
	for i := range uint64(24) {
		each("random", shortRun(t, RandomScenario(enginetest.Seed(t, 1)+i), 12*clock.Second))
	}
}

// Every column of the recording, by rows, by ranges and by causes, is what a trace
// of all requests comes to, and all columns together are the totals.
func TestColumnsAgainstTrace(t *testing.T) {
	enginetest.NativeOnly(t)
	traceable(t, func(name string, f *trace) {
		h, total := f.s.Heat(), f.s.Total()
		want := f.columns(h.Span)
		var sum record.Totals
		for i := range h.Columns {
			c := &h.Columns[i]
			w := want[int64(i)]
			if w == nil {
				w = &recounted{}
			}
			f.rows(t, name, c, w)
			f.parts(t, name, c, w)
			if int(c.Over) != len(w.over) || uint64(c.Requests) != w.all.requests {
				t.Errorf("%s, column %d: %d seconds over, %d done, want %d and %d", name, i, c.Over, c.Requests, len(w.over), w.all.requests)
			}
			sum.OverSeconds += uint64(c.Over)
			sum.Sent += uint64(c.Sent)
			sum.Wanted += uint64(c.Wanted)
			sum.Done += uint64(c.Requests)
			for why, n := range c.Refused {
				sum.Refused[why] += uint64(n)
			}
			for row := range h.Rows {
				sum.Entities += uint64(c.Done[row])
			}
		}
		sum.Latency = sumOfLatency(h)
		for _, n := range [][3]any{{"seconds over", sum.OverSeconds, total.OverSeconds}, {"sent", sum.Sent, total.Sent}, {"wanted", sum.Wanted, total.Wanted}, {"done", sum.Done, total.Done},
			{"refused", sum.Refused, total.Refused}, {"entities", sum.Entities, total.Entities}, {"latencies", sum.Latency, total.Latency}} {
			if n[1] != n[2] {
				t.Errorf("%s: the columns hold %v %s, the totals %v", name, n[1], n[0], n[2])
			}
		}
	})
}

func sumOfLatency(h record.Heat) (sum record.Histogram) {
	for i := range h.Columns {
		for j, n := range h.Columns[i].Latency {
			sum[j] += n
		}
	}
	return sum
}

func refusalsOf(n func(why record.Cause) uint32) (out record.Refusals) {
	for why := range record.Causes {
		out[why] = uint64(n(why))
	}
	return out
}

func (f *trace) rows(t *testing.T, name string, c *record.Column, w *recounted) {
	t.Helper()
	for row := range c.Offered {
		var want recount
		if r := w.rows[row]; r != nil {
			want = *r
		}
		got := recount{offered: uint64(c.Offered[row]), reads: uint64(c.Reads[row]), entities: uint64(c.Done[row]), requests: want.requests, refused: want.refused,
			refusals: refusalsOf(func(why record.Cause) uint32 { return c.RefusedEntities(why, row) })}
		if got != want || c.Peak[row] != w.peak[row] {
			t.Fatalf("%s, row %d: got %+v with a peak of %d, want %+v and %d", name, row, got, c.Peak[row], want, w.peak[row])
		}
	}
}

func (f *trace) parts(t *testing.T, name string, c *record.Column, w *recounted) {
	t.Helper()
	if len(c.Parts) != len(w.parts) {
		t.Fatalf("%s: %d ranges, want %d", name, len(c.Parts), len(w.parts))
	}
	for i := range c.Parts {
		p := &c.Parts[i]
		want := w.parts[p.Range]
		if want == nil {
			t.Fatalf("%s: range %d was not asked", name, p.Range)
		}
		got := recount{offered: uint64(p.Offered), reads: uint64(p.Reads), entities: uint64(p.Done), requests: want.requests, refused: want.refused,
			refusals: refusalsOf(func(why record.Cause) uint32 { return p.Refused[why] })}
		if got != *want {
			t.Fatalf("%s, range %d: got %+v, want %+v", name, p.Range, got, *want)
		}
	}
}

// Going back, branching off and folding the recording leave its counts as they
// would be without.
func TestColumnsAfterSeek(t *testing.T) {
	enginetest.NativeOnly(t)
	c := scenarioOf(t, "hotkey")
	c.Params.Teach()
	straight, back := must(t, c), must(t, c)
	straight.Run(90 * clock.Second)
	back.Run(70*clock.Second + 123)
	back.SeekTo(33*clock.Second + 77)
	back.SeekTo(50 * clock.Second)
	back.Rewind(40 * clock.Second)
	if err := back.Revise([]Command{{At: 60 * clock.Second, Do: SetGuard}}); err != nil {
		t.Fatal(err)
	}
	if err := back.Revise(nil); err != nil {
		t.Fatal(err)
	}
	back.Run(90 * clock.Second)
	differ(t, "after a seek", back, straight)
	branch, err := straight.Branch(40*clock.Second+5, nil)
	if err != nil {
		t.Fatal(err)
	}
	branch.Run(90 * clock.Second)
	differ(t, "a branch", branch, straight)
	if straight.Total().OverSeconds == 0 {
		t.Error("no second is over the target, so nothing is shown")
	}
}

// One key above the target makes a second one over the target; many keys of one
// range and row that come to the same do not.
func TestOverIsOfOneKey(t *testing.T) {
	for _, x := range []struct {
		template string
		over     bool
	}{{"everything", true}, {"a_{Id}", false}} {
		c := scenarioOf(t, "guid")
		c.Template = x.template
		s := must(t, c)
		s.Run(20 * clock.Second)
		if total := s.Total(); (total.OverSeconds > 0) != x.over || total.Entities < 15_000 {
			t.Errorf("%s: %d seconds over the target, %d entities", x.template, total.OverSeconds, total.Entities)
		}
	}
}
