package wire

import (
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/table"
)

// tableFilter is a $filter on the list of tables, whose only property is
// TableName.
type tableFilter struct{ root filter.Node }

// parseTableFilter reads a filter. The service answers a filter on any other
// property with an internal error (measured).
func parseTableFilter(text string) (tableFilter, *Refusal) {
	e, err := filter.Parse(text)
	if err != nil {
		return tableFilter{}, RefusalOf(err)
	}
	if e.Root != nil && !onTableName(e.Root) {
		return tableFilter{}, Refuse(InternalError, msgInternal)
	}
	return tableFilter{e.Root}, nil
}

// onTableName reports whether a filter names no property but TableName.
// filter.Parse bounds the depth.
func onTableName(n filter.Node) bool {
	switch n := n.(type) {
	case *filter.Or:
		return allOnTableName(n.Terms)
	case *filter.And:
		return allOnTableName(n.Terms)
	case *filter.Not:
		return onTableName(n.Term)
	case *filter.Comparison:
		return n.Property.Name == "TableName"
	case *filter.Property:
		return n.Name == "TableName"
	}
	return true
}

func allOnTableName(nodes []filter.Node) bool {
	for _, n := range nodes {
		if !onTableName(n) {
			return false
		}
	}
	return true
}

// matches reports whether the filter holds for a table, by its name as it was
// first written.
func (f tableFilter) matches(name string) bool {
	return f.root == nil || holds(f.root, table.StringValue(name))
}

func holds(n filter.Node, name table.Value) bool {
	switch n := n.(type) {
	case *filter.Or:
		for _, t := range n.Terms {
			if holds(t, name) {
				return true
			}
		}
	case *filter.And:
		for _, t := range n.Terms {
			if !holds(t, name) {
				return false
			}
		}
		return true
	case *filter.Not:
		return !holds(n.Term, name)
	case *filter.Comparison:
		return filter.Compare(n.Op, name, n.Literal.Value)
	case *filter.Literal:
		return n.Value.Bool()
	}
	return false // a bare property: a name is not Boolean
}
