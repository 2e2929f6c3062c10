package score

import (
	"slices"
	"sort"
	"strings"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// maxCopies bounds the dear questions for which a copy is tried.
const maxCopies = 4

// copySeparators are what may stand between the parts of a copy's keys, in the
// order in which they are tried: one that the values hold may let two entities
// share a key.
var copySeparators = [...]string{"_", "|", "~"}

// copyDesigns returns designs of a second copy, made from the columns of the
// dearest questions. The keys of each end in both keys of the first design, so
// they are unique and lead back to the first table.
func (p *Copies) copyDesigns() []draft.Design {
	var dear []Score
	for _, s := range p.scoring.Scores(A) {
		if s.dear() {
			dear = append(dear, s)
		}
	}
	sort.SliceStable(dear, func(i, j int) bool { return dear[i].ExaminedPerDay() > dear[j].ExaminedPerDay() })
	var designs []draft.Design
	for _, s := range dear[:min(len(dear), maxCopies)] {
		for _, separator := range copySeparators {
			d, ok := p.copyFor(s.Query, separator)
			if ok && !slices.Contains(designs, d) {
				designs = append(designs, d)
			}
		}
	}
	return designs
}

// copyFor makes the keys of a copy for one question: the columns that it knows
// exactly lead, or else the one that it knows as a range or wants the order of.
func (p *Copies) copyFor(q draft.Query, separator string) (d draft.Design, ok bool) {
	exact, ranged := columnsOfQuestion(q)
	if q.Sort != "" {
		ranged = append([]string{q.Sort}, slices.DeleteFunc(ranged, func(c string) bool { return c == q.Sort })...)
	}
	exact = slices.DeleteFunc(exact, func(c string) bool { return !p.canLead(c) })
	ranged = slices.DeleteFunc(ranged, func(c string) bool { return !p.canLead(c) || slices.Contains(exact, c) })
	var partition, row []string
	for _, c := range exact {
		partition = append(partition, p.keys.KeyPart(c, true))
	}
	if len(ranged) > 0 {
		if len(exact) == 0 {
			partition = append(partition, p.copyPeriod(ranged[0], q))
		}
		if len(exact) > 0 || p.isDate(ranged[0]) {
			row = append(row, p.copyOrder(ranged[0], q))
		}
	}
	if len(partition) == 0 {
		return draft.Design{}, false
	}
	first := p.edit.Design()
	for _, text := range []string{first.PartitionKey, first.RowKey} {
		if text != "" {
			row = append(row, text)
		}
	}
	return draft.Design{
		Title:        "Second copy for “" + q.Title + "”",
		PartitionKey: strings.Join(partition, separator), RowKey: strings.Join(row, separator),
		Why: "An index table: the same entities under keys that begin with what the question asks for.",
	}, true
}

// columnsOfQuestion returns the columns that a question knows exactly, one value
// or one of several, and those that it knows as a range.
func columnsOfQuestion(q draft.Query) (exact, ranged []string) {
	e, err := filter.Parse(q.Filter)
	if err != nil || e.Root == nil {
		return nil, nil
	}
	terms := []filter.Node{e.Root}
	if and, ok := e.Root.(*filter.And); ok {
		terms = and.Terms
	}
	add := func(list *[]string, name string) {
		if !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
	for _, term := range terms {
		switch n := term.(type) {
		case *filter.Comparison:
			if n.Op == filter.Equal {
				add(&exact, n.Property.Name)
			} else if n.Op != filter.NotEqual {
				add(&ranged, n.Property.Name)
			}
		case *filter.Or:
			if name := oneColumn(n.Terms); name != "" {
				add(&exact, name)
			}
		}
	}
	return exact, ranged
}

// oneColumn returns the column that all terms compare with one value, or "".
func oneColumn(terms []filter.Node) string {
	name := ""
	for _, term := range terms {
		c, ok := term.(*filter.Comparison)
		if !ok || c.Op != filter.Equal || name != "" && c.Property.Name != name {
			return ""
		}
		name = c.Property.Name
	}
	return name
}

// canLead reports whether there is a column of that name that keys can hold.
func (p *Copies) canLead(name string) bool {
	i, ok := p.rows.Data().ColumnIndex(name)
	return ok && p.rows.Data().Columns[i].Type != table.Binary
}

func (p *Copies) isDate(name string) bool {
	i, ok := p.rows.Data().ColumnIndex(name)
	return ok && p.rows.Data().Columns[i].Type == table.DateTime
}

// copyPeriod is the PartitionKey of a copy that is led by a range: the month of a
// date, so that the table does not end in one partition, and any other value as
// it sorts.
func (p *Copies) copyPeriod(name string, q draft.Query) string {
	if !p.isDate(name) {
		return p.copyOrder(name, q)
	}
	year, month := name+".year", name+".month"
	if q.Sort == name && q.Newest {
		year, month = "9999-"+year, "13-"+month
	}
	if !p.keys.Whole(name) {
		year, month = "or("+year+",'Unknown')", "or("+month+",'Unknown')"
	}
	return "{" + year + ":04}_{" + month + ":02}"
}

// copyOrder is the part of a key in whose order the entities of a question come.
func (p *Copies) copyOrder(name string, q draft.Query) string {
	text, newest := p.keys.KeyPart(name, true), q.Sort == name && q.Newest
	i, _ := p.rows.Data().ColumnIndex(name)
	switch c := &p.rows.Data().Columns[i]; {
	case c.Type == table.DateTime && !newest:
		return strings.Replace(text, "reverseTicks(", "ticks(", 1)
	case newest && (c.Type == table.Int32 || c.Type == table.Int64):
		digits := p.keys.ColumnDigits(c)
		part := strings.Repeat("9", digits) + "-" + name
		if c.Missing > 0 {
			part = "or(" + part + ",'Unknown')"
		}
		return "{" + part + ":" + words.Padded(digits, 2) + "}"
	}
	return text
}
