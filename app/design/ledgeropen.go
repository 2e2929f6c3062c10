package design

import (
	"slices"

	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// Opened is an entity that is looked at, as it was read. Others may change it
// meanwhile: what is written then meets its ETag, or not.
type Opened struct {
	Entity table.Entity
	ETag   table.ETag
	Bytes  int
	Gone   bool   // it is not there any more
	Stale  bool   // it has another ETag by now
	Done   string // the command that was done last
	At     int    // where the journal stood after it
	Fault  string // what the service said against it, empty if nothing
}

// Open reads an entity and keeps it open. It reports whether it is there.
func (l *Ledger) Open(k table.Key) bool {
	if l.places == nil {
		return false
	}
	r, found := l.places.from.Get(k)
	if found {
		l.opened = openedAs(r)
	}
	return found
}

func openedAs(r table.Row) *Opened {
	e := r.Entity()
	return &Opened{Entity: e, ETag: r.ETag(), Bytes: table.EntityBytes(e.Key, e.Properties)}
}

// Opened returns the entity that is open, or nil.
func (l *Ledger) Opened() *Opened { return l.opened }

// Close closes the entity that is open.
func (l *Ledger) Close() { l.opened = nil }

// Reread reads the open entity again, as it is now.
func (l *Ledger) Reread() {
	if o := l.opened; o != nil {
		if now := l.page.Workbench().now(); now != nil {
			if r, found := now.Get(o.Entity.Key); found {
				l.opened = openedAs(r)
			}
		}
	}
}

// reread notes whether the open entity is still the one that was read.
func (l *Ledger) reread() {
	o := l.opened
	if o == nil {
		return
	}
	o.Gone, o.Stale = true, false
	if now := l.page.Workbench().now(); now != nil {
		if r, found := now.Get(o.Entity.Key); found {
			o.Gone, o.Stale = false, r.ETag() != o.ETag
		}
	}
}

// CanUndo reports whether the last gesture is the change that was made here.
func (l *Ledger) CanUndo() bool {
	return l.opened != nil && l.opened.Done != "" && l.opened.At == l.page.Edit.Journal().Position()
}

// PropertyBytes is what a property counts for in the size of its entity.
func PropertyBytes(p table.Property) int {
	return table.EntityBytes(table.Key{}, []table.Property{p}) - table.EntityBytes(table.Key{}, nil)
}

// SetProperty gives the open entity a property: a merge under the ETag that was
// read. It returns a sentence when the text is no value of the type.
func (l *Ledger) SetProperty(name string, kind table.EdmType, text string) (fault string) {
	v, ok := dataset.Parse(text, kind)
	if !ok {
		return example(kind)
	}
	l.write(command.Command{Verb: command.Merge, Properties: []table.Property{{Name: name, Value: v}}})
	return ""
}

// example says what a value of a type looks like.
func example(kind table.EdmType) string {
	texts := map[table.EdmType]string{
		table.Binary: "bytes in base64, such as AP8=", table.Boolean: "true or false", table.DateTime: "an instant such as 2026-01-31T12:00:00Z",
		table.Double: "a number such as 4.5", table.Guid: "a GUID such as 01234567-89ab-cdef-0123-456789abcdef",
		table.Int32: "a whole number of at most 2,147,483,647", table.Int64: "a whole number of 64 bits",
	}
	return "This is no " + kind.String() + ". It takes " + texts[kind] + "."
}

// RemoveProperty takes a property away: a replace without it under the ETag
// that was read, since a merge cannot remove one.
func (l *Ledger) RemoveProperty(name string) {
	rest := slices.DeleteFunc(slices.Clone(l.opened.Entity.Properties), func(p table.Property) bool { return p.Name == name })
	l.write(command.Command{Verb: command.Replace, Properties: rest})
}

// Delete deletes the open entity under the ETag that was read.
func (l *Ledger) Delete() { l.write(command.Command{Verb: command.Delete}) }

// write does a command on the open entity. What was read stays open when the
// service refuses it.
func (l *Ledger) write(c command.Command) {
	o := l.opened
	c.Table, c.Key, c.If = model.TableName, o.Entity.Key, command.Condition{Tag: o.ETag}
	b, text := l.page.Workbench(), ""
	text = c.String()
	o.Fault = ""
	if !b.Do(text) {
		o.Fault = b.Fault().Sentence
		return
	}
	if done := b.Outcome(b.Position() - 1); !done.OK {
		o.Fault = done.Lines[len(done.Lines)-1]
		return
	}
	if c.Verb != command.Delete {
		l.Reread()
	}
	l.opened.Done, l.opened.At = text, l.page.Edit.Journal().Position()
	l.reread()
}
