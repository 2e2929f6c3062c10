package design

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
)

const stations = "city,station,reading\nBern,a1,5\nBern,a2,6\nBasel,b1,7\nBasel,b2,9\n"

// benched returns a playground with a small table under {city} and {station},
// and its workbench.
func benched(t *testing.T) (*Playground, *Workbench) {
	t.Helper()
	p := pasted(t, stations)
	p.Keys.UseDesign(draft.Design{PartitionKey: "{city}", RowKey: "{station}"})
	finish(p)
	return p, p.Workbench()
}

func do(t *testing.T, b *Workbench, text string) model.Outcome {
	t.Helper()
	if !b.Do(text) {
		t.Fatalf("%s: %+v", text, b.Fault())
	}
	return b.Outcome(b.Position() - 1)
}

func entities(t *testing.T, b *Workbench) int {
	t.Helper()
	n, ok := b.Entities()
	if !ok {
		t.Fatal("the table is gone")
	}
	return n
}

// The World begins with the table as it was built. Commands change the World's
// table and never the one that the other cards show.
func TestWorkbenchBegins(t *testing.T) {
	p, b := benched(t)
	if got := entities(t, b); got != 4 {
		t.Fatalf("the World begins with %d entities, want the 4 of the build", got)
	}
	o := do(t, b, "get playground Bern/a1")
	if !o.OK || !strings.Contains(strings.Join(o.Lines, "\n"), "reading") {
		t.Errorf("get gives %+v, want the entity of the data", o)
	}
	do(t, b, "delete playground Bern/a1")
	p.Request.Ask(draft.Query{Filter: "PartitionKey eq 'Bern'"})
	p.Request.Run()
	if p.Request.Result().Len() != 2 || p.Table.Entities() != 4 || entities(t, b) != 3 {
		t.Errorf("the card returns %d of %d, the World has %d; want 2 of 4, and 3", p.Request.Result().Len(), p.Table.Entities(), entities(t, b))
	}
	t.Run("cost", func(t *testing.T) {
		if o := do(t, b, "query playground where reading gt 5"); !strings.Contains(strings.Join(o.Lines, "\n"), "cost: examined 3, returned 3") {
			t.Errorf("the outcome lacks its cost: %q", o.Lines)
		}
	})
}

// Another design or another import builds another table: a new log begins over
// it and the console says so. Its commands can still be recalled, and going
// back brings the log before back.
func TestWorkbenchBeginsAgain(t *testing.T) {
	p, b := benched(t)
	do(t, b, "delete playground Bern/a1")
	p.Keys.SetTemplate(draft.RowKey, "{station}x")
	finish(p)
	b = p.Workbench()
	if b.Len() != 0 || entities(t, b) != 4 || !strings.Contains(b.Note(), "new log") {
		t.Errorf("%d commands, %d entities, note %q; want a new log over 4", b.Len(), entities(t, b), b.Note())
	}
	if text, _ := b.Recall(-1); text != "delete playground Bern/a1" {
		t.Errorf("recalled %q, want the command of the log before", text)
	}
	p.Edit.Undo()
	finish(p)
	if b = p.Workbench(); b.Len() != 1 || entities(t, b) != 3 {
		t.Errorf("after undoing the design: %d commands, %d entities; want the log before with its 3", b.Len(), entities(t, b))
	}
	p.Edit.Undo()
	if o := do(t, p.Workbench(), "get playground Bern/a1"); !o.OK {
		t.Errorf("after undoing the command the table of the build is not whole: %v", o.Lines)
	}
}

// A mistake in a command has a place and an example, and changes nothing.
func TestWorkbenchFault(t *testing.T) {
	_, b := benched(t)
	if b.Do("insert playground") {
		t.Fatal("half a command is done")
	}
	if f := b.Fault(); f.Sentence == "" || f.From != len("insert playground") || f.Example == "" {
		t.Errorf("the fault is %+v, want a sentence at the end, and an example", f)
	}
	if b.Len() != 0 {
		t.Errorf("the log has %d commands", b.Len())
	}
	b.Forgive()
	if b.Fault().Sentence != "" {
		t.Error("the fault stays while its text is changed")
	}
}

// Going back and forward in the log gives the states of then. Doing another
// command in the past keeps what was undone in its branch.
func TestWorkbenchSeek(t *testing.T) {
	_, b := benched(t)
	do(t, b, "delete playground Bern/a1")
	do(t, b, "delete playground Bern/a2")
	for place, want := range []int{4, 3, 2} {
		b.Seek(place)
		if got := entities(t, b); got != want || b.Position() != place {
			t.Errorf("at %d of the log there are %d entities, want %d", place, got, want)
		}
	}
	b.Seek(1)
	do(t, b, "insert playground Bern/c9 reading=1")
	if got := b.Outcome(1).Command; !strings.HasPrefix(got, "insert") {
		t.Errorf("command 2 is shown as %q after it was replaced in this branch", got)
	}
	if n := len(b.page.Edit.Journal().Branches()); n != 2 {
		t.Fatalf("%d branches, want 2", n)
	}
	b.page.Edit.Switch("main")
	b = b.page.Workbench()
	if got := b.Outcome(1).Command; b.Len() != 2 || !strings.HasPrefix(got, "delete playground Bern/a2") {
		t.Errorf("the first branch has %d commands, the second is %q", b.Len(), got)
	}
}

func TestWorkbenchComplete(t *testing.T) {
	_, b := benched(t)
	for _, c := range []struct{ text, want string }{{"ins", "insert "}, {"get pl", "playground "}, {"get playground Be", "Bern"}} {
		list := b.Complete(c.text)
		if len(list) == 0 || list[0].Text != c.want {
			t.Errorf("%q goes on with %+v, want %q first", c.text, list, c.want)
		}
	}
}

// Every call is shown as HTTP: the commands of the log and the pages of the
// query card, whose table is the one that was built.
func TestWorkbenchTraffic(t *testing.T) {
	p, b := benched(t)
	do(t, b, "insert playground Bern/c9 reading=1")
	b.Listen()
	traffic, ok := b.Traffic()
	if !ok || len(traffic.Messages) != 1 || traffic.Messages[0].Request.Method != "POST" || traffic.Messages[0].Response.Status != 201 {
		t.Fatalf("an insert is shown as %+v", traffic)
	}
	p.Request.Ask(draft.Query{Filter: "PartitionKey eq 'Bern'", Top: 1})
	p.Request.Run()
	p.Request.Next()
	b = p.Workbench()
	if b.Shown() != (Shown{Page: 1, Command: -1}) || !b.Due() {
		t.Fatalf("shown is %+v, want the second page of the card", b.Shown())
	}
	b.Listen()
	traffic, _ = b.Traffic()
	m := traffic.Messages[0]
	if m.Response.Status != 200 || !strings.Contains(m.Request.URL, "NextPartitionKey=1!") || !strings.Contains(string(m.Response.Body), "a2") || strings.Contains(string(m.Response.Body), "c9") {
		t.Errorf("the second page is shown as %s\n%s", m.Request.URL, m.Response.Body)
	}
	if len(traffic.Entities) != 1 || traffic.Entities[0].RowKey != "a2" {
		t.Errorf("its entities are %+v", traffic.Entities)
	}
	if got := entities(t, b); got != 5 {
		t.Errorf("the World has %d entities after a page was shown, want the 5 it had", got)
	}
}
