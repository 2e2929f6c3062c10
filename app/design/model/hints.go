package model

import (
	"slices"
	"sort"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// Hints say what can be written in a query, and what is wrong with a name in it.
type Hints struct {
	edit  *draft.Editor
	rows  *Rows
	table *Builder
	ask   *Asking
}

// NewHints returns hints for a query.
func NewHints(edit *draft.Editor, rows *Rows, table *Builder, ask *Asking) *Hints {
	return &Hints{edit: edit, rows: rows, table: table, ask: ask}
}

// The bounds of what is looked at for suggestions.
const (
	seenRows   = 2000 // entities
	seenValues = 40   // values of one property
)

// Suggest returns what can be written at a byte of a filter: from there on the
// text is replaced by a suggestion.
func (p *Hints) Suggest(text string, at int) (from int, list []filter.Suggestion) {
	return filter.Complete(text, at, p.fields())
}

// fields are the properties of the table, the keys first.
func (p *Hints) fields() []filter.Field {
	fields := []filter.Field{
		{Name: "PartitionKey", Type: table.String, Values: p.partitionKeys},
		{Name: "RowKey", Type: table.String, Values: p.rowKeys},
	}
	for _, c := range p.rows.Columns() {
		fields = append(fields, filter.Field{Name: c.Name, Type: c.Type, Values: func(string) []table.Value { return p.seen(c.Name) }})
	}
	return append(fields, filter.Field{Name: "Timestamp", Type: table.DateTime,
		Values: func(string) []table.Value { return p.seen("Timestamp") }})
}

// partitionKeys are those from what is typed on, then the first ones.
func (p *Hints) partitionKeys(typed string) (values []table.Value) {
	if p.table.built == nil {
		return nil
	}
	for _, low := range []string{typed, ""} {
		n := 0
		p.table.built.Snapshot.Partitions(low, func(key string, _ int) bool {
			n++
			if v := table.StringValue(key); !slices.Contains(values, v) {
				values = append(values, v)
			}
			return n < seenValues
		})
	}
	return values
}

// rowKeys are those of the partition that the filter fixes, or of the first
// one, from what is typed on.
func (p *Hints) rowKeys(typed string) (values []table.Value) {
	if p.table.built == nil {
		return nil
	}
	for _, rowKey := range []string{typed, ""} {
		low := table.Key{RowKey: rowKey}
		if fixed := p.ask.Asking.Plan.Partition; fixed.Fixed() {
			low.PartitionKey = fixed.Low.Value
		} else if all := p.table.built.Partitions(); len(all) > 0 {
			low.PartitionKey = all[0].key
		}
		n := 0
		p.table.built.Snapshot.Scan(low, func(rows []table.Row) bool {
			for _, r := range rows {
				if n++; n > seenValues || r.PartitionKey() != low.PartitionKey {
					return false
				}
				if v := table.StringValue(r.RowKey()); !slices.Contains(values, v) {
					values = append(values, v)
				}
			}
			return true
		})
	}
	return values
}

// seen are values of a property among the first entities of the table, the
// most frequent first.
func (p *Hints) seen(name string) []table.Value {
	b := p.table.built
	if b == nil {
		return nil
	}
	if values, ok := b.seen[name]; ok {
		return values
	}
	var values []table.Value
	counts := map[table.Value]int{}
	n := 0
	b.Snapshot.Scan(table.Key{}, func(rows []table.Row) bool {
		for _, r := range rows[:min(len(rows), seenRows-n)] {
			v := r.Property(name)
			if name == "Timestamp" {
				v = table.DateTimeValue(r.Timestamp())
			}
			if v.IsNull() {
				continue
			}
			if counts[v]++; counts[v] == 1 {
				values = append(values, v)
			}
		}
		n += len(rows)
		return n < seenRows
	})
	sort.SliceStable(values, func(i, j int) bool { return counts[values[i]] > counts[values[j]] })
	values = values[:min(len(values), 10*seenValues)]
	if b.seen == nil {
		b.seen = map[string][]table.Value{}
	}
	b.seen[name] = values
	return values
}

// Repair returns a way out of what is wrong with a filter, of a name that no
// entity has, or of a value of another type than its column.
func (p *Hints) Repair(text string, fault *filter.Error) (filter.Repair, bool) {
	if fault != nil {
		return filter.Mend(text, fault)
	}
	stray, nearest := p.Stray(text)
	if nearest == "" {
		return filter.Retype(text, p.rows.mismatches(text))
	}
	return filter.Repair{
		Text: text[:stray.Start] + nearest + text[stray.End:], Label: "Write " + nearest, Caret: stray.Start + len(nearest),
	}, true
}

// Stray returns the first property that a filter names and no column gives, and
// the name that was probably meant, or "". An empty token stands for none.
func (p *Hints) Stray(text string) (stray filter.Token, nearest string) {
	if p.rows.data == nil {
		return filter.Token{}, ""
	}
	names := []string{"PartitionKey", "RowKey", "Timestamp"}
	for _, c := range p.rows.Columns() {
		names = append(names, c.Name)
	}
	for _, t := range filter.Tokens(text) {
		if name := text[t.Start:t.End]; t.Kind == filter.TokenProperty && !slices.Contains(names, name) {
			return t, keys.Nearest(name, names)
		}
	}
	return filter.Token{}, ""
}

// Mend takes the way out that Repair gives and returns where the caret goes, a
// byte of the filter.
func (p *Hints) Mend() (caret int, ok bool) {
	r, ok := p.Repair(p.ask.Filter())
	if ok {
		p.edit.Change(r.Label, func(w *draft.Work) { w.Filter = r.Text })
	}
	return r.Caret, ok
}
