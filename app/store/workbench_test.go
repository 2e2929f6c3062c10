package store

import (
	"os"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/script"
)

const stations = "city,station,reading\nBern,a1,5\nBern,a2,6\nBasel,b1,7\nBasel,b2,9\n"

// benched returns a playground with a small table under {city} and {station},
// and its workbench.
func benched(t *testing.T) (*Playground, *Workbench) {
	t.Helper()
	p := pasted(t, stations)
	p.UseDesign(Design{PartitionKey: "{city}", RowKey: "{station}"})
	finish(p)
	return p, p.Workbench()
}

func do(t *testing.T, b *Workbench, text string) Outcome {
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
	p.Ask(Query{Filter: "PartitionKey eq 'Bern'"})
	p.Run()
	if p.Result().Len() != 2 || p.Entities() != 4 || entities(t, b) != 3 {
		t.Errorf("the card returns %d of %d, the World has %d; want 2 of 4, and 3", p.Result().Len(), p.Entities(), entities(t, b))
	}
	t.Run("cost", func(t *testing.T) {
		if o := do(t, b, "query playground where reading gt 5"); !strings.Contains(strings.Join(o.Lines, "\n"), "cost: examined 3, returned 3") {
			t.Errorf("the outcome lacks its cost: %q", o.Lines)
		}
	})
}

// Another design or another import builds another table: a new log begins over
// it and the console says so. Its commands can still be recalled.
func TestWorkbenchBeginsAgain(t *testing.T) {
	p, b := benched(t)
	do(t, b, "delete playground Bern/a1")
	p.SetTemplate(RowKey, "{station}x")
	finish(p)
	b = p.Workbench()
	if b.Len() != 0 || entities(t, b) != 4 || !strings.Contains(b.Note(), "new log") {
		t.Errorf("%d commands, %d entities, note %q; want a new log over 4", b.Len(), entities(t, b), b.Note())
	}
	if text, _ := b.Recall(-1); text != "delete playground Bern/a1" {
		t.Errorf("recalled %q, want the command of the log before", text)
	}
	p.Undo()
	finish(p)
	if o := do(t, p.Workbench(), "get playground Bern/a1"); !o.OK {
		t.Errorf("after undoing the design the table of the build is not whole: %v", o.Lines)
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
	if n := len(b.Branches()); n != 2 {
		t.Fatalf("%d branches, want 2", n)
	}
	b.Switch(script.MainBranch)
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
	p.Ask(Query{Filter: "PartitionKey eq 'Bern'", Top: 1})
	p.Run()
	p.Next()
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

// A share string over the user's own data opens in an empty playground with
// the same table, log, place and state.
func TestWorkbenchShare(t *testing.T) {
	_, b := benched(t)
	do(t, b, "merge playground Bern/a1 reading=50 if *")
	do(t, b, "delete playground Bern/a2")
	b.Seek(1)
	text, err := b.Share()
	if err != nil {
		t.Fatal(err)
	}
	q := New(1)
	open(t, q, text)
	c := q.Workbench()
	if c.Fault().Sentence != "" || c.Len() != 2 || c.Position() != 1 || c.world.Hash() != b.world.Hash() {
		t.Fatalf("opened: %d commands, at %d, same state %v, fault %+v", c.Len(), c.Position(), c.world.Hash() == b.world.Hash(), c.Fault())
	}
	if got := c.Note(); !strings.Contains(got, "2 commands") {
		t.Errorf("the note is %q", got)
	}
}

// A share string over a sample names it and its design, not its data.
func TestWorkbenchShareSample(t *testing.T) {
	s, _ := SampleByID("github")
	data, err := os.ReadFile("../../web/node_modules/vega-datasets/data/" + s.File)
	if err != nil {
		t.Skip("the samples are not installed")
	}
	p := New(startOfTests)
	p.Open(s, data)
	finish(p)
	p.UseDesign(s.Designs[1])
	finish(p)
	b := p.Workbench()
	do(t, b, "query playground top 1")
	do(t, b, "drop table playground")
	text, err := b.Share()
	if err != nil || len(text) > 1000 {
		t.Fatalf("the share string has %d characters, error %v; want a short one", len(text), err)
	}
	q := New(1)
	open(t, q, text)
	if c := q.Workbench(); c.Len() != 2 || c.world.Hash() != b.world.Hash() || q.Source().SampleID != s.ID {
		t.Errorf("opened over %q with %d commands, fault %+v", q.Source().SampleID, c.Len(), c.Fault())
	}
}

// open opens a share string, with the file of its sample if it needs one.
func open(t *testing.T, p *Playground, text string) {
	t.Helper()
	need, err := p.OpenShare(text)
	if err != nil {
		t.Fatal(err)
	}
	if s, ok := SampleByID(need); ok {
		data, err := os.ReadFile("../../web/node_modules/vega-datasets/data/" + s.File)
		if err != nil {
			t.Fatal(err)
		}
		p.Open(s, data)
	}
	for range 20 {
		finish(p)
		if !p.Workbench().Settle() && !p.Workbench().Waiting() {
			return
		}
	}
	t.Fatal("the share string is still waiting")
}

// Texts that are no whole share string are refused with a reason, and data too
// large for one are not shared.
func TestWorkbenchShareRefused(t *testing.T) {
	_, b := benched(t)
	do(t, b, "delete playground Bern/a1")
	text, _ := b.Share()
	cases := map[string]error{
		"":                          ErrShareUnknown,
		"k1.abc":                    ErrShareUnknown,
		sharePrefix:                 ErrShareDamaged,
		text[:len(text)-4]:          ErrShareDamaged,
		text[:20] + "x" + text[21:]: ErrShareDamaged,
		sharePrefix + strings.Repeat("A", maxShare): ErrShareTooLong,
	}
	for text, want := range cases {
		if _, err := New(1).OpenShare(text); err != want {
			t.Errorf("%.40q: %v, want %v", text, err, want)
		}
	}
	t.Run("own data", func(t *testing.T) {
		p := pasted(t, "a,b\n"+strings.Repeat("1,2222222222\n", maxInlined/10))
		if _, err := p.Workbench().Share(); err != ErrDataTooLarge {
			t.Errorf("sharing large data: %v, want %v", err, ErrDataTooLarge)
		}
	})
}
