package keys

// Bind resolves the template's columns and checks the types of its
// expressions. The error is an *Error that points into the template. The
// columns' indexes are those that Row.Value is asked for.
func (t *Template) Bind(columns []Column) (*Bound, error) {
	b := &Bound{template: t, columns: columns, slots: make([]boundSlot, len(t.slots)), ends: make([]int, len(t.slots))}
	for i, s := range t.slots {
		b.slots[i].literal = s.literal
		if s.expr == nil {
			continue
		}
		c, err := binder{columns}.expr(s.expr)
		if err != nil {
			return nil, err
		}
		b.slots[i].code, b.slots[i].width = c, s.width
	}
	return b, nil
}

// binder turns expressions into code.
type binder struct{ columns []Column }

func (b binder) expr(e *expr) (code, *Error) {
	args := make([]code, len(e.args))
	for i, a := range e.args {
		var err *Error
		if args[i], err = b.expr(a); err != nil {
			return code{}, err
		}
	}
	c, err := b.one(e, args)
	if err == nil && c.fixed && c.kind.isNumber() {
		err = tryFixed(c, e)
	}
	return c, err
}

// one makes the code of e, whose arguments are already made.
func (b binder) one(e *expr, args []code) (code, *Error) {
	switch e.kind {
	case numberExpr:
		return wholeCode(true, func(*frame) int64 { return e.whole }), nil
	case realExpr:
		return realCode(true, func(*frame) float64 { return e.real }), nil
	case textExpr:
		return textCode(true, func(_ *frame, to []byte) []byte { return append(to, e.name...) }), nil
	case columnExpr:
		return b.column(e)
	case callExpr:
		return e.fn.bind(e, args)
	case partExpr:
		return bindPart(e, args[0])
	case binaryExpr:
		return bindArithmetic(e, args)
	}
	if !args[0].kind.isNumber() {
		return code{}, notANumber(e.args[0], args[0].kind)
	}
	return negateCode(args[0], e), nil
}

func (b binder) column(e *expr) (code, *Error) {
	names := make([]string, len(b.columns))
	for i, c := range b.columns {
		if c.Name == e.name {
			return columnCode(i, c, e), nil
		}
		names[i] = c.Name
	}
	message := "There is no column named " + e.name + "." + didYouMean(e.name, names)
	if function(e.name) != nil {
		message = e.name + " is a function and needs parentheses, as in " + function(e.name).Example + "."
	}
	return code{}, &Error{message, e.offset, e.end}
}

func bindPart(e *expr, x code) (code, *Error) {
	if x.kind != dateKind {
		return code{}, notA("date", e.args[0], x.kind, e.part.Example)
	}
	part := e.part
	if part.whole == nil {
		return textCode(x.fixed, func(f *frame, b []byte) []byte { return part.text(b, ticksOf(f, x)) }), nil
	}
	return wholeCode(x.fixed, func(f *frame) int64 { return part.whole(ticksOf(f, x)) }), nil
}

func bindArithmetic(e *expr, args []code) (code, *Error) {
	for i, a := range args {
		if !a.kind.isNumber() {
			return code{}, notANumber(e.args[i], a.kind)
		}
	}
	divides := e.operator == '/' || e.operator == '%'
	if y := args[1]; divides && y.fixed && y.real(&frame{}) == 0 {
		return code{}, fixedError(fault{cause: DivisionByZero}, e)
	}
	return arithmeticCode(e.operator, args[0], args[1], e), nil
}

// tryFixed computes what no row can change, so that {hash(x)%0} is an error of
// the template and not of every row.
func tryFixed(c code, e *expr) *Error {
	f := frame{}
	c.real(&f)
	return fixedError(f.fault, e)
}

func fixedError(f fault, e *expr) *Error {
	switch f.cause {
	case DivisionByZero:
		return &Error{"A division by 0 has no result. Use a number of buckets, as in {hash(Channel)%16:02}.", e.offset, e.end}
	case Overflow:
		return &Error{"The result is too large. Whole numbers go up to 9,223,372,036,854,775,807.", e.offset, e.end}
	}
	return nil
}

func notANumber(e *expr, k kind) *Error {
	example := "{9999-PostedAt.year}"
	switch k {
	case dateKind:
		return &Error{"Arithmetic needs numbers, and " + e.String() + " is a date. Take a part of it, as in " + example + ".", e.offset, e.end}
	case textKind:
		return &Error{"Arithmetic needs numbers, and " + e.String() +
			" is text. To join texts, write them side by side, as in {Channel}_{Author}.", e.offset, e.end}
	}
	return notA("number", e, k, example)
}

// notA is the error that e would have to be a number or a date and is not.
func notA(wanted string, e *expr, k kind, example string) *Error {
	return &Error{"A " + wanted + " belongs here, as in " + example + ", and " + e.String() + " is " + k.String() + ".", e.offset, e.end}
}
