package clients

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/script/schedule"
)

// tell does the steps of a story in the order of letters.
func tell(t *testing.T, id, order string) *State {
	t.Helper()
	s, ok := storyByID(id)
	if !ok {
		t.Fatalf("no story %q", id)
	}
	c := NewState()
	c.Tell(s)
	for _, who := range order {
		if !c.CanStep(int(who - 'A')) {
			t.Fatalf("%s: %c has no step left in %q", id, who, order)
		}
		c.Step(int(who - 'A'))
	}
	return c
}

// lines writes a diagram with a row on each line.
func lines(d *Diagram) string {
	var b strings.Builder
	for _, r := range d.Rows {
		who := "-"
		if r.Client >= 0 {
			who = Names[r.Client]
		}
		kind := [...]string{"note", "asks", "compares", "hears"}[r.Kind]
		fmt.Fprintf(&b, "%s %s %s", who, kind, r.Text)
		if r.Kind == compareRow {
			fmt.Fprintf(&b, "%s with %s then %s", r.Version, r.Stored, r.After)
		} else if r.Version != "" {
			fmt.Fprintf(&b, " %s", r.Version)
		}
		if r.Lost {
			b.WriteString(" lost")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// The diagram shows what the service compared, and each answer with the
// version that it is about.
func TestDiagram(t *testing.T) {
	for _, test := range []struct{ story, order, want string }{
		{"stale", "ABAB", `A asks GET
A hears 200 v1
B asks GET
B hears 200 v1
A asks MERGE v1
A compares v1 with v1 then v2
A hears 204 v2
B asks MERGE v1
B compares v1 with v2 then 
B hears 412
`},
		{"delete", "ABAB", `A asks GET
A hears 200 v1
B asks GET
B hears 200 v1
A asks DELETE v1
A compares v1 with v1 then 
A hears 204
B asks MERGE v1
B compares v1 with none then 
B hears 404
`},
		{"own-412", "AA", `A asks GET
A hears 200 v1
A asks MERGE v1
A compares v1 with v1 then v2
A hears 204 v2 lost
`},
	} {
		t.Run(test.story, func(t *testing.T) {
			got := lines(tell(t, test.story, test.order).Diagram())
			if !strings.HasPrefix(got, test.want) {
				t.Errorf("got\n%s\nwant it to begin with\n%s", got, test.want)
			}
		})
	}
}

// The three refusals that a client causes itself: each answers its own first
// try, and nobody's update is lost.
func TestOwnRefusals(t *testing.T) {
	for id, status := range map[string]string{"own-409": "409", "own-404": "404", "own-412": "412"} {
		c := tell(t, id, "A")
		if id != "own-409" {
			c.Step(0)
		}
		d := c.Diagram()
		last := d.Rows[len(d.Rows)-1]
		if last.Text != status || len(d.Losses) != 0 {
			t.Errorf("%s: ends with %s and %d losses, want %s and none", id, last.Text, len(d.Losses), status)
		}
		if title, _ := c.Explain(); !strings.Contains(title, "own") {
			t.Errorf("%s: explained as %q", id, title)
		}
		if _, options := c.Options(); len(options) != 0 {
			t.Errorf("%s: offers to overcome a refusal of its own making", id)
		}
	}
}

// Going back gives steps back, and a step after that goes another way while
// the first future stays.
func TestClientsSeek(t *testing.T) {
	c := tell(t, "lost", "ABAB")
	before := lines(c.Diagram())
	if len(c.Diagram().Losses) == 0 {
		t.Fatal("no update is lost")
	}
	c.Seek(2)
	if c.Done(0) != 1 || c.Done(1) != 1 || len(c.Diagram().Losses) != 0 {
		t.Fatalf("A has done %d steps and B %d, want 1 each", c.Done(0), c.Done(1))
	}
	c.Seek(4)
	if got := lines(c.Diagram()); got != before {
		t.Errorf("forward again the diagram is\n%s\nwant\n%s", got, before)
	}
	c.Seek(2)
	c.Step(1)
	if len(c.World().Branches()) != 2 {
		t.Errorf("%d branches, want 2", len(c.World().Branches()))
	}
	c.Seek(-5)
	if c.Position() != 0 || c.Done(0)+c.Done(1) != 0 {
		t.Error("the set-up can be undone")
	}
}

// A place between a fault and the step that meets it is none.
func TestClientsSeekFault(t *testing.T) {
	c := tell(t, "own-412", "AA")
	for _, way := range []struct{ from, to, want int }{{3, 2, 1}, {1, 2, 3}} {
		c.Seek(way.from)
		c.Seek(way.to)
		if c.Position() != way.want {
			t.Errorf("from %d to %d: at %d, want %d", way.from, way.to, c.Position(), way.want)
		}
	}
}

// Each way on is shown with what it really comes to.
func TestOptions(t *testing.T) {
	c := tell(t, "stale", "ABAB")
	before := c.World().Hash()
	who, options := c.Options()
	if who != 1 || len(options) != 3 {
		t.Fatalf("%d ways on for client %d, want 3 for B", len(options), who)
	}
	for i, want := range []struct {
		text   string
		losses int
	}{{"Hi there again", 0}, {"Hi there again", 0}, {"Hello", 1}} {
		o := options[i]
		if got := o.Entity.Property("Text").Str(); got != want.text || len(o.Losses) != want.losses {
			t.Errorf("%s: Text is %q with %d losses, want %q with %d", o.Title, got, len(o.Losses), want.text, want.losses)
		}
	}
	if c.World().Hash() != before {
		t.Error("looking at the ways on changes the World")
	}
	c.Choose(who, options[0])
	c.Step(who)
	if e, _ := c.entity(); e.Property("Rating").Int() != 5 || e.Property("Text").Str() != "Hi there again" {
		t.Errorf("after reading again the entity is %v", e)
	}
}

// Every order is run, the counts add up, and replaying one shows its outcome.
func TestClientsOrders(t *testing.T) {
	c := tell(t, "lost", "")
	c.TryOrders()
	for c.Advance(func() bool { return false }) {
	}
	list, count, ok := c.Orders()
	if !ok || count.Run != 20 || count.Of != 20 || count.Fine+count.Refused+count.Lost != 20 || count.Refused != 0 || count.Lost == 0 {
		t.Fatalf("got %+v", count)
	}
	for i, o := range list {
		if o.Verdict == schedule.Lost {
			c.Replay(i)
			break
		}
	}
	if len(c.Diagram().Losses) == 0 || c.CanStep(0) || c.CanStep(1) {
		t.Error("the replayed order loses no update, or leaves steps undone")
	}
	if _, again, ok := c.Orders(); !ok || again != count {
		t.Error("the list of orders is gone")
	}
}

// A client that sends again by itself waits, and says so in the diagram.
func TestRetry(t *testing.T) {
	c := tell(t, "own-412", "A")
	c.SetRetry(0, client.NoRetry)
	c.Step(0)
	if strings.Contains(lines(c.Diagram()), "Waits") {
		t.Error("a client that does not retry waits")
	}
	if title, _ := c.Explain(); title != "A has no answer" {
		t.Errorf("explained as %q", title)
	}
	c = tell(t, "own-412", "AA")
	if !strings.Contains(lines(c.Diagram()), "Waits") {
		t.Errorf("no wait in\n%s", lines(c.Diagram()))
	}
}

// A step that the service refuses, or that nobody answers, did not come to what it
// was for.
func TestEnded(t *testing.T) {
	c := NewState()
	for _, who := range []int{0, 1, 0, 1} {
		c.Step(who) // both read, A writes, B writes with the ETag of before
	}
	if got := ended(c, 0); !slices.Equal(got, []bool{true, true}) {
		t.Errorf("the steps of A ended %v, want both done", got)
	}
	if got := ended(c, 1); !slices.Equal(got, []bool{true, false}) {
		t.Errorf("the steps of B ended %v, want the second to fail", got)
	}
}
