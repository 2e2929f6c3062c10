package schedule

import (
	"strings"

	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// MaxTurns is how many turns one program has at most: six of each of two make
// 924 orders.
const MaxTurns = 6

// Turn is one step of a client's program, before it is known what the client
// has read by then: its Command, with what happens to its first attempt.
type Turn struct {
	Command command.Command
	// Add has the properties whose numbers are added to what the client has
	// last read, as in "one apple less". The others stand as they are.
	Add map[string]bool
	// Whole sends all properties of the entity as it was last read, with those
	// of the command over them, as replacing an object that was read does.
	Whole bool
	Fault client.FaultKind
	Delay table.Ticks // of a delayed attempt
}

// Memory is what the clients of a World believe of entities: what they have
// read, and what they were told that they had written. What they write can
// follow from it.
type Memory struct {
	read map[string]table.Entity // by client, table and key
}

// entity names an entity. Names of tables are told apart without case; no key
// that an entity has contains U+0000.
func entity(name string, k table.Key) string {
	return strings.ToLower(name) + "\x00" + k.PartitionKey + "\x00" + k.RowKey
}

func recall(who, name string, k table.Key) string { return who + "\x00" + entity(name, k) }

// Hear notes what a result tells its client: entities that it read, and writes
// of its own that it was told are done, which it makes in its copy too. A client
// that was told that there is no entity forgets what it had read.
func (m *Memory) Hear(r script.Result) {
	if m.read == nil {
		m.read = map[string]table.Entity{}
	}
	for _, x := range r.Exchanges {
		a, ok := x.Answer()
		if !ok {
			continue
		}
		for _, e := range a.Entities {
			m.read[recall(r.Command.Client, x.Call.Table, e.Key)] = e
		}
		m.wrote(recall(r.Command.Client, x.Call.Table, x.Call.Entity.Key), x.Call, a.Refusal)
	}
}

// wrote makes a client's own write in its copy.
func (m *Memory) wrote(name string, c client.Call, refusal *table.Error) {
	switch {
	case refusal != nil && refusal.Code == table.ResourceNotFound, refusal == nil && c.Verb == client.Delete:
		delete(m.read, name)
	case refusal != nil:
	case c.Verb == client.Merge, c.Verb == client.InsertOrMerge:
		e := m.read[name]
		m.read[name] = table.Entity{Key: c.Entity.Key, Properties: over(e.Properties, c.Entity.Properties)}
	case c.Verb == client.Insert, c.Verb == client.Replace, c.Verb == client.InsertOrReplace:
		m.read[name] = table.Entity{Key: c.Entity.Key, Properties: c.Entity.Properties}
	}
}

// Last returns the entity as a client believes it to be.
func (m *Memory) Last(who, name string, k table.Key) (table.Entity, bool) {
	e, ok := m.read[recall(who, name, k)]
	return e, ok
}

// Commands returns the commands that a turn stands for, given what its client
// remembers: the fault that its attempt meets, if there is one, and its own.
func (m *Memory) Commands(t Turn) []command.Command {
	var list []command.Command
	if t.Fault != client.NoFault {
		list = append(list, command.Command{Verb: command.Fault, Fault: t.Fault, Duration: t.Delay})
	}
	c := t.Command.Copy()
	last, known := m.Last(c.Client, c.Table, c.Key)
	for i, p := range c.Properties {
		if t.Add[p.Name] && known {
			c.Properties[i].Value = sum(last.Property(p.Name), p.Value)
		}
	}
	if t.Whole && known {
		c.Properties = over(last.Properties, c.Properties)
	}
	return append(list, c)
}

// sum adds two numbers of the same kind; where there is none to add to, the
// second stands alone.
func sum(a, b table.Value) table.Value {
	if a.Type() != b.Type() {
		return b
	}
	switch b.Type() {
	case table.Int32:
		return table.Int32Value(int32(a.Int() + b.Int()))
	case table.Int64:
		return table.Int64Value(a.Int() + b.Int())
	case table.Double:
		return table.DoubleValue(a.Float() + b.Float())
	}
	return b
}

// over returns the properties of base with those of edits in their place or
// after them.
func over(base, edits []table.Property) []table.Property {
	all := make([]table.Property, 0, len(base)+len(edits))
	at := map[string]int{}
	for _, p := range append(append([]table.Property{}, base...), edits...) {
		if i, there := at[p.Name]; there {
			all[i].Value = p.Value
			continue
		}
		at[p.Name] = len(all)
		all = append(all, p)
	}
	return all
}
