package client

import (
	"slices"

	"github.com/keyrange/keyrange/engine/table"
)

// MergeOption is what a Context does with an entity that it reads and already
// tracks (MergeOption of the client library's DataServiceContext).
type MergeOption uint8

// The merge options.
const (
	// AppendOnly leaves the tracked object as it is, its ETag too, so that
	// its next update may be refused. It is the default.
	AppendOnly MergeOption = iota
	// OverwriteChanges takes over values and ETag; pending changes are lost.
	OverwriteChanges
	// PreserveChanges takes over the ETag and keeps the values and changes.
	PreserveChanges
	// NoTracking tracks nothing that is read.
	NoTracking
)

var mergeOptionNames = [...]string{"AppendOnly", "OverwriteChanges", "PreserveChanges", "NoTracking"}

// String returns the option's name in the client library.
func (m MergeOption) String() string {
	if int(m) >= len(mergeOptionNames) {
		return ""
	}
	return mergeOptionNames[m]
}

// State is what the next SaveChanges does with an object.
type State uint8

// The states of a tracked object.
const (
	Unchanged State = iota // nothing
	Added                  // insert
	Modified               // merge, or replace with ReplaceOnUpdate
	Deleted                // delete
)

var stateNames = [...]string{"unchanged", "added", "modified", "deleted"}

// String returns the state in words.
func (s State) String() string {
	if int(s) >= len(stateNames) {
		return ""
	}
	return stateNames[s]
}

// Object is one tracked entity, as the client has it.
type Object struct {
	ID     int // names the object in its context
	Table  string
	Entity table.Entity
	ETag   table.ETag // as last heard; "" if none
	State  State
	turn   int // when the state was last changed
}

// Misuse is a refusal of the client library itself: nothing was sent.
type Misuse string

// Error returns the library's message.
func (m Misuse) Error() string { return string(m) }

// The misuses, with the library's texts where clients know them.
const (
	AlreadyTracked Misuse = "The context is already tracking a different entity with the same resource Uri."
	NotTracked     Misuse = "The context is not currently tracking the entity."
	BatchOrGoOn    Misuse = "SaveChanges takes Batch or ContinueOnError, not both."
)

// Context tracks entities and their pending changes, like the client
// library's DataServiceContext. It is meant for one logical operation: what
// failed stays in it and is sent again by the next SaveChanges.
//
// What always holds: at most one object that is not Added has a given table
// and key; objects are in the order in which they came to be tracked.
type Context struct {
	MergeOption MergeOption
	objects     []Object
	ids, turns  int
}

// Clone returns a context in the same state that goes its own way from here.
func (c *Context) Clone() *Context {
	d := *c
	d.objects = slices.Clone(c.objects)
	return &d
}

// Objects returns the tracked objects in the order of their tracking.
func (c *Context) Objects() []Object { return slices.Clone(c.objects) }

// Object returns the object with the given ID.
func (c *Context) Object(id int) (Object, bool) {
	if i := c.index(id); i >= 0 {
		return c.objects[i], true
	}
	return Object{}, false
}

// Find returns the object of an entity: the tracked one, or else the latest
// that is still to be added.
func (c *Context) Find(name string, k table.Key) (Object, bool) {
	if i := c.identity(name, k); i >= 0 {
		return c.objects[i], true
	}
	for i := len(c.objects) - 1; i >= 0; i-- {
		if o := c.objects[i]; o.Entity.Key == k && sameTable(o.Table, name) {
			return o, true
		}
	}
	return Object{}, false
}

// AddObject tracks an entity that the next SaveChanges inserts. Its key may be
// that of a tracked one: only the service notices.
func (c *Context) AddObject(name string, e table.Entity) Object {
	return c.track(Object{Table: name, Entity: e, State: Added})
}

// AttachTo tracks an entity that the client knows the key of, without reading
// it. With the ETag "*" its update or deletion is unconditional; without an
// ETag its update is sent without a condition, as an upsert.
func (c *Context) AttachTo(name string, e table.Entity, tag table.ETag) (Object, error) {
	if c.identity(name, e.Key) >= 0 {
		return Object{}, AlreadyTracked
	}
	return c.track(Object{Table: name, Entity: e, ETag: tag}), nil
}

// Detach forgets an object and its pending change.
func (c *Context) Detach(id int) error {
	i := c.index(id)
	if i < 0 {
		return NotTracked
	}
	c.objects = slices.Delete(c.objects, i, i+1)
	return nil
}

// Edit sets properties of the client's object. Nothing is pending by it:
// UpdateObject says so.
func (c *Context) Edit(id int, properties ...table.Property) error {
	i := c.index(id)
	if i < 0 {
		return NotTracked
	}
	edited := slices.Clone(c.objects[i].Entity.Properties)
	for _, p := range properties {
		at := slices.IndexFunc(edited, func(q table.Property) bool { return q.Name == p.Name })
		if at < 0 {
			edited = append(edited, p)
			continue
		}
		edited[at] = p
	}
	c.objects[i].Entity.Properties = edited
	return nil
}

// UpdateObject makes the next SaveChanges send the object as it is then. One
// that is still to be added, or is to be deleted, stays so.
func (c *Context) UpdateObject(id int) error {
	i := c.index(id)
	if i < 0 {
		return NotTracked
	}
	if c.objects[i].State == Unchanged {
		c.change(i, Modified)
	}
	return nil
}

// DeleteObject makes the next SaveChanges delete the entity. One that was
// still to be added is no longer tracked.
func (c *Context) DeleteObject(id int) error {
	i := c.index(id)
	if i < 0 {
		return NotTracked
	}
	if c.objects[i].State == Added {
		return c.Detach(id)
	}
	c.change(i, Deleted)
	return nil
}

// Load takes entities that were read into the context, by its MergeOption, and
// returns the objects that the program then holds: with NoTracking those with
// ID 0, which are not tracked.
func (c *Context) Load(name string, entities []table.Entity) []Object {
	objects := make([]Object, len(entities))
	for i, e := range entities {
		objects[i] = c.load(Object{Table: name, Entity: e, ETag: e.ETag()})
	}
	return objects
}

func (c *Context) load(read Object) Object {
	if c.MergeOption == NoTracking {
		return read
	}
	i := c.identity(read.Table, read.Entity.Key)
	if i < 0 {
		return c.track(read)
	}
	o := &c.objects[i]
	switch c.MergeOption {
	case OverwriteChanges:
		o.Entity, o.ETag, o.State = read.Entity, read.ETag, Unchanged
	case PreserveChanges:
		o.ETag = read.ETag
	}
	return *o
}

func (c *Context) track(o Object) Object {
	c.ids++
	o.ID = c.ids
	c.objects = append(c.objects, o)
	if o.State != Unchanged {
		c.change(len(c.objects)-1, o.State)
	}
	return c.objects[len(c.objects)-1]
}

// change sets the state of an object and its place among the pending changes.
func (c *Context) change(i int, s State) {
	c.turns++
	c.objects[i].State, c.objects[i].turn = s, c.turns
}

func (c *Context) index(id int) int {
	return slices.IndexFunc(c.objects, func(o Object) bool { return o.ID == id })
}

// identity returns the object that stands for an entity of the service. One
// that is still to be added stands for none yet.
func (c *Context) identity(name string, k table.Key) int {
	return slices.IndexFunc(c.objects, func(o Object) bool {
		return o.State != Added && o.Entity.Key == k && sameTable(o.Table, name)
	})
}
