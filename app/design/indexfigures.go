package design

import (
	"errors"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/index"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// figuresOfTree are the last answers of a tree, two of them with what was asked.
type figuresOfTree struct {
	lookup   *LookupView
	asked    draft.KeyWanted // of lookup
	read     *RangeView
	insert   *InsertView
	inserted draft.KeyWanted // of insert
}

// LookupView is a search for one key.
type LookupView struct {
	Key      table.Key
	Place    int // of the key, or of the first after it
	Found    bool
	Visits   []index.Visit
	Compared int // how often two keys were compared
}

// Lookup returns the search for the key that the reader chose.
func (x *Index) Lookup() *LookupView {
	k, w := x.shown, x.page.Edit.Work().Index
	if k.found.lookup != nil && k.found.asked == w.Find {
		return k.found.lookup
	}
	v := &LookupView{}
	if w.Find.Given {
		v.Key = w.Find.Key()
	} else if n := k.shape.Len; n > 0 {
		v.Key = k.places.key(n * 5 / 8)
	}
	v.Place, v.Found = k.find(v.Key)
	v.Visits = k.tree.Search(&k.shape, v.Place, v.Found)
	for _, visit := range v.Visits {
		v.Compared += len(visit.Compared)
	}
	k.found.lookup, k.found.asked = v, w.Find
	return v
}

// find returns the place of a key, or of the first after it.
func (k *keyTree) find(key table.Key) (place int, found bool) {
	place = k.places.rank(key)
	return place, place < k.shape.Len && k.places.key(place) == key
}

// RangeView is the reading of a range of keys.
type RangeView struct {
	Class    draft.Class
	Filter   string
	Fault    *filter.Error // the filter is none
	Kind     query.Kind
	From, To int  // places that are read, half-open
	Stop     bool // the key at To is looked at, and ends the range
	Visits   []index.Visit
	Nodes    int // that are read
}

// Range returns the reading of the range that the reader chose.
func (x *Index) Range() *RangeView {
	k, w := x.shown, x.page.Edit.Work().Index
	if v := k.found.read; v != nil && v.Class == w.Class && (w.Class != draft.OwnRange || v.Filter == w.Filter) {
		return v
	}
	v := &RangeView{Class: w.Class, Filter: w.Filter}
	if w.Class != draft.OwnRange {
		v.Filter = k.readyFilter(w.Class)
	}
	k.found.read = v
	expr, err := filter.Parse(v.Filter)
	if err != nil {
		if !errors.As(err, &v.Fault) {
			v.Fault = &filter.Error{Message: err.Error()}
		}
		return v
	}
	k.read(v, query.NewPlan(expr))
	return v
}

// read lays a plan over the tree.
func (k *keyTree) read(v *RangeView, plan query.Plan) {
	v.Kind = plan.Kind
	low, high, bounded := plan.Range()
	if plan.Empty() || k.shape.Len == 0 {
		return
	}
	var found bool
	v.From, found = k.find(low)
	v.To = k.shape.Len
	if bounded {
		v.To = max(v.From, k.places.rank(high))
		v.Stop = v.To < k.shape.Len
	}
	v.Visits = k.tree.Search(&k.shape, v.From, found)
	for level := range k.shape.Levels {
		first, last := v.Across(&k.shape, level, v.To)
		v.Nodes += last - first
	}
}

// Across returns the nodes of a level that are read until the place to, which
// is looked at too when the range ends there.
func (v *RangeView) Across(s *index.Shape, level, to int) (first, last int) {
	if v.Stop && to == v.To {
		to++
	}
	first, last = s.Between(level, v.From, to)
	if level < len(v.Visits) {
		node := v.Visits[level].Node
		if first >= last {
			return node, node + 1
		}
		first, last = min(first, node), max(last, node+1)
	}
	return first, last
}

// readyFilter is a range of a class from the middle of the table.
func (k *keyTree) readyFilter(c draft.Class) string {
	n := k.shape.Len
	if c == draft.WholeTable || n == 0 {
		return ""
	}
	at := n * 5 / 8
	low := k.places.key(at)
	partition := "PartitionKey eq " + words.Quote(low.PartitionKey)
	if c == draft.OnePartition {
		return partition
	}
	// The range goes on over a little more than a leaf, as far as its partition does.
	end := k.places.rank(table.Key{PartitionKey: low.PartitionKey + "\x00"})
	start := k.places.rank(table.Key{PartitionKey: low.PartitionKey})
	from := max(start, min(at, end-k.tree.Fanout()))
	to := min(from+k.tree.Fanout()+k.tree.Fanout()/2, end)
	row := partition + " and RowKey ge " + words.Quote(k.places.key(from).RowKey)
	if to < end {
		row += " and RowKey lt " + words.Quote(k.places.key(to).RowKey)
	}
	return row
}
