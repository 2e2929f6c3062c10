package lesson

import (
	"slices"
	"testing"

	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/content"
	"github.com/keyrange/keyrange/lessons/runner"
)

func openLesson(t *testing.T, id string, saved *lessonProgress) *State {
	t.Helper()
	l, err := lessons.Parse(content.Text(id))
	if err != nil {
		t.Fatal(err)
	}
	return newLessonSharing(l, saved, &simulated.Runs{})
}

// What was typed is a draft: a lesson that is opened again stands where it was
// left, and one that has changed since asks first.
func TestLessonDraft(t *testing.T) {
	p := openLesson(t, "entity", nil)
	p.Do("insert Movies Drama/Casablanca Year=1942")
	p.Do("insert Movies Drama/Jaws Year=1975")
	p.seek(1)
	book := Book{"entity": p.Progress()}
	again, ok := readLessonBook(book.Text())
	if !ok {
		t.Fatal("the book cannot be read back")
	}
	q := openLesson(t, "entity", again["entity"])
	if q.Place() != 1 || q.Len() != 2 || q.Changed {
		t.Errorf("got place %d of %d, changed %v; want 1 of 2", q.Place(), q.Len(), q.Changed)
	}
	if solved, _ := q.Progress().Count(); solved != 1 {
		t.Errorf("got %d tasks solved, want 1", solved)
	}
	again, _ = readLessonBook(book.Text())
	again["entity"].Hash = "another"
	q = openLesson(t, "entity", again["entity"])
	if !q.Changed || q.Len() != 0 {
		t.Errorf("changed %v with %d commands; want a question first", q.Changed, q.Len())
	}
	if q.keepDraft(); q.Changed || q.Place() != 1 {
		t.Errorf("kept: changed %v at %d; want the draft", q.Changed, q.Place())
	}
}

// A book from elsewhere cannot do harm: what is no book is refused, and drafts
// out of range are left out.
func TestReadLessonBook(t *testing.T) {
	for _, text := range []string{"null", "[]", "{", "7", `{"a":[]}`} {
		if _, ok := readLessonBook(text); ok {
			t.Errorf("%s: it is taken for a book", text)
		}
	}
	hash := openLesson(t, "entity", nil).Content.Hash
	book, ok := readLessonBook(`{"a":null,"entity":{"Hash":"` + hash + `","Drafts":[{"Step":99},{"Step":-1},{"Step":0,"At":-5,"Commands":["nonsense","insert Movies A/B"]}]}}`)
	if !ok || len(book) != 1 {
		t.Fatalf("got %v, want the book without what is null", book)
	}
	if p := openLesson(t, "entity", book["entity"]); p.Len() != 0 {
		t.Errorf("got %d commands, want none behind one that cannot be read", p.Len())
	}
}

// The solution plays beside the learner's work, which is back afterwards, and
// the task counts as seen, also when it is met later.
func TestLessonSolution(t *testing.T) {
	p := openLesson(t, "entity", nil)
	p.Do("insert Movies Drama/Jaws Year=1975")
	p.playSolution(0)
	for p.playNext() {
	}
	if got := len(p.shown().table("Movies").Rows); got != 2 {
		t.Errorf("got %d entities while the solution plays, want 2", got)
	}
	p.Stop()
	if p.Place() != 1 || p.Len() != 1 {
		t.Errorf("got %d of %d commands, want the learner's one", p.Place(), p.Len())
	}
	p.Do("insert Movies Drama/Casablanca Year=1942")
	if solved, seen := p.Progress().Count(); solved != 0 || seen != 1 {
		t.Errorf("got %d solved and %d seen, want 0 and 1", solved, seen)
	}
}

// A text that asks for help is answered: no mistake, no command of the log, and
// the verdict stays. The next text takes the answer away.
func TestLessonHelp(t *testing.T) {
	p := openLesson(t, "entity", nil)
	p.Do("insert Movies Drama/Jaws Year=1975")
	rev, before := p.Rev, p.session().Outcomes()
	if !p.Do("help") || p.Fault().Sentence != "" {
		t.Errorf("got the fault %q, want an answer", p.Fault().Sentence)
	}
	verbs := map[command.Verb]bool{}
	for _, l := range p.Help() {
		verbs[l.Verb] = true
	}
	if !verbs[command.Insert] || !verbs[command.Query] || verbs[command.QueueGet] || verbs[command.Simulate] {
		t.Errorf("got %v, want what a lesson about entities uses", verbs)
	}
	if p.Len() != 1 || p.Rev != rev || !slices.EqualFunc(before, p.session().Outcomes(), sameVerdict) {
		t.Errorf("got %d commands and %v, want 1 and %v", p.Len(), p.session().Outcomes(), before)
	}
	if p.Do("nonsense"); len(p.Help()) != 0 {
		t.Error("the help is still there after another text")
	}
}

func sameVerdict(a, b runner.Outcome) bool { return a.State == b.State && a.Text == b.Text }

// Going along the log of a screen, a fault and the step that meets it are one.
func TestLessonFaultAndStep(t *testing.T) {
	p := openLesson(t, "own-retry", nil)
	for _, c := range []string{"B: get Seats Friday/7C", "fault response-lost", "A: insert Seats Friday/7C Name='Ada'", "A: get Seats Friday/7C"} {
		p.Do(c)
	}
	for _, c := range []struct{ from, to, want int }{{3, 2, 1}, {1, 2, 3}, {4, 3, 3}, {1, 0, 0}, {0, 1, 1}} {
		p.seek(c.from)
		if got := whole(p, c.to); got != c.want {
			t.Errorf("from %d to %d: got %d, want %d", c.from, c.to, got, c.want)
		}
	}
}

// The tree shows the way to a key that was read, and what a query read.
func TestLessonTree(t *testing.T) {
	p := openLesson(t, "append-only", nil)
	p.Do("get Events 12:00:05/1")
	v, ok := p.shown().tree("Events")
	if !ok || v.To != v.From+1 || v.Keys[v.From].PartitionKey != "12:00:05" || len(v.Path) == 0 {
		t.Errorf("got %+v, want the way to one key", v)
	}
	p.Do("query Events where PartitionKey ge '12:00:02' and PartitionKey lt '12:00:05'")
	if v, _ = p.shown().tree("Events"); v.To-v.From != 3 {
		t.Errorf("got %d entities read, want 3", v.To-v.From)
	}
}

// The figures and words of a task are those of the moment at which it was met,
// whatever is done for the next one or shown beside it.
func TestLessonFiguresStay(t *testing.T) {
	p := openLesson(t, "btree", nil)
	p.Do("get Movies Comedy/Shrek")
	p.Do("get Movies Drama/Amadeus")
	if yours, reference := p.Figures(0); yours[0] != "1" || reference[0] != "1" {
		t.Errorf("got %v beside %v for the root, want 1 beside 1", yours, reference)
	}
	p.playDemo("jaws", "Look for Jaws")
	for p.playNext() {
	}
	if yours, _ := p.Figures(1); yours[0] != "4" {
		t.Errorf("got %v nodes beside the demonstration, want the learner's 4", yours)
	}
	p.Stop()
}

// The picture of a large table begins where the last command read, and what is
// drawn as read is the page that was read, from its token to the next one.
func TestLessonShowsWhatWasRead(t *testing.T) {
	p := openLesson(t, "parallel", nil)
	for _, c := range []struct {
		command     string
		first       string
		from, to    int // as drawn
		read, later bool
	}{
		{"read Status where PartitionKey eq 'job07'", "job07", 210, 240, true, true},
		{"query Status top 100", "job00", 0, 100, true, false},
		{"next", "job03", 0, 200, true, true},
		{"read Status from job98", "job98", 2940, 3000, true, true},
		{"read Status where PartitionKey eq 'none'", "job00", 3000, 3000, false, false},
	} {
		p.Do(c.command)
		l := p.shown().table("Status")
		r := l.Rows[0]
		if r.Key.PartitionKey != c.first || r.Returned != c.read || r.Examined != c.read || l.Later != c.later {
			t.Errorf("%s: got %+v first, later %v", c.command, r, l.Later)
		}
		if v, ok := p.shown().plan(); !ok || v.ReadFrom != c.from || v.ReadTo != c.to {
			t.Errorf("%s: %d to %d are drawn as read, want %d to %d", c.command, v.ReadFrom, v.ReadTo, c.from, c.to)
		}
	}
}
