package clients

import (
	"testing"

	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/schedule"
	"github.com/keyrange/keyrange/engine/table"
)

// standing is where a lesson puts two clients: a World that commands have set,
// and their programs.
func standing(t *testing.T, setup []string, programs [2][]string) workspace.Stand {
	t.Helper()
	on := workspace.Stand{World: script.New(1, script.DefaultStart, nil), Table: "Films", Key: table.Key{PartitionKey: "Friday", RowKey: "O'Brien"}}
	for _, line := range setup {
		if _, err := on.World.DoText(line); err != nil {
			t.Fatal(err)
		}
	}
	on.Begin = on.World.Position()
	for i, program := range programs {
		for _, line := range program {
			turn, err := schedule.Parse(line)
			if err != nil {
				t.Fatal(err)
			}
			on.Turns[i] = append(on.Turns[i], turn)
		}
	}
	return on
}

// On the stage of a lesson the two clients go on with its log, about its entity,
// and a form offers the properties that this one has.
func TestStage(t *testing.T) {
	c := newStage(standing(t, []string{"create table Films", "insert Films Friday/'O''Brien' Votes=3 Note='a'"}, [2][]string{
		{"A: get Films Friday/'O''Brien'", "with add Votes, whole: A: replace Films Friday/'O''Brien' Votes=1"},
		{"B: get Films Friday/'O''Brien'", "with add Votes, whole: B: replace Films Friday/'O''Brien' Votes=1"},
	}))
	for _, who := range []int{0, 1, 0, 1} {
		c.Step(who)
	}
	if title, _ := c.Explain(); title != "A's update is lost" || c.Len() != 4 || c.Live.Position() != 6 {
		t.Errorf("got %q after %d steps at %d, want a lost update after 4 at 6", title, c.Len(), c.Live.Position())
	}
	if e, ok := c.entity(); !ok || e.Property("Votes").Int() != 4 {
		t.Errorf("got %v, want 4 votes", e)
	}
	if got := c.subject.fieldNames(); len(got) != 2 || got[0][0] != "Votes" || got[1][0] != "Note" {
		t.Errorf("got the properties %v, want Votes and Note", got)
	}
	c.AddTurn(1, TurnChoice{Kind: "merge", Property: "Votes", Value: "+2", Condition: "*"})
	c.Step(1)
	if e, _ := c.entity(); e.Property("Votes").Int() != 6 || c.Refusal() != "" {
		t.Errorf("got %v and %q, want 6 votes", e, c.Refusal())
	}
	c.AddTurn(0, TurnChoice{Kind: "load"})
	c.Step(0)
	if got := len(c.Live.Client(Names[0]).Tracked()); got != 1 {
		t.Errorf("got %d tracked entities, want that of the lesson", got)
	}
}

// A pack can give a stage where nothing is, or another log than the programs
// expect: the screen shows what there is.
func TestStageOfAStranger(t *testing.T) {
	for _, setup := range [][]string{nil, {"create table Films"}, {"create table Films", "A: policy exponential", "B: get Films Friday/'O''Brien'"}} {
		on := standing(t, setup, [2][]string{{"A: delete Films Friday/'O''Brien' if seen"}, {"B: track option AppendOnly", "B: save"}})
		c := newStage(on)
		for range 3 {
			c.Step(0)
			c.Step(1)
			c.Explain()
			c.Options()
			c.Diagram()
		}
		c.TryOrders()
		for c.Advance(func() bool { return true }) {
		}
		if _, err := on.World.DoText("drop table Films"); err != nil {
			t.Fatal(err)
		}
		on.World.Seek(on.Begin)
		c.follow(atOnce)
		if c.Live.Position() != on.Begin || c.Diagram() == nil {
			t.Errorf("after %v: at %d, want the beginning %d", setup, c.Live.Position(), on.Begin)
		}
	}
}
