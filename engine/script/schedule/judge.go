package schedule

import (
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// Loss is an update that nobody will ever see again, although its client was
// told, or may believe, that it was done.
type Loss struct {
	Key      table.Key
	Property string // "" when the whole entity was deleted
	Of, By   string // whose update was lost, and who wrote over it
	Made     table.Ticks
	Lost     table.Ticks
}

// Judge watches the results of a log and finds updates that were lost: a write
// that changed a property of an entity, and over which another client wrote
// without having read it. A client has read a version when it got it, and when
// its own write was let through because the stored version was still the one
// that it had read.
//
// What always holds: it tells from what the service did, not from what clients
// were told, so a write whose answer was lost counts, and so does one that
// arrived late.
type Judge struct {
	Losses  []Loss
	Refused int // writes that the service refused for their condition, as clients heard it

	senders map[int]string // who sent an attempt
	stored  map[string]map[string]mark
	read    map[string]table.Ticks // version last read, by client, table and key
}

// mark is the last change of one property.
type mark struct {
	by string
	at table.Ticks
}

// Watch takes the results of a log one after another.
func (j *Judge) Watch(r script.Result) {
	if j.stored == nil {
		j.senders, j.stored, j.read = map[int]string{}, map[string]map[string]mark{}, map[string]table.Ticks{}
	}
	who := r.Command.Client
	for _, late := range r.Late {
		j.applied(j.senders[late.Attempt], late.Call, late.Answer, late.At, false)
	}
	for _, x := range r.Exchanges {
		for _, late := range x.Late {
			if sender, known := j.senders[late.Attempt]; known {
				j.applied(sender, late.Call, late.Answer, late.At, false)
			}
		}
		for _, a := range x.Attempts {
			j.senders[a.Number] = who
			if a.Arrived == 0 {
				continue
			}
			if a.Answered && a.Answer.Refusal != nil && a.Answer.Refusal.Code == table.UpdateConditionNotSatisfied {
				j.Refused++
			}
			j.applied(who, x.Call, a.Answer, a.Arrived, a.Answered)
		}
	}
}

// applied notes what one arrived call did.
func (j *Judge) applied(who string, c client.Call, a client.Answer, at table.Ticks, heard bool) {
	switch {
	case a.Refusal != nil:
	case c.Verb == client.Batch:
		for i, change := range c.Changes {
			change.Table = c.Table
			one := client.Answer{}
			if i < len(a.ETags) {
				one.ETag = a.ETags[i]
			}
			j.applied(who, change, one, at, heard)
		}
	case c.Verb == client.Get || c.Verb == client.Query:
		if heard {
			for _, e := range a.Entities {
				j.read[recall(who, c.Table, e.Key)] = e.Timestamp
			}
		}
	default:
		j.written(who, c, a, at, heard)
	}
}

func (j *Judge) written(who string, c client.Call, a client.Answer, at table.Ticks, heard bool) {
	name := entity(c.Table, c.Entity.Key)
	marks := j.stored[name]
	if marks == nil {
		marks = map[string]mark{}
		j.stored[name] = marks
	}
	known := j.read[recall(who, c.Table, c.Entity.Key)]
	version, _ := a.ETag.Version()
	over := func(property string) (lost bool) {
		m, there := marks[property]
		delete(marks, property)
		lost = there && m.by != who && m.by != "" && m.at > known
		if lost && c.Verb != client.Delete {
			j.Losses = append(j.Losses, Loss{c.Entity.Key, property, m.by, who, m.at, at})
		}
		return lost
	}
	switch c.Verb {
	case client.Delete:
		j.deleted(c.Entity.Key, who, at, marks, over)
		return
	case client.Insert, client.Replace, client.InsertOrReplace:
		for _, property := range words.SortedKeys(marks) {
			over(property)
		}
	}
	for _, p := range c.Entity.Properties {
		over(p.Name)
		marks[p.Name] = mark{who, version}
	}
	if own, ok := c.Match.Version(); ok && heard && own == known {
		j.read[recall(who, c.Table, c.Entity.Key)] = version
	}
}

// deleted notes that an entity is gone, with the first change in it that its
// deleter had not read.
func (j *Judge) deleted(k table.Key, who string, at table.Ticks, marks map[string]mark, over func(string) bool) {
	var first mark
	for _, property := range words.SortedKeys(marks) {
		if m := marks[property]; over(property) && (first.by == "" || m.at < first.at) {
			first = m
		}
	}
	if first.by != "" {
		j.Losses = append(j.Losses, Loss{k, "", first.by, who, first.at, at})
	}
}
