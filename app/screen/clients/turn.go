package clients

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/schedule"
	"github.com/keyrange/keyrange/engine/table"
)

// turnKind is one kind of step that can be added to a client's program.
type turnKind struct {
	ID, Title   string
	Writes      bool // it sets a property
	Conditional bool // it can carry an ETag
	Calls       bool // it goes over the network
	text        string
}

var turnKinds = []turnKind{
	{ID: "get", Title: "Read", Calls: true, text: "get @"},
	{ID: "merge", Title: "Merge", Writes: true, Conditional: true, Calls: true, text: "merge @"},
	{ID: "replace", Title: "Replace with all that was read", Writes: true, Conditional: true, Calls: true, text: "replace @"},
	{ID: "insert", Title: "Insert", Writes: true, Calls: true, text: "insert @"},
	{ID: "insert-or-merge", Title: "Insert or merge", Writes: true, Calls: true, text: "insert-or-merge @"},
	{ID: "insert-or-replace", Title: "Insert or replace", Writes: true, Calls: true, text: "insert-or-replace @"},
	{ID: "delete", Title: "Delete", Conditional: true, Calls: true, text: "delete @"},
	{ID: "pass", Title: "Let 30 s pass", text: "advance 30s"},
	{ID: "load", Title: "Context: load", Calls: true, text: "track load #"},
	{ID: "edit", Title: "Context: edit the object", Writes: true, text: "track edit @"},
	{ID: "update", Title: "Context: mark as changed", text: "track update @"},
	{ID: "drop", Title: "Context: mark as deleted", text: "track delete @"},
	{ID: "attach", Title: "Context: attach with *", Writes: true, text: "track attach @ etag *"},
	{ID: "append", Title: "Context: AppendOnly", text: "track option AppendOnly"},
	{ID: "overwrite", Title: "Context: OverwriteChanges", text: "track option OverwriteChanges"},
	{ID: "preserve", Title: "Context: PreserveChanges", text: "track option PreserveChanges"},
	{ID: "notracking", Title: "Context: NoTracking", text: "track option NoTracking"},
	{ID: "save", Title: "Save changes", Calls: true, text: "save"},
	{ID: "save-batch", Title: "Save changes: Batch", Calls: true, text: "save batch"},
	{ID: "save-continue", Title: "Save changes: ContinueOnError", Calls: true, text: "save continue"},
	{ID: "save-replace", Title: "Save changes: ReplaceOnUpdate", Calls: true, text: "save replace"},
}

// TurnKindNames lists the kinds of steps, each as its ID and its title.
func TurnKindNames() [][2]string {
	list := make([][2]string, len(turnKinds))
	for i, k := range turnKinds {
		list[i] = [2]string{k.ID, k.Title}
	}
	return list
}

// turnKindByID returns the kind with an ID; an empty one stands for the first.
func turnKindByID(id string) (turnKind, bool) {
	for _, k := range turnKinds {
		if k.ID == id || id == "" {
			return k, true
		}
	}
	return turnKind{}, false
}

// NetworkNames lists what the network may do to a step, each as its ID and in
// words.
func NetworkNames() [][2]string {
	return [][2]string{{"", "works"}, {"delayed 40s", "delays the request by 40 s"}, {"response-lost", "loses the response"},
		{"request-lost", "loses the request"}, {"busy", "server is busy"}}
}

// TurnChoice is a step as a form describes it: IDs of a kind and of what the
// network does, a property, its value as typed, and "*" or nothing for the
// ETag that was read.
type TurnChoice struct{ Kind, Property, Value, Condition, Network string }

// AddTurn puts the step that a form describes after those of a client that are
// done. A step that cannot be made is refused in words.
func (c *State) AddTurn(who int, choice TurnChoice) {
	turn, problem := choice.turn(Names[who], &c.subject)
	if problem != "" {
		c.Refused = problem
		return
	}
	c.Add(who, turn)
}

func (t TurnChoice) turn(name string, of *subject) (schedule.Turn, string) {
	kind, ok := turnKindByID(t.Kind)
	if !ok {
		return schedule.Turn{}, "There is no such step."
	}
	text := of.written(kind.text)
	if kind.ID != "pass" {
		text = name + ": " + text
	}
	turn, err := schedule.Parse(text)
	if err != nil {
		return schedule.Turn{}, err.Error()
	}
	if kind.Writes {
		p, add, problem := t.property(of)
		if problem != "" {
			return schedule.Turn{}, problem
		}
		turn.Command.Properties = []table.Property{p}
		if add {
			turn.Add[p.Name] = true
		}
	}
	turn.Whole = kind.ID == "replace"
	if kind.Conditional {
		turn.Command.If = command.Condition{Seen: t.Condition == ""}
		if t.Condition != "" {
			turn.Command.If.Tag = table.AnyETag
		}
	}
	if kind.Calls && t.Network != "" {
		fault, err := command.Parse("fault " + t.Network)
		if err != nil {
			return schedule.Turn{}, err.Error()
		}
		turn.Fault, turn.Delay = fault.Fault, fault.Duration
	}
	return turn, ""
}

// property reads the value as typed. A number with a plus before it is added
// to what the client has read.
func (t TurnChoice) property(of *subject) (p table.Property, add bool, problem string) {
	f := of.field(t.Property)
	if !f.number {
		if t.Value == "" {
			return p, false, "Type the new text first."
		}
		return table.Property{Name: f.name, Value: table.StringValue(t.Value)}, false, ""
	}
	digits, add := strings.CutPrefix(strings.TrimSpace(t.Value), "+")
	n, err := strconv.ParseInt(digits, 10, 32)
	if err != nil {
		return p, false, f.name + " is a whole number, such as 5, or +1 to add to what was read."
	}
	return table.Property{Name: f.name, Value: table.Int32Value(int32(n))}, add, ""
}
