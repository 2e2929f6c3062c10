package design

import (
	"strconv"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/index"
	"github.com/keyrange/keyrange/engine/table"
)

// addedKeys is how many keys of a tree one step inserts.
const addedKeys = 1000

// Index is the table as a B-tree: its keys, inserted in the order in which
// their entities were written, under the fan-out that the reader chooses.
//
// What always holds: shown is complete or nil, and everything that an Index
// tells comes from it.
type Index struct {
	View     IndexView
	page     *Playground
	shown    *keyTree
	building *keyTree
}

// keyTree is a tree over the keys of a snapshot.
type keyTree struct {
	places *places
	order  []int32 // in which the keys are inserted
	tree   *index.Tree
	shape  index.Shape
	found  figuresOfTree
}

// Index returns the index over the table that is shown.
func (p *Playground) Index() *Index {
	if p.index == nil {
		p.index = &Index{page: p, View: IndexView{Steps: [3]int{LastStep, LastStep, LastStep}}}
	}
	return p.index
}

// now returns the table where the log of the console stands.
func (b *Workbench) now() *table.Snapshot {
	if b.World == nil {
		return nil
	}
	t, err := b.World.Table(model.TableName)
	if err != nil {
		return nil
	}
	return t.Snapshot()
}

// Advance builds the tree of the present table in small steps while more
// returns true, and does at least one. It reports whether work is left.
func (x *Index) Advance(more func() bool) bool {
	for x.step() {
		if !more() {
			return true
		}
	}
	return false
}

func (x *Index) step() bool {
	from, fanout := x.page.Workbench().now(), x.Fanout()
	if from == nil {
		x.shown, x.building = nil, nil
		return false
	}
	if x.shown.is(from, fanout) {
		x.building = nil
		return false
	}
	if !x.building.is(from, fanout) {
		x.building = x.begin(from, fanout)
	}
	if x.building.step() {
		return true
	}
	x.shown, x.building = x.building, nil
	return false
}

func (k *keyTree) is(from *table.Snapshot, fanout int) bool {
	return k != nil && k.places.from == from && k.tree.Fanout() == fanout
}

// begin starts a tree. The places of the keys are known when only the fan-out
// is another one.
func (x *Index) begin(from *table.Snapshot, fanout int) *keyTree {
	k := &keyTree{tree: index.New(fanout)}
	for _, other := range []*keyTree{x.shown, x.building} {
		if other != nil && other.places.from == from && other.places.done {
			k.places, k.order = other.places, other.order
			return k
		}
	}
	k.places = newPlaces(from)
	return k
}

// step does one bounded piece of the work and reports whether more is left.
func (k *keyTree) step() bool {
	switch n := k.tree.Len(); {
	case !k.places.done:
		k.places.step()
	case k.order == nil && k.places.len() > 0:
		k.order = k.places.asWritten()
	case n < len(k.order):
		for _, place := range k.order[n:min(n+addedKeys, len(k.order))] {
			k.tree.Add(int(place))
		}
	default:
		k.shape = k.tree.Shape()
		return false
	}
	return true
}

// Ready reports whether there is a tree to show.
func (x *Index) Ready() bool { return x.shown != nil }

// Gone reports whether the table was dropped where the console's log stands.
func (x *Index) Gone() bool {
	b := x.page.Workbench()
	return b.Ready() && b.now() == nil
}

// Progress returns how far the tree under way has come; ok is false when there
// is none.
func (x *Index) Progress() (_ model.Progress, ok bool) {
	k := x.building
	if k == nil {
		return model.Progress{}, false
	}
	return model.Progress{Label: "Building the tree", Done: k.places.len() + k.tree.Len(), Total: 2 * k.places.from.Len(), Unit: "keys"}, true
}

// Fanout returns how many children a node has at most.
func (x *Index) Fanout() int {
	if f := x.page.Edit.Work().Index.Fanout; f > 0 {
		return f
	}
	return draft.DefaultFanout
}

// Shape returns the structure of the tree.
func (x *Index) Shape() *index.Shape { return &x.shown.shape }

// Shown returns the fan-out of the tree that is shown, which is an earlier one
// while another is being built.
func (x *Index) Shown() int { return x.shown.tree.Fanout() }

// Key returns the key at a place of the tree.
func (x *Index) Key(place int) table.Key { return x.shown.places.key(place) }

// SetFanout chooses the fan-out: an even number from index.MinFanout to
// index.MaxFanout; another one is brought there.
func (x *Index) SetFanout(n int) {
	n = min(max(n, index.MinFanout), index.MaxFanout) &^ 1
	x.page.Edit.Change("Fan-out "+strconv.Itoa(n), func(w *draft.Work) { w.Index.Fanout = n })
}

// Find looks for a key.
func (x *Index) Find(k table.Key) {
	x.page.Edit.Change("Look up "+k.PartitionKey+", "+k.RowKey, func(w *draft.Work) { w.Index.Find = draft.WantedKey(k) })
}

// Pick looks for another key of the table.
func (x *Index) Pick() {
	if n := x.shown.shape.Len; n > 0 {
		x.Find(x.Key((x.Lookup().Place + n*5/13 + 1) % n))
	}
}

// Read reads a range of a class, and for OwnRange of a filter.
func (x *Index) Read(c draft.Class, filter string) {
	x.page.Edit.Change("Read a range of the index", func(w *draft.Work) {
		w.Index.Class = c
		if c == draft.OwnRange {
			w.Index.Filter = filter
		}
	})
}

// Insert inserts a key into a copy of the tree.
func (x *Index) Insert(k table.Key) {
	x.page.Edit.Change("Insert "+k.PartitionKey+", "+k.RowKey+" into the index", func(w *draft.Work) { w.Index.Insert = draft.WantedKey(k) })
}
