package replay

import (
	"slices"

	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/table"
)

// The first columns of all rows.
const (
	PartitionKey = "PartitionKey"
	RowKey       = "RowKey"
)

// mostColumns bounds the properties of the requests that become columns.
const mostColumns = 64

// Rows are sampled requests, with their keys and properties as columns. A row is one
// of the requests; several rows may be the same one.
type Rows struct {
	Columns []keys.Column
	seen    []*observe.Seen
	order   []int32 // which request each row is
}

// NewRows returns the requests of the samples that have a PartitionKey and that keep
// takes, in their order.
func NewRows(events []observe.Event, keep func(*observe.Seen) bool) *Rows {
	r := &Rows{Columns: []keys.Column{{Name: PartitionKey, Type: table.String}, {Name: RowKey, Type: table.String}}}
	for i := range events {
		for j := range events[i].Sample {
			if s := &events[i].Sample[j]; !s.Spread && keep(s) {
				r.learn(s)
				r.order = append(r.order, int32(len(r.seen)))
				r.seen = append(r.seen, s)
			}
		}
	}
	return r
}

// learn makes columns of the properties of a request. A property that comes with two
// types, or with a text that its type cannot have, is read as text.
func (r *Rows) learn(s *observe.Seen) {
	for _, p := range s.Properties {
		at := slices.IndexFunc(r.Columns, func(c keys.Column) bool { return c.Name == p.Name })
		t, known := table.ParseEdmType(p.Type)
		if _, fits := dataset.Parse(p.Text, t); !known || !fits {
			t = table.String
		}
		switch {
		case at >= 0 && at < 2:
		case at >= 0 && r.Columns[at].Type != t:
			r.Columns[at].Type = table.String
		case at < 0 && len(r.Columns) < mostColumns:
			r.Columns = append(r.Columns, keys.Column{Name: p.Name, Type: t})
		}
	}
}

// Len returns how many rows there are.
func (r *Rows) Len() int { return len(r.order) }

// Value returns the value of a column in a row; the zero Value where the request has
// none.
func (r *Rows) Value(row, column int) table.Value {
	s := r.seen[r.order[row]]
	switch column {
	case 0:
		return table.StringValue(s.PartitionKey)
	case 1:
		return table.StringValue(s.RowKey)
	}
	c := r.Columns[column]
	for i := range s.Properties {
		if s.Properties[i].Name == c.Name {
			v, _ := dataset.Parse(s.Properties[i].Text, c.Type)
			return v
		}
	}
	return table.Value{}
}

// rowOf is one row as a key template sees it.
type rowOf struct {
	*Rows
	row int
}

// Value returns the value of a column.
func (r rowOf) Value(column int) table.Value { return r.Rows.Value(r.row, column) }

// Findings says what the keys suffer from that were written in the samples, taken as
// they are: {PartitionKey} and {RowKey}. There are none of too few writes. It calls rest
// between two writes, so that a page has its turn.
func Findings(events []observe.Event, rest func()) []check.Finding {
	rows := NewRows(events, func(s *observe.Seen) bool { return s.Kind == observe.Insert.String() })
	pk, rk := bound("{"+PartitionKey+"}", rows.Columns), bound("{"+RowKey+"}", rows.Columns)
	a := check.NewAnalysis(pk, rk, check.Arrival{Kind: check.RowOrder})
	for i := range rows.Len() {
		rest()
		partition, err := pk.Key(rowOf{rows, i}, i)
		row, err2 := rk.Key(rowOf{rows, i}, i)
		if err == nil {
			err = err2
		}
		a.Add(partition, row, err)
	}
	if a.Entities() < check.LeastWrites {
		return nil
	}
	var out []check.Finding
	all := a.Findings()
	for _, kind := range ofLoad {
		for _, f := range all {
			if f.Kind != kind || f.Severity != check.Problem {
				continue
			}
			if kind == check.OnePartition {
				f.Fix = keys.NewFix(false, bucketFirst, "Spread over 16 buckets")
			}
			out = append(out, f)
		}
	}
	return out
}

// bucketFirst spreads the writes to one key. Whether another key follows it, as when it
// is a time, cannot be seen of one; with the bucket in front the load is spread then too.
const bucketFirst = "{hash(" + RowKey + ")%16:02}_" + AsRecorded

// ofLoad are the findings that a sample of the writes can tell: what a sample leaves
// out changes the others. Keys that pile up come first: their cure is one for a hot
// partition too, and not the other way round.
var ofLoad = []check.Kind{check.AppendOnly, check.PrependOnly, check.OnePartition, check.HotPartition}

func bound(template string, columns []keys.Column) *keys.Bound {
	t, err := keys.Parse(template)
	if err != nil { // it is one of the two above
		panic("replay: " + err.Error())
	}
	b, err := t.Bind(columns)
	if err != nil {
		panic("replay: " + err.Error())
	}
	return b
}
