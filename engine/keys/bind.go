package keys

// Bind resolves the template's columns and checks the types of its
// expressions. The error is an *Error that points into the template. The
// columns' indexes are those that Row.Value is asked for.
func (t *Template) Bind(columns []Column) (*Bound, error) {
	b := &Bound{template: t, columns: columns, slots: make([]BoundSlot, len(t.slots)), ends: make([]int, len(t.slots))}
	for i, s := range t.slots {
		b.slots[i].Slot = s
		if s.Expr == nil {
			continue
		}
		c, err := binder{columns}.expr(s.Expr)
		if err != nil {
			return nil, err
		}
		b.slots[i].Code = c
	}
	return b, nil
}

// binder turns expressions into code.
type binder struct{ columns []Column }

func (b binder) expr(e *Expr) (Code, *Error) {
	args := make([]Code, len(e.Args))
	for i, a := range e.Args {
		var err *Error
		if args[i], err = b.expr(a); err != nil {
			return Code{}, err
		}
	}
	c, err := b.one(e, args)
	if err == nil && c.fixed && c.Kind.IsNumber() {
		err = tryFixed(c, e)
	}
	return c, err
}

// one makes the code of e, whose arguments are already made.
func (b binder) one(e *Expr, args []Code) (Code, *Error) {
	switch e.Kind {
	case NumberExpr:
		return wholeCode(true, func(*frame) int64 { return e.Whole }), nil
	case RealExpr:
		return realCode(true, func(*frame) float64 { return e.Real }), nil
	case TextExpr:
		return textCode(true, func(_ *frame, to []byte) []byte { return append(to, e.Name...) }), nil
	case ColumnExpr:
		return b.column(e)
	case CallExpr:
		return e.Function.bind(e, args)
	case PartExpr:
		return bindPart(e, args[0])
	case BinaryExpr:
		return bindArithmetic(e, args)
	}
	if !args[0].Kind.IsNumber() {
		return Code{}, notANumber(e.Args[0], args[0].Kind)
	}
	return negateCode(args[0], e), nil
}

func (b binder) column(e *Expr) (Code, *Error) {
	names := make([]string, len(b.columns))
	for i, c := range b.columns {
		if c.Name == e.Name {
			return columnCode(i, c, e), nil
		}
		names[i] = c.Name
	}
	message := "There is no column named " + e.Name + "." + didYouMeanOneOf(e.Name, names)
	if function(e.Name) != nil {
		message = e.Name + " is a function and needs parentheses, as in " + function(e.Name).Example + "."
	}
	return Code{}, &Error{message, e.offset, e.end}
}

func bindPart(e *Expr, x Code) (Code, *Error) {
	if x.Kind != DateKind {
		return Code{}, notA("date", e.Args[0], x.Kind, e.Part.Example)
	}
	part := e.Part
	if part.whole == nil {
		return textCode(x.fixed, func(f *frame, b []byte) []byte { return part.text(b, ticksOf(f, x)) }), nil
	}
	return wholeCode(x.fixed, func(f *frame) int64 { return part.whole(ticksOf(f, x)) }), nil
}

func bindArithmetic(e *Expr, args []Code) (Code, *Error) {
	for i, a := range args {
		if !a.Kind.IsNumber() {
			return Code{}, notANumber(e.Args[i], a.Kind)
		}
	}
	divides := e.Operator == '/' || e.Operator == '%'
	if y := args[1]; divides && y.fixed && y.real(&frame{}) == 0 {
		return Code{}, fixedError(fault{cause: DivisionByZero}, e)
	}
	return arithmeticCode(e.Operator, args[0], args[1], e), nil
}

// tryFixed computes what no row can change, so that {hash(x)%0} is an error of
// the template and not of every row.
func tryFixed(c Code, e *Expr) *Error {
	f := frame{}
	c.real(&f)
	return fixedError(f.fault, e)
}

func fixedError(f fault, e *Expr) *Error {
	switch f.cause {
	case DivisionByZero:
		return &Error{"A division by 0 has no result. Use a number of buckets, as in {hash(Channel)%16:02}.", e.offset, e.end}
	case Overflow:
		return &Error{"The result is too large. Whole numbers go up to 9,223,372,036,854,775,807.", e.offset, e.end}
	}
	return nil
}

func notANumber(e *Expr, k Kind) *Error {
	example := "{9999-PostedAt.year}"
	switch k {
	case DateKind:
		return &Error{"Arithmetic needs numbers, and " + e.String() + " is a date. Take a part of it, as in " + example + ".", e.offset, e.end}
	case TextKind:
		return &Error{"Arithmetic needs numbers, and " + e.String() +
			" is text. To join texts, write them side by side, as in {Channel}_{Author}.", e.offset, e.end}
	}
	return notA("number", e, k, example)
}

// notA is the error that e would have to be a number or a date and is not.
func notA(wanted string, e *Expr, k Kind, example string) *Error {
	return &Error{"A " + wanted + " belongs here, as in " + example + ", and " + e.String() + " is " + k.String() + ".", e.offset, e.end}
}
