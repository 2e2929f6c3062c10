package client

import (
	"slices"
	"sort"
	"strings"

	"github.com/keyrange/keyrange/engine/table"
)

// SaveOptions say how SaveChanges sends (SaveChangesOptions of the client
// library). They combine, but Batch and ContinueOnError exclude each other.
type SaveOptions uint8

// The options. None sends one request per change and stops at the first that
// fails.
const (
	SaveNone        SaveOptions = 0
	SaveBatch       SaveOptions = 1 << (iota - 1) // all changes in one entity group transaction
	ContinueOnError                               // go on after a failed change
	ReplaceOnUpdate                               // replace entities instead of merging
)

// Saved is what became of one pending change.
type Saved struct {
	Object   int // ID
	Call     Call
	Exchange int // position in Report.Exchanges; -1: not sent
	Failed   bool
}

// Report is what SaveChanges did.
type Report struct {
	Exchanges []Exchange
	Changes   []Saved // in the order in which they were pending
}

// Failed reports whether any change failed or was not sent.
func (r Report) Failed() bool {
	return slices.ContainsFunc(r.Changes, func(s Saved) bool { return s.Failed || s.Exchange < 0 })
}

// Pending returns the changes that SaveChanges would send, in the order in
// which they were made.
func (c *Context) Pending(options SaveOptions) []Saved {
	var changed []Object
	for _, o := range c.objects {
		if o.State != Unchanged {
			changed = append(changed, o)
		}
	}
	sort.Slice(changed, func(i, j int) bool { return changed[i].turn < changed[j].turn })
	pending := make([]Saved, len(changed))
	for i, o := range changed {
		pending[i] = Saved{Object: o.ID, Call: o.call(options), Exchange: -1}
	}
	return pending
}

// SaveChanges sends the pending changes through the caller. A change that
// fails stays pending, and so does every one that was not sent: the next
// SaveChanges sends them again, the failed one first.
func (c *Context) SaveChanges(options SaveOptions, caller *Caller) (Report, error) {
	if options&SaveBatch != 0 && options&ContinueOnError != 0 {
		return Report{}, BatchOrGoOn
	}
	r := Report{Changes: c.Pending(options)}
	if options&SaveBatch != 0 {
		c.saveBatch(&r, caller)
		return r, nil
	}
	for i := range r.Changes {
		s := &r.Changes[i]
		x := caller.Send(s.Call)
		s.Exchange, s.Failed = len(r.Exchanges), x.Failed()
		r.Exchanges = append(r.Exchanges, x)
		if s.Failed && options&ContinueOnError == 0 {
			break
		}
		if a, _ := x.Answer(); !s.Failed {
			c.saved(s.Object, a.ETag)
		}
	}
	return r, nil
}

// saveBatch sends all changes as one call.
func (c *Context) saveBatch(r *Report, caller *Caller) {
	if len(r.Changes) == 0 {
		return
	}
	batch := Call{Verb: Batch, Table: r.Changes[0].Call.Table}
	for _, s := range r.Changes {
		batch.Changes = append(batch.Changes, s.Call)
	}
	x := caller.Send(batch)
	r.Exchanges = []Exchange{x}
	a, _ := x.Answer()
	for i := range r.Changes {
		s := &r.Changes[i]
		s.Exchange, s.Failed = 0, x.Failed()
		if !s.Failed && i < len(a.ETags) {
			c.saved(s.Object, a.ETags[i])
		}
	}
}

// call is the request for the object's pending change.
func (o Object) call(options SaveOptions) Call {
	call := Call{Table: o.Table, Entity: o.Entity, Match: o.ETag}
	replace := options&ReplaceOnUpdate != 0
	switch {
	case o.State == Added:
		call.Verb, call.Match = Insert, ""
	case o.State == Deleted:
		call.Verb, call.Entity = Delete, table.Entity{Key: o.Entity.Key}
	case o.ETag == "" && replace:
		call.Verb = InsertOrReplace
	case o.ETag == "":
		call.Verb = InsertOrMerge
	case replace:
		call.Verb = Replace
	default:
		call.Verb = Merge
	}
	return call
}

// saved notes that an object's change is done. An insert gives the object its
// identity; if a stale one stood for the same entity it is forgotten.
func (c *Context) saved(id int, tag table.ETag) {
	i := c.index(id)
	o := c.objects[i]
	switch o.State {
	case Deleted:
		c.objects = slices.Delete(c.objects, i, i+1)
		return
	case Added:
		if stale := c.identity(o.Table, o.Entity.Key); stale >= 0 {
			c.objects = slices.Delete(c.objects, stale, stale+1)
			i = c.index(id)
		}
	}
	c.objects[i].State, c.objects[i].ETag = Unchanged, tag
	if t, ok := tag.Version(); ok {
		c.objects[i].Entity.Timestamp = t
	}
}

// sameTable reports whether two names are of the same table: names of tables
// are told apart without regard to case.
func sameTable(a, b string) bool { return strings.EqualFold(a, b) }
