package lesson

import (
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/lessons/runner"
)

// The status line speaks of ranges, tokens and nodes, and leaves an ETag to what
// stands beside it.
func TestLessonSaid(t *testing.T) {
	for _, c := range []struct {
		lesson, title, command, want string
	}{
		{"entity", "", "insert Movies Drama/Casablanca Year=1942", "stored"},
		{"entity", "", "get Movies Drama/Nothing", "refused: ResourceNotFound"},
		{"btree", "", "insert Movies War/Zz", "stored"},
		{"empty-pages", "", "next", "not done: There is no query"},
	} {
		p := openLesson(t, c.lesson, nil)
		p.Do(c.command)
		if got := statusOf(p); !strings.HasPrefix(got, c.want) || strings.Contains(got, "ETag") {
			t.Errorf("%s: %s: got %q, want %q", c.lesson, c.command, got, c.want)
		}
		if _, got := p.line(0); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s: the log says %q, want %q", c.lesson, c.command, got, c.want)
		}
	}
}

// Each page says the range in which it was read and where its token is, and each
// insert that splits a node of the picture says so.
func TestLessonSaidAlong(t *testing.T) {
	p := openLesson(t, "empty-pages", nil)
	var said []string
	for _, text := range []string{"query Movies", "next"} {
		p.Do(text)
		said = append(said, statusOf(p))
	}
	for i, token := range []string{"Comedy", "Drama"} {
		want := "page in range " + strconv.Itoa(i+1) + " of 4 ends: range boundary, token at " + token + "; examined "
		if !strings.HasPrefix(said[i], want) {
			t.Errorf("got %q, want %q", said[i], want)
		}
	}
	p = openLesson(t, "btree", nil)
	split := 0
	for i := range 12 {
		tree, _ := p.shown().tree("Movies")
		before := tree.Shape.Nodes()
		p.Do("insert Movies War/Z" + strconv.Itoa(i+10))
		tree, _ = p.shown().tree("Movies")
		grew, tells := tree.Shape.Nodes() > before, strings.Contains(statusOf(p), "split into two")
		if grew != tells {
			t.Errorf("insert %d: the tree grew: %v, and the line is %q", i, grew, statusOf(p))
		}
		if tells {
			split++
		}
	}
	if split < 3 {
		t.Errorf("got %d splits, want some", split)
	}
}

// An ETag in short is its time.
func TestShortTag(t *testing.T) {
	for tag, want := range map[string]string{"": "", `W/"datetime'2010-11-05T12%3A00%3A00.0300000Z'"`: "12:00:00.03", "odd": "odd"} {
		if got := shortTag(tag); got != want {
			t.Errorf("%s: got %q, want %q", tag, got, want)
		}
	}
}

// The line over the stage says of a run its sums, and of one that was not done
// why: here a column that is not there, with the names of those that are.
func TestLineOfRun(t *testing.T) {
	p := openLesson(t, "choose-keys", nil)
	p.Go(3)
	for _, c := range []struct{ command, want string }{
		{"simulate single for 20s rate 400", " requests: "},
		{"simulate single for 20s rate 400 keys 'C3;{Nonsense}'", "no column named Nonsense. The columns are "},
	} {
		if !p.Do(c.command) {
			t.Fatal(p.Fault().Sentence)
		}
		if got := inLine(p.Result()); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q in it", c.command, got, c.want)
		}
	}
}

// What may be meant stands in the status line and in the verdict of a task that is
// not met: another spelling of a key, a word of the filter, an import on top of
// another one. None of them solves anything.
func TestLessonHints(t *testing.T) {
	for _, c := range []struct {
		lesson   string
		step     int
		commands []string
		want     string
	}{
		{"entity", 0, []string{"get Movies comedy/airplane"}, "There is Comedy/Airplane."},
		{"btree", 0, []string{"query Movies where Year = 1975"}, "Write eq instead of =."},
		{"choose-keys", 1, []string{
			"import Tickets partition '{Customer}' row '{reverseTicks(Opened):19}' data c3.csv",
			"import Tickets partition '{Customer}' row '{reverseTicks(Opened):19}_{Ticket:06}' data c3.csv",
		}, "Go back to before it, or start over, and import once."},
		{"choose-keys", 1, []string{
			"import Tickets partition '{Customer}' row '{Ticket:06}' data c3.csv",
			"import Tickets partition '{Customer}' row '{Ticket:06}' data c3.csv",
		}, "so nothing changed."},
	} {
		p := openLesson(t, c.lesson, nil)
		p.Go(c.step)
		for _, text := range c.commands {
			p.Do(text)
		}
		if o := p.session().Outcomes()[0]; o.State != runner.NotYet || !strings.Contains(o.Text, c.want) {
			t.Errorf("%s: got the verdict %s, %q; want %q", c.lesson, o.State, o.Text, c.want)
		}
		if !strings.Contains(statusOf(p), c.want) {
			t.Errorf("%s: got the line %q, want %q", c.lesson, statusOf(p), c.want)
		}
	}
}

// The pages of a reading stay in the picture, each with its boundary, until another
// query begins; a place of the log shows those up to it. The rows are recounted from
// what the table holds.
func TestLessonPagesAccumulate(t *testing.T) {
	p := openLesson(t, "empty-pages", nil)
	check := func(when string, pages int) {
		t.Helper()
		v, ok := p.shown().plan()
		if !ok || v.ReadFrom != 0 || len(v.Marks) != pages {
			t.Fatalf("%s: got %+v, want %d pages", when, v.Marks, pages)
		}
		l, last := p.shown().table("Movies"), 0
		borders := p.shown().world.Borders("Movies")
		for _, r := range l.Rows {
			want := 1 // each range is a page
			for _, b := range borders {
				if r.Key.PartitionKey >= b {
					want++
				}
			}
			if want > pages || pages == 1 {
				want = 0 // one page alone needs no number
			}
			if r.Page != want || r.Turns != (want != last && want > 0) {
				t.Errorf("%s: %v is on page %d, turns %v; want %d", when, r.Key, r.Page, r.Turns, want)
			}
			last = want
		}
	}
	p.Do("query Movies")
	check("first page", 1)
	p.Do("next")
	check("second page", 2)
	p.Do("insert Movies Zebra/1")
	if _, ok := p.shown().plan(); ok {
		t.Error("an insert is drawn as a reading")
	}
	p.Do("next")
	check("third page, after an insert", 3)
	p.seek(2)
	check("back at the second", 2)
	p.Do("query Movies where Year lt 1960")
	check("another query", 1)
}

// The data that a step imports can be looked at before it is imported: its first
// rows, as the lesson's file has them.
func TestLessonData(t *testing.T) {
	p := openLesson(t, "choose-keys", nil)
	p.Go(1)
	list := dataOf(p)
	if len(list) != 1 || list[0].name != "c3.csv" || dataOf(p)[0] != list[0] {
		t.Fatalf("got %v, want c3.csv, read once", list)
	}
	lines := strings.Split(strings.TrimSpace(string(p.Content.Data["c3.csv"])), "\n")
	s := list[0]
	if s.total != len(lines)-1 || strings.Join(s.columns, ",") != lines[0] || len(s.rows) != min(maxSampled, s.total) {
		t.Errorf("got %d rows of %v, want those of %q", s.total, s.columns, lines)
	}
	for i, row := range s.rows {
		for j, want := range strings.Split(lines[i+1], ",") {
			if !strings.HasPrefix(row[j], strings.TrimSuffix(want, "Z")) {
				t.Errorf("row %d: got %q, want %q", i, row[j], want)
			}
		}
	}
}
