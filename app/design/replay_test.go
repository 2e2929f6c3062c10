package design

import (
	"maps"
	"os"
	"reflect"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/score"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/lessons/assign"
)

// replayed does the work of a playground again, over the rows of an earlier one.
func replayed(t *testing.T, given string, like *Replay) *Replay {
	t.Helper()
	r, err := NewReplay(assign.Opened(given), like, func() {})
	if err != nil {
		t.Fatal(err)
	}
	for {
		for r.Step() {
		}
		set, wanted := r.Wanted()
		if !wanted {
			return r
		}
		s, _ := draft.SampleByID(set.Sample)
		data, err := os.ReadFile("../../web/node_modules/vega-datasets/data/" + s.File)
		if err != nil {
			t.Fatal(err)
		}
		r.Provide(set, data)
	}
}

// Work that is done again has the figures that it had, whatever was done again
// before it over the same rows.
func TestReplay(t *testing.T) {
	p := movieTable(t)
	finish(p)
	start := p.Aspects()
	want := p.Facts().Figures
	first := replayed(t, p.Given(true), nil)
	if got := first.Facts().Figures; !maps.Equal(got, want) || len(want) != 7 {
		t.Errorf("done again the figures are %v, want %v", got, want)
	}
	dearest, each := 0, [2]int{}
	for _, s := range p.Score.Scores(score.A) {
		dearest, each[0], each[1] = max(dearest, s.Cost.Examined), each[0]+s.Cost.Examined, each[1]+s.Cost.Returned
	}
	if want["examined"] != float64(dearest) || want["each"] != float64(each[0])/float64(each[1]) {
		t.Errorf("the questions examine %d and %v, the figures say %v", dearest, each, want)
	}
	p.Keys.SetTemplate(draft.PartitionKey, "all")
	p.Keys.SetTemplate(draft.RowKey, "{clean(or(Major_Genre,'Unknown'))}")
	finish(p)
	held := met(p, func(table.Row) bool { return true })
	if lost := p.Facts().Figures["lost"]; held > 20 || lost != float64(p.Rows.Data().Len()-held) {
		t.Errorf("the table holds %d films, and %v are lost", held, lost)
	}
	one := replayed(t, p.Given(true), first)
	if got := one.Facts().Figures; !maps.Equal(got, p.Facts().Figures) || got["partitions"] != 1 {
		t.Errorf("under one partition the figures are %v, want %v", got, p.Facts().Figures)
	}
	if now := one.Aspects(); now["keys"] == start["keys"] || now["data"] != start["data"] || now["questions"] != start["questions"] {
		t.Errorf("the keys were changed and nothing else: %v, then %v", start, now)
	}
	again := replayed(t, p.Given(false), one)
	fresh := replayed(t, p.Given(false), nil)
	a, _ := one.Load()
	b, ok := again.Load()
	c, _ := fresh.Load()
	if again.run != nil || fresh.run == nil || !ok || b.Accepted != c.Accepted || !reflect.DeepEqual(b.Heat, c.Heat) {
		t.Errorf("taken over from the same keys the load is %d/s (%v), sent afresh %d/s", b.Accepted, ok, c.Accepted)
	}
	spread, _ := first.Load()
	if a.Accepted != b.Accepted || a.Accepted >= ReplayRate/2 || spread.Accepted <= a.Accepted {
		t.Errorf("one partition accepts %d and %d per second, many %d", a.Accepted, b.Accepted, spread.Accepted)
	}
}

// A task on each sample, with each of its designs, fits in a link.
func TestTaskOnSamples(t *testing.T) {
	for _, s := range draft.Samples() {
		data, err := sampleData(s)
		if err != nil {
			t.Skip("the data sets are not installed: run npm ci in web")
		}
		p := New(startOfTests)
		p.Incoming.Open(s, data)
		finish(p)
		for _, d := range s.Designs {
			p.Keys.UseDesign(d)
			finish(p)
			task, err := assign.Parse("screen: /playground\ngoal: Answer each question with at most 100 entities examined, and lose no row.\n" +
				"check: figure(examined) <= 100\ncheck: figure(lost) = 0\nmay: keys\nhint: Which column do the questions name?\nminutes: 20\n" +
				"start: " + p.Given(false))
			if err != nil {
				t.Fatalf("%s: %v", s.ID, err)
			}
			text, err := task.Pack(func() {})
			if err != nil || len(text) > 1_900 {
				t.Errorf("%s, %s: the link has %d characters: %v", s.ID, d.Title, len(text), err)
			}
		}
	}
}
