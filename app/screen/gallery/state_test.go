package gallery

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/review"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/lessons/assign"
)

func noRest() {}

// designs opens results of the playground, and refuses those of other screens.
type designs struct{}

func (designs) Replay(r *assign.Result, like workspace.Replay) (workspace.Replay, error) {
	earlier, _ := like.(*design.Replay)
	return orNone(design.NewReplay(assign.Opened(r.Work), earlier, noRest))
}

func (designs) Aspects(t *assign.Task) (map[string]string, error) {
	r, err := design.NewReplay(assign.Opened(t.Start), nil, noRest)
	if err != nil {
		return nil, err
	}
	return r.Aspects(), nil
}

func orNone(r *design.Replay, err error) (workspace.Replay, error) {
	if err != nil {
		return nil, err
	}
	return r, nil
}

func films(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile("../../../web/node_modules/vega-datasets/data/movies.json")
	if err != nil {
		t.Skip("the data sets are not installed: run npm ci in web")
	}
	return data
}

// finish does everything that is there again.
func finish(t *testing.T, s *State) {
	t.Helper()
	for {
		for s.Step(noRest) {
		}
		set, ok := s.Wanted()
		if !ok {
			return
		}
		s.Provide(set, films(t))
	}
}

// add has a text read and returns how many results are new.
func add(t *testing.T, s *State, text string) int {
	t.Helper()
	s.Add(text)
	for n := 0; ; n++ {
		if _, _, ok := s.Reading(); !ok {
			return s.Brought().New
		}
		if !s.Step(noRest) || n > MaxLines {
			t.Fatalf("reading stands still after %d lines", n)
		}
	}
}

// table is a playground over the films.
func table(t *testing.T) *design.Playground {
	t.Helper()
	sample, _ := draft.SampleByID("movies")
	p := design.New(0)
	p.Incoming.Open(sample, films(t))
	for p.Advance(func() bool { return true }) {
	}
	return p
}

// handedIn is the line of a participant whose keys are these.
func handedIn(t *testing.T, p *design.Playground, task assign.Task, alias, pk, rk string) string {
	t.Helper()
	p.Keys.SetTemplate(draft.PartitionKey, pk)
	p.Keys.SetTemplate(draft.RowKey, rk)
	for p.Advance(func() bool { return true }) {
	}
	r := assign.Result{Task: task, Alias: alias, Work: p.Given(true)}
	line, err := r.Pack(noRest)
	if err != nil {
		t.Fatal(err)
	}
	return line
}

func taskOf(t *testing.T, p *design.Playground) assign.Task {
	t.Helper()
	task, err := assign.Parse("screen: /playground\ngoal: Lose nothing\ncheck: figure(lost) <= 24\nmay: keys\nstart: " + p.Given(false))
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// The figures of a gallery are those of an independent recount over the rows, and
// two leaders' galleries merge into one with each result once.
func TestGallery(t *testing.T) {
	p := table(t)
	task := taskOf(t, p)
	const title = "{clean(or(Title,'Untitled'))}_{Release_Date}_{Director}"
	ana := handedIn(t, p, task, "Ana", "movies", title)
	bo := handedIn(t, p, task, "Bo", "{hash(Title)%16:02}", title)
	built := p.Table.Built()
	c, err := sim.New(recount(p))
	if err != nil {
		t.Fatal(err)
	}
	c.Run(design.ReplaySeconds * 1_000_000)
	first, second := NewState(designs{}), NewState(designs{})
	add(t, first, "https://example.org/gallery#r="+ana+"\n\n"+bo+"\nno result\n"+ana)
	add(t, second, bo)
	add(t, second, first.Lines())
	for _, s := range []*State{first, second} {
		finish(t, s)
		if len(s.Entries()) != 2 || s.Open() != 0 {
			t.Fatalf("%d results, %d open", len(s.Entries()), s.Open())
		}
		for _, e := range s.Entries() {
			if e.Reason != "" || e.Lost != p.Rows.Data().Len()-built.Snapshot.Len() || e.Judged.Met != (e.Lost <= 24) {
				t.Errorf("%s: %+v, the table keeps %d of %d", e.Alias, e.Outcome.Judged, built.Snapshot.Len(), p.Rows.Data().Len())
			}
			if e.Alias == "Bo" && e.Accepted != int(c.Total().Entities)/design.ReplaySeconds {
				t.Errorf("Bo is accepted %d/s, want %d", e.Accepted, c.Total().Entities/design.ReplaySeconds)
			}
		}
	}
	a, b := first.Entries()[0], first.Entries()[1]
	if a.Accepted >= b.Accepted || a.Each == 0 || !a.Picture.Drawn || a.Picture.Busiest <= b.Picture.Busiest {
		t.Errorf("one partition: %d/s, sixteen: %d/s; busiest %d%% and %d%%", a.Accepted, b.Accepted, a.Picture.Busiest, b.Picture.Busiest)
	}
	if got := a.Happens(); !a.OnePlace() || !strings.HasPrefix(got, "One partition takes every write, and it cannot be split.") {
		t.Errorf("the keys of one partition: %s", got)
	}
	if want := fullestShare(c); b.OnePlace() || b.Picture.Busiest != want || !strings.Contains(b.Happens(), " takes "+strconv.Itoa(want)+"%") {
		t.Errorf("sixteen partitions: %s The fullest sixteenth takes %d%%", b.Happens(), want)
	}
	if n, reasons := first.Refused(); n != 1 || reasons[0] != string(assign.NotAResult) {
		t.Errorf("%d lines were refused: %q", n, reasons)
	}
	first.Hidden = true
	if csv := first.CSV(); strings.Contains(csv, "Ana") || strings.Count(csv, "\r\n") != 3 || !strings.Contains(csv, strconv.Itoa(b.Accepted)) {
		t.Errorf("the table as a file is\n%s", csv)
	}
}

// recount is the load on the keys of a playground, made from its rows alone.
func recount(p *design.Playground) sim.Scenario {
	return review.Scenario(p.Rows.Data().Columns, p.Rows.Data(), p.Rows.Data().Len(), p.Edit.Design().PartitionKey, design.ReplayRate,
		design.ReplayRanges)
}

// fullestShare is the share of the requests of a run, in percent, that the fullest
// sixteenth of its keys was sent, counted from the heat of the whole run.
func fullestShare(c *sim.Simulation) int {
	h, rows := c.Heat(), map[int]int{}
	for y := range h.Rows {
		for _, column := range h.Columns {
			rows[y*16/len(h.Rows)] += int(column.Offered[y])
		}
	}
	most, all := 0, 0
	for _, n := range rows {
		most, all = max(most, n), all+n
	}
	return 100 * most / all
}

// A result that changed what must not change is judged so, by doing it again; one
// whose work is none is refused with a reason, and nothing is lost by it.
func TestForged(t *testing.T) {
	p := table(t)
	task := taskOf(t, p)
	honest := handedIn(t, p, task, "Ana", "movies", "{clean(or(Title,'Untitled'))}")
	p.Questions.AddQuestion()
	cheat := handedIn(t, p, task, "Cheat", "movies", "{clean(or(Title,'Untitled'))}")
	r := assign.Result{Task: task, Alias: "<img src=x>", Work: "<script>alert(1)</script>"}
	forged, err := r.Pack(noRest)
	if err != nil {
		t.Fatal(err)
	}
	s := NewState(designs{})
	add(t, s, honest+"\n"+cheat+"\n"+forged)
	finish(t, s)
	list := s.Entries()
	if len(list) != 3 || list[0].Judged.Broken != "" || !strings.Contains(list[1].Judged.Broken, "questions") || list[1].Judged.Met {
		t.Fatalf("judged %+v and %+v", list[0].Judged, list[1].Judged)
	}
	if list[2].Reason == "" || len(s.Best()) != 2 {
		t.Errorf("the forged one came to %+v", list[2].Outcome)
	}
	random := rand.New(rand.NewPCG(7, 0))
	var mutations strings.Builder
	for range 2000 {
		b := []byte(honest)
		b[3+random.IntN(len(b)-3)] ^= byte(1 + random.IntN(7))
		mutations.Write(b)
		mutations.WriteByte('\n')
	}
	before, _ := s.Refused()
	added := add(t, s, mutations.String())
	after, reasons := s.Refused()
	if added+after-before < 1900 || added > 0 || len(reasons) > maxRefused || len(s.Entries()) != 3 {
		t.Errorf("%d of 2,000 were taken and %d refused", added, after-before)
	}
}

// A gallery is bounded, and a cell of its file is never a formula.
func TestBounds(t *testing.T) {
	s := NewState(designs{})
	if add(t, s, strings.Repeat("x", MaxPaste+1)) != 0 || add(t, s, strings.Repeat("x", assign.MaxLine+1)) != 0 {
		t.Error("what is too long was taken")
	}
	if n, _ := s.Refused(); n != 2 {
		t.Errorf("%d were refused", n)
	}
	for text, want := range map[string]string{"=1+1": "'=1+1", "a,b": `"a,b"`, `say "x"`: `"say ""x"""`, "": ""} {
		if got := cell(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// A gallery takes the results of one task: that of the leader's link, whatever came
// before it. A result that brings an easier condition is refused, and so is the link of
// another task.
func TestOneTask(t *testing.T) {
	p := table(t)
	task := taskOf(t, p)
	easier, err := assign.Parse(strings.Replace(task.String(), "<= 24", "<= 90000", 1))
	if err != nil || easier.String() == task.String() {
		t.Fatal(err, easier.String())
	}
	easier.Goal = "Lose what you like"
	honest := handedIn(t, p, task, "Ana", "movies", "{clean(or(Title,'Untitled'))}")
	cheat := handedIn(t, p, easier, "Cheat", "movies", "{clean(or(Title,'Untitled'))}")
	packed, err := task.Pack(noRest)
	if err != nil {
		t.Fatal(err)
	}
	other, err := easier.Pack(noRest)
	if err != nil {
		t.Fatal(err)
	}
	s := NewState(designs{})
	add(t, s, cheat+"\n"+honest)
	if c := s.task; len(s.Entries()) != 1 || c.Sure || c.Goal != easier.Goal {
		t.Fatalf("%d results of %q", len(s.Entries()), s.task.Goal)
	}
	add(t, s, "https://example.org/playground"+assign.TaskMark+packed+"\n"+honest+"\n"+cheat)
	finish(t, s)
	list := s.Entries()
	if n, _ := s.Refused(); len(list) != 1 || list[0].Alias != "Ana" || !s.task.Sure || n != 3 {
		t.Errorf("%d results, %d refused", len(list), n)
	}
	if add(t, s, assign.TaskMark+other); s.task.Goal != task.Goal {
		t.Error("another link took the place of the leader's")
	}
	merged := NewState(designs{})
	add(t, merged, s.Lines())
	if c := merged.task; !c.Sure || c.Goal != task.Goal || len(merged.Entries()) != 1 {
		t.Errorf("another gallery took %d results of %q", len(merged.Entries()), c.Goal)
	}
	s.Clear()
	if s.task.Task != nil {
		t.Error("a cleared gallery still collects a task")
	}
}
