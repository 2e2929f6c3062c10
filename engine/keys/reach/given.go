package reach

import "github.com/keyrange/keyrange/engine/keys"

// given is what a question says of the columns of a row. It tells what expressions
// over them can give.
type given struct {
	columns []keys.Column
	known   []*known // by column, nil where nothing is said of it
	row     keys.Row // the fixed columns
}

// index is the number of a column, or -1.
func (g *given) index(name string) int {
	for i := range g.columns {
		if g.columns[i].Name == name {
			return i
		}
	}
	return -1
}

func (g *given) fixed(name string) bool {
	i := g.index(name)
	return i >= 0 && g.known[i] != nil && g.known[i].fixed()
}

// decided reports whether the known values alone give an expression its value.
func (g *given) decided(e *keys.Expr) bool {
	return !e.Has(func(x *keys.Expr) bool {
		return x.Kind == keys.ColumnExpr && !g.fixed(x.Name) || x.Calls("rowNumber")
	})
}

// told reports whether the question says something of an expression.
func (g *given) told(e *keys.Expr) bool {
	return e.Has(func(x *keys.Expr) bool {
		return x.Kind == keys.ColumnExpr && g.index(x.Name) >= 0 && g.known[g.index(x.Name)] != nil
	})
}

// valueOf is the text that a decided expression gives.
func (g *given) valueOf(e *keys.Expr) (string, bool) {
	c, err := keys.Compile(e, g.columns)
	if err != nil {
		return "", false
	}
	return c.Text(g.row, 0)
}
