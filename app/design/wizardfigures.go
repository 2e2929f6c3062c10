package design

import (
	"strings"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/query"
	words "github.com/keyrange/keyrange/engine/text"
	"github.com/keyrange/keyrange/engine/trace"
)

// Candidate is a property as a key would see it, over rows taken evenly from
// the data.
type Candidate struct {
	Name     string
	Distinct int     // different values in all the data, dataset.DistinctCap+1 for more
	Missing  int     // rows without a value
	Largest  float64 // share of the looked at rows that have the most frequent value
	Rows     int     // looked at
}

// Candidate measures one property.
func (p *Guide) Candidate(name string) Candidate {
	i, ok := p.rows.Data().ColumnIndex(name)
	if !ok {
		return Candidate{Name: name}
	}
	c := Candidate{Name: name, Distinct: p.rows.Data().Columns[i].Distinct, Missing: p.rows.Data().Columns[i].Missing}
	b, err := p.rows.Bind(p.keys.KeyPart(name, false))
	if err != nil {
		return c
	}
	held, most := map[string]int{}, 0
	n := p.rows.Data().Len()
	c.Rows = min(n, model.AnatomyRows)
	for j := range c.Rows {
		at := j * n / c.Rows
		if key, err := b.Key(model.Row{Data: p.rows.Data(), N: at}, at); err == nil {
			held[key]++
			most = max(most, held[key])
		}
	}
	c.Largest = float64(most) / float64(max(1, c.Rows))
	return c
}

// Stress is the outcome of a partition stress test: the recent writes of the
// data, in the order of their arrival, at the peak rate. Where that order is not
// known, every row is as likely to be written next as any other.
type Stress struct {
	Partition string // that takes the most
	Share     float64
	Rate      int  // entities per second that it takes at the peak
	Timed     bool // the share is that of the recent writes, not of all rows
	Passed    bool
	Needed    int            // buckets that would bring the rate below the target, 0 if none are needed
	Arrival   *check.Finding // that writes pile up at one end, or that they do not
}

// Stress runs the test over the table that is shown; ok is false while there is
// none.
func (p *Guide) Stress() (_ Stress, ok bool) {
	a := p.table.Analysis()
	if a == nil || a.Entities() == 0 {
		return Stress{}, false
	}
	z := p.Wizard()
	var s Stress
	s.Partition, s.Share = a.Hottest()
	s.Timed = a.Arrival().Known()
	s.Rate = int(s.Share*float64(z.Peak) + .5)
	s.Passed = s.Rate <= z.Target
	if !s.Passed {
		s.Needed = max(1, z.Buckets) * ((s.Rate + z.Target - 1) / z.Target)
	}
	for _, f := range p.table.Findings() {
		if f.Kind == check.AppendOnly || f.Kind == check.PrependOnly || f.Kind == check.SpreadWrites {
			s.Arrival = &f
			s.Passed = s.Passed && f.Severity == check.Passed
		}
	}
	return s, true
}

// DominantQuery writes the dominant query of the wizard as a request for values
// that a row of the data has; ok is false while there is no key property.
func (p *Guide) DominantQuery() (_ draft.Query, ok bool) {
	z := p.Wizard()
	if p.rows.Data() == nil || len(z.Keys) == 0 {
		return draft.Query{}, false
	}
	var names, values []string
	n := p.typical(z.Keys)
	for i, k := range z.Keys {
		b, err := p.rows.Bind(p.keys.KeyPart(k.Name, i >= z.Split))
		if err != nil {
			return draft.Query{}, false
		}
		value, rowErr := b.Key(model.Row{Data: p.rows.Data(), N: n}, n)
		if rowErr != nil {
			return draft.Query{}, false
		}
		how := " exactly"
		if k.Range {
			how = " in a range"
		}
		names, values = append(names, k.Name+how), append(values, value)
	}
	filter, exact := keyFilter("PartitionKey", z.Keys[:z.Split], values[:z.Split], z, z.Buckets > 0)
	if exact && z.Split < len(z.Keys) {
		more, _ := keyFilter("RowKey", z.Keys[z.Split:], values[z.Split:], z, z.Identity != "")
		filter += " and " + more
	}
	return draft.Query{Title: "By " + strings.Join(names, " and "), Filter: filter}, true
}

// typical returns a row near the middle that has all key properties, if there
// is one within a few hundred rows.
func (p *Guide) typical(properties []draft.KeyProperty) int {
	n := p.rows.Data().Len() / 2
	for at := n; at < min(p.rows.Data().Len(), n+model.AnatomyRows); at++ {
		whole := true
		for _, k := range properties {
			if i, ok := p.rows.Data().ColumnIndex(k.Name); ok {
				v := p.rows.Data().Value(at, i)
				whole = whole && !v.IsNull()
			}
		}
		if whole {
			return at
		}
	}
	return n
}

// keyFilter asks for the values of one key: all of it when every part is known
// exactly, else what begins with the parts before the first range and with its
// first character. longer says that the key has more parts behind these.
func keyFilter(name string, parts []draft.KeyProperty, values []string, z draft.Wizard, longer bool) (filter string, exact bool) {
	prefix := ""
	for i, k := range parts {
		if i > 0 {
			prefix += z.Separator
		}
		if k.Range {
			r := []rune(values[i])
			prefix += string(r[:min(1, len(r))])
			return keyRange(name, prefix), false
		}
		prefix += values[i]
	}
	if longer {
		return keyRange(name, prefix+z.Separator), false
	}
	return name + " eq " + words.Quote(prefix), true
}

// keyRange asks for the keys that begin with a prefix.
func keyRange(name, prefix string) string {
	if prefix == "" {
		return name + " ge ''"
	}
	r := []rune(prefix)
	r[len(r)-1]++
	return name + " ge " + words.Quote(prefix) + " and " + name + " lt " + words.Quote(string(r))
}

// Dominant is the dominant query with its plan's kind and its estimated cost.
type Dominant struct {
	draft.Query
	Kind query.Kind
	Cost trace.Cost
}

// DominantCost returns what the dominant query costs under the design that is
// shown; ok is false while there is none.
func (p *Guide) DominantCost() (_ Dominant, ok bool) {
	q, ok := p.DominantQuery()
	if !ok || p.table.Built() == nil || p.keys.Stale() {
		return Dominant{}, false
	}
	expr, err := filter.Parse(q.Filter)
	if err != nil {
		return Dominant{}, false
	}
	plan := query.NewPlan(expr)
	return Dominant{q, plan.Kind, plan.Estimate(p.table.Built().Snapshot)}, true
}

// AskDominant makes the dominant query the question of the page and sends it.
func (p *Guide) AskDominant() {
	if q, ok := p.DominantQuery(); ok {
		p.ask.AskAndRun(q)
	}
}

// Extension shows how a PartitionKey takes one more part later: a key of today,
// the same key with the part, and the range that holds both.
type Extension struct{ Now, Later, Range string }

// Extension returns one for a key of the data.
func (p *Guide) Extension() Extension {
	b, err := p.rows.Bind(p.edit.Design().PartitionKey)
	if err != nil || p.rows.Data() == nil || p.rows.Data().Len() == 0 {
		return Extension{}
	}
	n := p.rows.Data().Len() / 2
	now, rowErr := b.Key(model.Row{Data: p.rows.Data(), N: n}, n)
	if rowErr != nil {
		return Extension{}
	}
	later := now + p.Wizard().Separator
	r := []rune(later)
	r[len(r)-1]++
	return Extension{Now: now, Later: later + words.Padded(1, 2), Range: "PartitionKey ge " + words.Quote(now) + " and PartitionKey lt " +
		words.Quote(string(r))}
}

// Repeats returns how many rows have no key of their own under the design that
// is shown, and how many rows there are.
func (p *Guide) Repeats() (repeated, rows int) {
	for _, f := range p.table.Findings() {
		if f.Kind == check.DuplicateKey {
			repeated = f.Count
		}
	}
	return repeated, p.table.Report().Rows
}
