package client

import (
	"errors"
	"reflect"
	"testing"

	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
)

var old = table.Key{PartitionKey: "Action", RowKey: "Old"}

// opened is a table with one entity, Old, that context c tracks.
func opened(t *testing.T, option MergeOption) (*table.Table, *Caller, *Context, Object) {
	t.Helper()
	stored, caller := movies(t, NoRetry)
	if _, err := stored.Insert(movie("Action", "Old", 1), noon); err != nil {
		t.Fatal(err)
	}
	c := &Context{MergeOption: option}
	objects := c.Load("Movies", read(t, caller))
	return stored, caller, c, objects[0]
}

func read(t *testing.T, caller *Caller) []table.Entity {
	t.Helper()
	r := NewReading("Movies", query.Request{Top: query.NoTop}, AllPages)
	if x, ok := readAll(r, caller); !ok {
		t.Fatalf("reading gave %q", code(x))
	}
	return r.Entities
}

func rating(n int32) table.Property {
	return table.Property{Name: "Rating", Value: table.Int32Value(n)}
}

// codes are the last answers of a report, in order.
func codes(r Report) []table.Code {
	var all []table.Code
	for _, x := range r.Exchanges {
		all = append(all, code(x))
	}
	return all
}

// save edits the object to the rating, updates and saves.
func save(t *testing.T, c *Context, caller *Caller, id int, n int32, options SaveOptions) Report {
	t.Helper()
	if err := errors.Join(c.Edit(id, rating(n)), c.UpdateObject(id)); err != nil {
		t.Fatal(err)
	}
	r, err := c.SaveChanges(options, caller)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Another client writes the entity, this one reads it again and saves its own
// edit. What happens depends on MergeOption alone: with AppendOnly the old
// ETag stays and the update is refused; with OverwriteChanges the edit is gone;
// with PreserveChanges the edit is kept and the new ETag makes it succeed
// ("Tracking entities" in the guides to programming tables).
func TestMergeOption(t *testing.T) {
	for _, test := range []struct {
		option MergeOption
		want   []table.Code // of the update; none: nothing was pending
		rating int64        // stored in the end
	}{
		{AppendOnly, []table.Code{table.UpdateConditionNotSatisfied}, 5},
		{OverwriteChanges, nil, 5},
		{PreserveChanges, []table.Code{""}, 9},
	} {
		t.Run(test.option.String(), func(t *testing.T) {
			stored, caller, c, o := opened(t, test.option)
			stored.Merge(movie("Action", "Old", 5), table.AnyETag, noon+s)
			c.Edit(o.ID, rating(9))
			c.UpdateObject(o.ID)
			c.Load("Movies", read(t, caller))
			r, err := c.SaveChanges(SaveNone, caller)
			if err != nil || !reflect.DeepEqual(codes(r), test.want) {
				t.Errorf("saving gave %q, %v; want %q", codes(r), err, test.want)
			}
			e, _ := stored.Get(old)
			if got := e.Property("Rating").Int(); got != test.rating {
				t.Errorf("Rating is %d in the end, want %d", got, test.rating)
			}
		})
	}
	t.Run("NoTracking", func(t *testing.T) {
		_, _, c, o := opened(t, NoTracking)
		if o.ID != 0 || len(c.Objects()) != 0 || !errors.Is(c.UpdateObject(o.ID), NotTracked) {
			t.Errorf("the context tracks %v", c.Objects())
		}
	})
}

func TestAttachTo(t *testing.T) {
	// "AttachTo can throw an exception if the entity is already being tracked."
	t.Run("already tracked", func(t *testing.T) {
		_, _, c, o := opened(t, AppendOnly)
		if _, err := c.AttachTo("movies", o.Entity, table.AnyETag); !errors.Is(err, AlreadyTracked) {
			t.Errorf("got %v, want %v", err, AlreadyTracked)
		}
		if err := c.Detach(o.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := c.AttachTo("movies", o.Entity, table.AnyETag); err != nil {
			t.Errorf("after Detach: %v", err)
		}
	})
	// "*" gives an unconditional update, which never fails on the version.
	t.Run("any version", func(t *testing.T) {
		stored, caller := movies(t, NoRetry)
		stored.Insert(movie("Action", "Old", 1), noon)
		c := &Context{}
		o, err := c.AttachTo("Movies", movie("Action", "Old", 1), table.AnyETag)
		if err != nil {
			t.Fatal(err)
		}
		if r := save(t, c, caller, o.ID, 7, SaveNone); r.Failed() || r.Changes[0].Call.Match != table.AnyETag {
			t.Errorf("got %q with If-Match %q", codes(r), r.Changes[0].Call.Match)
		}
		if o, _ := c.Object(o.ID); o.State != Unchanged || o.ETag == table.AnyETag {
			t.Errorf("after saving the object is %v with ETag %q", o.State, o.ETag)
		}
	})
	// Without If-Match an update is an upsert (Insert Or Merge Entity, Insert
	// Or Replace Entity, REST reference).
	t.Run("no version", func(t *testing.T) {
		for options, want := range map[SaveOptions]Verb{SaveNone: InsertOrMerge, ReplaceOnUpdate: InsertOrReplace} {
			stored, caller := movies(t, NoRetry)
			c := &Context{}
			o, _ := c.AttachTo("Movies", movie("Action", "New", 1), "")
			if r := save(t, c, caller, o.ID, 7, options); r.Failed() || r.Changes[0].Call.Verb != want || stored.Len() != 1 {
				t.Errorf("got %q by %v, want %v", codes(r), r.Changes[0].Call.Verb, want)
			}
		}
	})
	t.Run("unconditional deletion", func(t *testing.T) {
		stored, caller, c, o := opened(t, AppendOnly)
		stored.Merge(movie("Action", "Old", 5), table.AnyETag, noon+s)
		c.Detach(o.ID)
		o, _ = c.AttachTo("Movies", o.Entity, table.AnyETag)
		c.DeleteObject(o.ID)
		if r, _ := c.SaveChanges(SaveNone, caller); r.Failed() || stored.Len() != 0 || len(c.Objects()) != 0 {
			t.Errorf("got %q, %d entities, %d objects", codes(r), stored.Len(), len(c.Objects()))
		}
	})
}

// An update merges by default: what the client does not send stays. With
// ReplaceOnUpdate it is gone.
func TestReplaceOnUpdate(t *testing.T) {
	for options, want := range map[SaveOptions]bool{SaveNone: true, ReplaceOnUpdate: false} {
		stored, caller, c, o := opened(t, AppendOnly)
		language := table.Property{Name: "Language", Value: table.StringValue("en")}
		tag, _ := stored.Merge(table.Entity{Key: old, Properties: []table.Property{language}}, table.AnyETag, noon+s)
		c.Detach(o.ID)
		o, _ = c.AttachTo("Movies", movie("Action", "Old", 1), tag)
		save(t, c, caller, o.ID, 7, options)
		e, _ := stored.Get(old)
		if got := !e.Property("Language").IsNull(); got != want {
			t.Errorf("with options %d the other property is there: %v, want %v", options, got, want)
		}
	}
}

// The failed change stays in the context and is sent again, first, by every
// later SaveChanges; without options nothing behind it is sent ("Cop Out" and
// "Law Abiding Citizen" in the guide to programming tables).
func TestFailedChangeStays(t *testing.T) {
	stored, caller := movies(t, NoRetry)
	stored.Insert(movie("Action", "Cop Out", 1), noon)
	c := &Context{}
	first := c.AddObject("Movies", movie("Action", "Cop Out", 1))
	if r, _ := c.SaveChanges(SaveNone, caller); code(r.Exchanges[0]) != table.EntityAlreadyExists {
		t.Fatalf("got %q", codes(r))
	}
	c.AddObject("Movies", movie("Action", "Law Abiding Citizen", 1))
	r, _ := c.SaveChanges(SaveNone, caller)
	if len(r.Exchanges) != 1 || code(r.Exchanges[0]) != table.EntityAlreadyExists || r.Changes[1].Exchange != -1 || stored.Len() != 1 {
		t.Errorf("got %q for %v, want the conflict again and nothing else sent", codes(r), r.Changes)
	}
	r, _ = c.SaveChanges(ContinueOnError, caller)
	if len(r.Exchanges) != 2 || !r.Changes[0].Failed || r.Changes[1].Failed || stored.Len() != 2 {
		t.Errorf("with ContinueOnError: got %q for %v", codes(r), r.Changes)
	}
	c.Detach(first.ID)
	if r, _ = c.SaveChanges(SaveNone, caller); len(r.Changes) != 0 || r.Failed() {
		t.Errorf("after Detach %v is pending", r.Changes)
	}
}

func TestSaveBatch(t *testing.T) {
	begin := func(t *testing.T, partition string) (*table.Table, *Context, *Caller) {
		stored, caller, c, o := opened(t, AppendOnly)
		c.AddObject("Movies", movie("Action", "New", 1))
		c.Edit(o.ID, rating(8))
		c.UpdateObject(o.ID)
		c.AddObject("Movies", movie(partition, "Newer", 1))
		return stored, c, caller
	}
	t.Run("all or nothing", func(t *testing.T) {
		stored, c, caller := begin(t, "Action")
		r, err := c.SaveChanges(SaveBatch, caller)
		if err != nil || r.Failed() || len(r.Exchanges) != 1 || stored.Len() != 3 || len(c.Pending(0)) != 0 {
			t.Errorf("got %q, %v, %d entities, pending %v", codes(r), err, stored.Len(), c.Pending(0))
		}
		for _, o := range c.Objects() {
			if e, _ := stored.Get(o.Entity.Key); e.ETag() != o.ETag || e.Timestamp != o.Entity.Timestamp {
				t.Errorf("%s: the context has ETag %s, the table %s", o.Entity.RowKey, o.ETag, e.ETag())
			}
		}
	})
	// All commands must have one PartitionKey (Performing entity group
	// transactions, REST reference); all changes stay pending.
	t.Run("two partitions", func(t *testing.T) {
		stored, c, caller := begin(t, "Drama")
		r, _ := c.SaveChanges(SaveBatch, caller)
		if code(r.Exchanges[0]) != table.CommandsInBatchActOnDifferentPartitions || stored.Len() != 1 || len(c.Pending(0)) != 3 {
			t.Errorf("got %q, %d entities, %d pending", codes(r), stored.Len(), len(c.Pending(0)))
		}
		if a, _ := r.Exchanges[0].Answer(); a.Failed != 2 {
			t.Errorf("change %d is at fault, want 2", a.Failed)
		}
	})
	t.Run("two tables", func(t *testing.T) {
		stored, c, caller := begin(t, "Action")
		c.AddObject("Actors", movie("Action", "Newest", 1))
		r, _ := c.SaveChanges(SaveBatch, caller)
		if code(r.Exchanges[0]) != table.CommandsInBatchActOnDifferentPartitions || stored.Len() != 1 {
			t.Errorf("got %q, %d entities", codes(r), stored.Len())
		}
	})
	t.Run("with ContinueOnError", func(t *testing.T) {
		_, c, caller := begin(t, "Action")
		if _, err := c.SaveChanges(SaveBatch|ContinueOnError, caller); !errors.Is(err, BatchOrGoOn) {
			t.Errorf("got %v, want %v", err, BatchOrGoOn)
		}
	})
	t.Run("nothing pending", func(t *testing.T) {
		_, caller, c, _ := opened(t, AppendOnly)
		if r, err := c.SaveChanges(SaveBatch, caller); err != nil || len(r.Exchanges) != 0 {
			t.Errorf("got %q, %v", codes(r), err)
		}
	})
}

// The answer to a change is lost and the program saves again: the client gets
// 409, 412 and 404 from its own first attempt, and the change stays pending.
func TestSelfMadeConflict(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*Context, Object)
		want   table.Code
	}{
		{"insert", func(c *Context, o Object) { c.AddObject("Movies", movie("Action", "New", 1)) }, table.EntityAlreadyExists},
		{"update", func(c *Context, o Object) { c.UpdateObject(o.ID) }, table.UpdateConditionNotSatisfied},
		{"delete", func(c *Context, o Object) { c.DeleteObject(o.ID) }, table.ResourceNotFound},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, caller, c, o := opened(t, AppendOnly)
			test.change(c, o)
			caller.Network.Fail(Fault{Kind: ResponseLost})
			if r, _ := c.SaveChanges(SaveNone, caller); code(r.Exchanges[0]) != "no answer" || r.Exchanges[0].Applied() != 1 {
				t.Fatalf("got %q, applied %d times", codes(r), r.Exchanges[0].Applied())
			}
			for range 2 {
				if r, _ := c.SaveChanges(SaveNone, caller); code(r.Exchanges[0]) != test.want {
					t.Errorf("got %q, want %q", codes(r), test.want)
				}
			}
		})
	}
}

// Changes are sent in the order in which they were made, and states follow the
// library's rules.
func TestStates(t *testing.T) {
	t.Run("order", func(t *testing.T) {
		_, _, c, o := opened(t, AppendOnly)
		added := c.AddObject("Movies", movie("Action", "New", 1))
		c.UpdateObject(o.ID)
		pending := c.Pending(SaveNone)
		if len(pending) != 2 || pending[0].Object != added.ID || pending[1].Call.Verb != Merge {
			t.Errorf("pending: %v", pending)
		}
	})
	t.Run("editing alone is not a change", func(t *testing.T) {
		_, _, c, o := opened(t, AppendOnly)
		c.Edit(o.ID, rating(4))
		if len(c.Pending(SaveNone)) != 0 {
			t.Errorf("pending: %v", c.Pending(SaveNone))
		}
	})
	t.Run("deleting what was added", func(t *testing.T) {
		c := &Context{}
		o := c.AddObject("Movies", movie("Action", "New", 1))
		if err := c.DeleteObject(o.ID); err != nil || len(c.Objects()) != 0 {
			t.Errorf("got %v, objects %v", err, c.Objects())
		}
	})
	t.Run("updating what is added or deleted", func(t *testing.T) {
		_, _, c, o := opened(t, AppendOnly)
		c.DeleteObject(o.ID)
		c.UpdateObject(o.ID)
		a := c.AddObject("Movies", movie("Action", "New", 1))
		c.UpdateObject(a.ID)
		deleted, _ := c.Object(o.ID)
		added, _ := c.Object(a.ID)
		if deleted.State != Deleted || added.State != Added {
			t.Errorf("states are %v and %v", deleted.State, added.State)
		}
	})
	t.Run("not tracked", func(t *testing.T) {
		c := &Context{}
		for name, err := range map[string]error{"Edit": c.Edit(1), "UpdateObject": c.UpdateObject(1), "DeleteObject": c.DeleteObject(1), "Detach": c.Detach(1)} {
			if !errors.Is(err, NotTracked) {
				t.Errorf("%s: got %v, want %v", name, err, NotTracked)
			}
		}
	})
	t.Run("an insert over a stale object", func(t *testing.T) {
		stored, caller, c, _ := opened(t, AppendOnly)
		stored.Delete(old, table.AnyETag)
		added := c.AddObject("Movies", movie("Action", "Old", 3))
		if r, _ := c.SaveChanges(SaveNone, caller); r.Failed() {
			t.Fatalf("got %q", codes(r))
		}
		if o, ok := c.Find("movies", old); !ok || o.ID != added.ID || len(c.Objects()) != 1 {
			t.Errorf("the context tracks %v", c.Objects())
		}
	})
	t.Run("clone", func(t *testing.T) {
		_, _, c, o := opened(t, AppendOnly)
		before := c.Clone()
		c.Edit(o.ID, rating(9))
		c.UpdateObject(o.ID)
		if same, _ := before.Object(o.ID); same.State != Unchanged || same.Entity.Property("Rating").Int() != 1 {
			t.Errorf("the clone has %v", same)
		}
	})
}
