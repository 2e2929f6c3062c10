package score

import (
	"errors"
	"slices"
	"strings"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// maxTransactionBytes is what a transaction may send (Performing entity group
// transactions, REST reference).
const maxTransactionBytes = 4 << 20

// rowsPerGrouping is how many rows one step of a grouper looks at.
const rowsPerGrouping = 1000

// Grouping is whether entity group transactions can hold what a Transaction
// changes together: what became of each group of rows.
type Grouping struct {
	draft.Transaction
	Groups int
	Fits   int
	Worst  Group // the group that fits least; the largest when all fit
	Code   table.Code
	Reason string // why the worst group does not fit, in the service's words
	Stale  bool

	cut  *cutter
	Lost int // rows that the design does not store
}

// Holds reports whether every group fits.
func (g *Grouping) Holds() bool { return g.Groups > 0 && g.Fits == g.Groups }

// Group is the rows that agree in the columns of a Transaction.
type Group struct {
	Name       string // the values in those columns
	Entities   int
	Partitions int
	Bytes      int
	Lost       int // rows that did not become an entity
}

// fits reports whether one transaction can hold the group: one PartitionKey, at
// most so many entities and bytes, each entity once.
func (g *Group) fits() bool {
	return g.Partitions <= 1 && g.Entities <= table.MaxChanges && g.Bytes <= maxTransactionBytes && g.Lost == 0
}

// worse orders groups by how badly they fit.
func (g *Group) worse(h *Group) bool {
	if a, b := g.fits(), h.fits(); a != b {
		return !a
	}
	if g.Partitions != h.Partitions {
		return g.Partitions > h.Partitions
	}
	return g.Entities > h.Entities
}

// gathered is a group while its rows are still coming.
type gathered struct {
	Group
	pk     string
	others map[string]struct{} // the PartitionKeys but the first
}

// grouper gathers the rows of a data set into groups, step by step, and then
// puts the worst of them to the engine as a transaction.
//
// What always holds: every row is in exactly one group; the groups come in the
// order of their first row.
type grouper struct {
	build  *model.Build
	by     []int // places of the columns
	row    int
	groups []gathered
	names  map[string]int // place in groups
	second bool           // the groups are complete; the rows of the worst are looked for
	worst  string
	batch  table.EntityGroupTransaction
	buffer []byte
	found  *Grouping
}

func newGrouper(t draft.Transaction, b *model.Build, columns []dataset.Column) *grouper {
	g := &grouper{build: b, names: map[string]int{}, found: &Grouping{Transaction: t, Lost: len(b.Lost.Rows)}}
	for i, c := range columns {
		if slices.Contains(t.By, c.Name) {
			g.by = append(g.by, i)
		}
	}
	if len(g.by) == 0 {
		g.row = -1 // there is nothing to agree in
	}
	return g
}

// step looks at some more rows and reports whether the grouping is found.
func (g *grouper) step(data *dataset.Dataset) bool {
	if g.row < 0 {
		return true
	}
	for end := min(g.row+rowsPerGrouping, data.Len()); g.row < end; g.row++ {
		name := g.name(data, g.row)
		if !g.second {
			g.add(data, g.row, name)
		} else if string(name) == g.worst && len(g.batch) <= table.MaxChanges {
			g.collect(data, g.row)
		}
	}
	if g.row < data.Len() {
		return false
	}
	if !g.second {
		g.close()
		g.second, g.row = true, 0
		return g.found.Holds() || g.found.Groups == 0
	}
	g.try()
	return true
}

// name returns the values of a row in the columns of the transaction.
func (g *grouper) name(data *dataset.Dataset, n int) []byte {
	g.buffer = g.buffer[:0]
	for i, col := range g.by {
		if i > 0 {
			g.buffer = append(g.buffer, ", "...)
		}
		v := data.Value(n, col)
		if v.Type() == table.String {
			g.buffer = append(g.buffer, v.Str()...)
		} else if !v.IsNull() {
			g.buffer = append(g.buffer, v.String()...)
		}
	}
	return g.buffer
}

func (g *grouper) add(data *dataset.Dataset, n int, name []byte) {
	at, ok := g.names[string(name)]
	if !ok {
		at = len(g.groups)
		g.names[string(name)] = at
		g.groups = append(g.groups, gathered{Group: Group{Name: string(name)}})
	}
	x := &g.groups[at]
	key, entity, ok := g.entity(data, n)
	if !ok {
		x.Lost++
		return
	}
	switch {
	case x.Entities == 0:
		x.pk = key.PartitionKey
	case key.PartitionKey != x.pk:
		if x.others == nil {
			x.others = map[string]struct{}{}
		}
		x.others[key.PartitionKey] = struct{}{}
	}
	x.Entities++
	x.Bytes += table.EntityBytes(key, entity.AppendProperties(nil))
}

// entity finds what became of a row. Its timestamp tells an entity from the one
// of an earlier row with the same key.
func (g *grouper) entity(data *dataset.Dataset, n int) (table.Key, table.Row, bool) {
	pk, err1 := g.build.Partition.Key(model.Row{Data: data, N: n}, n)
	rk, err2 := g.build.Row.Key(model.Row{Data: data, N: n}, n)
	key := table.Key{PartitionKey: pk, RowKey: rk}
	if err1 != nil || err2 != nil {
		return key, table.Row{}, false
	}
	found, ok := g.build.Snapshot.Get(key)
	return key, found, ok && found.Timestamp() == g.build.Start+table.Ticks(n)*table.Microsecond
}

func (g *grouper) collect(data *dataset.Dataset, n int) {
	pk, err1 := g.build.Partition.Key(model.Row{Data: data, N: n}, n)
	rk, err2 := g.build.Row.Key(model.Row{Data: data, N: n}, n)
	if err1 == nil && err2 == nil {
		g.batch = append(g.batch, table.Change{Action: table.ActionInsertOrMerge,
			Entity: table.Entity{Key: table.Key{PartitionKey: pk, RowKey: rk}}})
	}
}

// close counts the groups and finds the worst.
func (g *grouper) close() {
	f := g.found
	f.Groups = len(g.groups)
	for i := range g.groups {
		x := &g.groups[i]
		x.Partitions = len(x.others)
		if x.Entities > 0 {
			x.Partitions++
		}
		if x.fits() {
			f.Fits++
		}
		if i == 0 || x.worse(&f.Worst) {
			f.Worst = x.Group
		}
	}
	g.worst, g.groups, g.names = f.Worst.Name, nil, nil
}

// try puts the worst group to the engine, which gives the service's own refusal.
// What it cannot see there is a row without an entity and the size of the body.
func (g *grouper) try() {
	f := g.found
	err := g.build.Table.CheckTransaction(g.batch)
	var refused *table.TransactionError
	switch {
	case errors.As(err, &refused):
		f.Code, f.Reason = refused.Err.Code, refused.Message()
	case err != nil:
		f.Reason = err.Error()
	case f.Worst.Bytes > maxTransactionBytes:
		f.Code, f.Reason = "RequestBodyTooLarge", "The request body is too large and exceeds the maximum permissible limit."
	case f.Worst.Lost > 0:
		f.Reason = "Some of its rows did not become an entity."
	}
}

// Sentence says what became of the groups.
func (g *Grouping) Sentence() string {
	by := words.List(g.By)
	switch {
	case len(g.By) == 0:
		return "Choose the columns in which the rows agree."
	case g.Groups == 0:
		return "There is no row."
	case g.Holds():
		return "Every group fits into one transaction. The largest, " + by + " " + g.Worst.Name + ", has " + words.Count(g.Worst.Entities,
			"entity",
			"entities") + "."
	}
	w := &g.Worst
	var why []string
	if w.Partitions > 1 {
		why = append(why, "lies in "+words.Count(w.Partitions, "partition", "partitions"))
	}
	if w.Entities > table.MaxChanges {
		why = append(why, "has "+words.Count(w.Entities, "entity", "entities")+", and 100 is the most")
	}
	if w.Bytes > maxTransactionBytes {
		why = append(why, "is larger than 4 MiB")
	}
	if w.Lost > 0 {
		why = append(why, "loses "+words.Count(w.Lost, "row", "rows")+" that another row's key replaces or that have no key")
	}
	return words.Number(g.Fits) + " of " + words.Count(g.Groups, "group", "groups") + " can be changed together. " + by + " " + w.Name + " " +
		strings.Join(why, ", ") + "."
}

// Groupings returns whether entity group transactions can hold each transaction
// under a design, in their order.
func (p *Scoring) Groupings(at Side) []Grouping {
	s := &p.Sides[at]
	transactions := p.questions.Transactions()
	groupings := make([]Grouping, len(transactions))
	for i, t := range transactions {
		have := s.groupings[t.Asked()]
		if have == nil {
			groupings[i] = Grouping{Transaction: t, Stale: true}
			continue
		}
		groupings[i] = *have
		groupings[i].Transaction, groupings[i].Stale = t, have.cut != s.Cut || p.outdated(at)
	}
	return groupings
}

// groupStep looks at the rows for the first transaction that has not been tried.
func (p *Scoring) groupStep(s *side, b *model.Build) bool {
	transactions := p.questions.Transactions()
	wanted := func(by string) bool {
		return slices.ContainsFunc(transactions, func(t draft.Transaction) bool { return t.Asked() == by })
	}
	if g := s.grouping; g != nil && wanted(g.found.Asked()) {
		if g.step(p.rows.Data()) {
			s.groupings[g.found.Asked()] = g.found
			s.grouping = nil
		}
		return true
	}
	s.grouping = nil
	for _, t := range transactions {
		if have := s.groupings[t.Asked()]; have != nil && have.cut == s.Cut {
			continue
		}
		if s.groupings == nil {
			s.groupings = map[string]*Grouping{}
		}
		s.grouping = newGrouper(t, b, p.rows.Data().Columns)
		s.grouping.found.cut = s.Cut
		return true
	}
	for by := range s.groupings {
		if !wanted(by) {
			delete(s.groupings, by)
		}
	}
	return false
}
