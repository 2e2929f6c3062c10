package runs

import (
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// whyOf explains the busiest cell of a run in its last whole second.
func whyOf(t *testing.T, preset string, second int64) (Why, *Run) {
	t.Helper()
	c, err := sim.FromPreset(preset)
	if err != nil {
		t.Fatal(err)
	}
	r, err := newSimRun(preset, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.sim.Run(second * clock.Second)
	heat := r.sim.Heat()
	column, best := int((second*clock.Second-1)/heat.Span)-1, 0
	for row, n := range heat.Columns[column].Offered {
		if n > heat.Columns[column].Offered[best] {
			best = row
		}
	}
	a := r.ask(0, int(int64(column)*heat.Span/r.window), Band{best, best + 1})
	for a.Step(func() bool { return true }) {
	}
	return a.Why(), r
}

// lastMinute counts what the last minute of a run accepted, from its heat map.
func lastMinute(t *testing.T, c sim.Scenario) (entities int64) {
	t.Helper()
	s, err := sim.New(c)
	if err != nil {
		t.Fatal(err)
	}
	s.Run(c.Span)
	heat := s.Heat()
	for i := range heat.Columns {
		if at := int64(i) * heat.Span; at < c.Span-clock.Minute || at >= c.Span {
			continue
		}
		for _, n := range heat.Columns[i].Done {
			entities += int64(n)
		}
	}
	return entities / 60
}

// A fix is offered where a run of it accepts far more than the key as it is, with
// the figures of both runs, and nowhere else: not where splits bring as much, nor
// where the keys are not the reason.
func TestFix(t *testing.T) {
	for _, c := range []struct {
		preset string
		second int64
		fix    string
		tried  bool
	}{
		{"append", 60, "{hash(Id)%16:02}_{At.time}", true},
		{"prepend", 60, "{hash(Id)%16:02}_{reverseTicks(At):19}", true},
		{"single", 60, "everything_{hash(Id)%8}", true},
		{"hotkey", 60, "{User}_{hash(Id)%8}", true},
		{"season", 620, "", true},
		{"guid", 60, "", false},
		{"newtable", 60, "", false},
		{"noisy", 60, "", false},
		{"account", 10, "", false},
		{"deleteall", 10, "", false},
	} {
		t.Run(c.preset, func(t *testing.T) {
			w, r := whyOf(t, c.preset, c.second)
			f := &w.Fix
			if f.Template != c.fix || f.Tried > 0 != c.tried || w.Trying || keyHelps(&w.Answer) != c.tried {
				t.Fatalf("got %q after %d trials, want %q", f.Template, f.Tried, c.fix)
			}
			if !c.tried {
				return
			}
			if got := lastMinute(t, r.sim.Trial(w.Answer.From, r.sim.Scenario().Template, TrialSpan)); differ(got, f.Now.Accepted) {
				t.Errorf("the key as it is accepts %d entities/s, the answer says %d", got, f.Now.Accepted)
			}
			if c.fix == "" {
				return
			}
			got := lastMinute(t, r.sim.Trial(w.Answer.From, c.fix, TrialSpan))
			if differ(got, f.Then.Accepted) || got*10 <= f.Now.Accepted*11 {
				t.Errorf("the fix accepts %d entities/s, the answer says %d instead of %d", got, f.Then.Accepted, f.Now.Accepted)
			}
			if f.Then.Splits == 0 || f.Then.First*10 > f.Now.Accepted*11 {
				t.Errorf("%d entities/s before the first of %d splits: want no gain without splits", f.Then.First, f.Then.Splits)
			}
		})
	}
}

// ownRows replays rows that a person brought, for a minute, and asks why the last
// whole second is as it is.
func ownRows(t *testing.T, text, pk string) (Why, *Run) {
	t.Helper()
	p := design.New(0)
	done := func() {
		for p.Advance(func() bool { return true }) {
		}
	}
	p.Incoming.Import("", []byte(text))
	done()
	p.Incoming.KeepRest()
	done()
	p.Keys.SetTemplate(draft.PartitionKey, pk)
	done()
	s := NewState("append")
	if !s.Replay(p.Rows.Data(), p.Rows.Source(), p.Edit.Work().Design.PartitionKey) {
		t.Fatal(s.Play.problem)
	}
	c := s.Scenario()
	c.Groups[0].Load.Rate = 4000
	r, err := newSimRun("rows", c, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.sim.Run(60 * clock.Second)
	heat := r.sim.Heat()
	column, best := int((60*clock.Second-1)/heat.Span)-1, 0
	for row, n := range heat.Columns[column].Offered {
		if n > heat.Columns[column].Offered[best] {
			best = row
		}
	}
	a := r.ask(0, int(int64(column)*heat.Span/r.window), Band{best, best + 1})
	for a.Step(func() bool { return true }) {
	}
	return a.Why(), r
}

// A scenario over own rows is offered a fix as presets are: one of keys made of
// their columns, which a run of the same rows accepts more under, or it is said why
// none was tried.
func TestFixOfOwnRows(t *testing.T) {
	rows := func(id, site func(i int) string) string {
		b := strings.Builder{}
		b.WriteString("id,site\n")
		for i := range 9000 {
			b.WriteString(id(i) + "," + site(i) + "\n")
		}
		return b.String()
	}
	number := func(i int) string { return "r" + strconv.Itoa(100_000+i) }
	sites := func(n int) func(i int) string {
		return func(i int) string { return "s" + strconv.Itoa(i*7%n) }
	}
	for _, c := range []struct {
		name, text, pk string
		fix            string
		none           bool
	}{
		{"in one partition", rows(number, sites(2)), "all", "all_{hash(id)%8}", false},
		{"many sites", rows(number, sites(40)), "all", "{site}_all", false},
		{"nothing tells them apart", rows(sites(1), sites(1)), "all", "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, r := ownRows(t, c.text, c.pk)
			f := &w.Fix
			if f.Template != c.fix || f.None != c.none || w.Trying {
				t.Fatalf("got %q after %d trials, none %v, want %q; the answer is %v, %v", f.Template, f.Tried, f.None, c.fix, w.Answer.Pattern, w.Answer.Reason)
			}
			if c.none {
				return
			}
			before := lastMinute(t, r.sim.Trial(w.Answer.From, r.sim.Scenario().Template, TrialSpan))
			after := lastMinute(t, r.sim.Trial(w.Answer.From, c.fix, TrialSpan))
			if differ(before, f.Now.Accepted) || differ(after, f.Then.Accepted) || after*10 <= before*11 {
				t.Errorf("runs accept %d and %d entities/s, the answer says %d and %d", before, after, f.Now.Accepted, f.Then.Accepted)
			}
			if f.After.Operations == 0 || f.After.TopShare >= f.Before.TopShare {
				t.Errorf("the writes are spread as %+v, before %+v", f.After, f.Before)
			}
		})
	}
}

// differ reports whether two rates differ by more than the entities that are on
// their way when the minute begins and ends.
func differ(a, b int64) bool { return max(a-b, b-a)*100 > max(a, b) }

// What the cells of a run say was refused adds up to its totals, cause by cause.
func TestRefusedAddsUp(t *testing.T) {
	for _, preset := range []string{"failure", "account", "newtable"} {
		c, _ := sim.FromPreset(preset)
		r, err := newSimRun(preset, c, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.sim.Run(200 * clock.Second)
		var sum record.Refusals
		for column := range r.Drawn() {
			for row := range r.Rows() {
				for why, n := range r.Refused(column, Band{row, row + 1}) {
					sum[why] += n
				}
			}
		}
		total := r.sim.Total()
		if sum != total.RefusedEntities || sum.Sum() == 0 {
			t.Errorf("%s: the cells hold %v refused entities, the totals %v", preset, sum, total.RefusedEntities)
		}
	}
}

// A trial is better for a tenth more entities, or for as many with a third less
// latency; no trial is better than itself.
func TestHelps(t *testing.T) {
	now := Trial{Accepted: 1000, P99: 90_000}
	for _, c := range []struct {
		accepted, p99 int64
		want          bool
	}{{1000, 90_000, false}, {1100, 90_000, false}, {1101, 90_000, true}, {1101, 900_000, true}, {1000, 59_000, true}, {1000, 61_000, false}, {980, 10_000, false}, {0, 0, false}} {
		if got := (Trial{Accepted: c.accepted, P99: c.p99}).helps(now); got != c.want {
			t.Errorf("%d entities/s, p99 %d: got %v", c.accepted, c.p99, got)
		}
	}
}

// A change keeps every part of the key that it changes, so that what was asked by
// one of them still can be; what a key begins with stays in front in all but the
// last resort.
func TestChanges(t *testing.T) {
	for _, p := range sim.Presets() {
		c, _ := sim.FromPreset(p.Name)
		changes := changesOf(c.Template, generated(c.Entities))
		for i, change := range changes {
			if _, err := keys.Parse(change.template); err != nil {
				t.Errorf("%s: %s: %v", p.Name, change.template, err)
			}
			rest := change.template
			for _, part := range keyParts(c.Template) {
				text := strings.Trim(part.text, "_")
				if strings.HasPrefix(text, "{hash(") && strings.Contains(rest, "{hash(") { // may get wider
					text = "{hash("
				}
				at := strings.Index(rest, text)
				if at < 0 {
					t.Errorf("%s: %s loses %s of %s", p.Name, change.template, text, c.Template)
					break
				}
				rest = rest[at+len(text):]
			}
			if lead := c.Template[:leadOf(c.Template, generated(c.Entities))]; i < len(changes)-2 && !strings.HasPrefix(change.template, lead[:strings.LastIndex(lead, "}")+1]) {
				t.Errorf("%s: %s does not begin with %s", p.Name, change.template, lead)
			}
			if change.price == "" {
				t.Errorf("%s: %s has no price", p.Name, change.template)
			}
		}
	}
}

// The part in front of the time or the Id groups the entities.
func TestLead(t *testing.T) {
	preset, err := sim.FromPreset("append")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ template, lead, wider string }{
		{"{At.time}", "", ""},
		{"{Id}", "", ""},
		{"everything", "", ""},
		{"{hash(Id)%16:02}_{At.time}", "", ""},
		{"{User}", "{User}", ""},
		{"{Channel}_{9999-At.year}_{13-At.month:02}", "{Channel}_", ""},
		{"{Component}_{Instance}_{hash(Id)%4}", "{Component}_{Instance}_", "{Component}_{Instance}_{hash(Id)%32:02}"},
		{"{User}_{hash(Id)%16:02}", "{User}_", "{User}_{hash(Id)%128:03}"},
		{"{User}_{hash(Id)%64:02}", "{User}_", ""},
	} {
		wider, _, _, _ := widened(c.template, "{hash(Id)%")
		if got := c.template[:leadOf(c.template, generated(preset.Entities))]; got != c.lead || wider != c.wider {
			t.Errorf("%s: got %q and %q, want %q and %q", c.template, got, wider, c.lead, c.wider)
		}
	}
}

// Added names the new part of a key, wherever it is.
func TestAdded(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"{At.time}", "{hash(Id)%16:02}_{At.time}", "{hash(Id)%16:02}"},
		{"{User}", "{User}_{hash(Id)%8}", "{hash(Id)%8}"},
		{"everything", "everything_{hash(Id)%8}", "{hash(Id)%8}"},
		{"{Channel}_{At.month}", "{Channel}_{hash(Id)%16:02}_{At.month}", "{hash(Id)%16:02}"},
		{"{C}_{hash(Id)%4}", "{C}_{hash(Id)%32:02}", "{hash(Id)%32:02}"},
	} {
		if got := added(c.before, c.after); got != c.want {
			t.Errorf("%s to %s: got %q, want %q", c.before, c.after, got, c.want)
		}
	}
}
