package reach

import "github.com/keyrange/keyrange/engine/keys"

// source is the one column that a slot is made of, and what the template does to
// it on the way.
type source struct {
	column  string
	cleaned bool
	with    string // in the place of what a key refuses
	standIn bool
	instead string // where the column is missing or empty
	strange bool   // the column cannot be told from the text
	why     string
}

// replacement is why no condition stands for a key that a stand-in may have
// given.
func (s source) replacement() string {
	return "'" + s.instead + "' also stands for the rows without " + s.column + ", and no filter asks for what is missing."
}

// sourceOf follows an expression down to its column.
func sourceOf(e *keys.Expr) source {
	switch {
	case e.Kind == keys.ColumnExpr:
		return source{column: e.Name}
	case e.Calls("clean"):
		s := sourceOf(e.Args[0])
		if s.cleaned, s.with = true, "_"; len(e.Args) == 2 {
			s.with = e.Args[1].Name
		}
		return s
	case e.Calls("or") && e.Args[1].Kind == keys.TextExpr:
		s := sourceOf(e.Args[0])
		s.standIn, s.instead = true, e.Args[1].Name
		return s
	}
	return source{strange: true, why: strangeness(e)}
}

// strangeness says why an expression cannot be traced back to a column.
func strangeness(e *keys.Expr) string {
	is := func(name string) bool {
		return e.Has(func(x *keys.Expr) bool { return x.Calls(name) })
	}
	switch {
	case is("hash"):
		return "{" + e.String() + "} is the number of a bucket, and no condition on columns picks one bucket."
	case is("rowNumber"):
		return "{" + e.String() + "} counts the rows of the file, and no column holds that number."
	}
	return "{" + e.String() + "} gives the same text for different rows, so a key does not lead back to one value."
}
