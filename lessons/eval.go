package lessons

// eval returns what a part of an expression comes to.
func (n *node) eval(f *Facts) value {
	switch {
	case n.call != nil:
		return n.call.value(f, n.args)
	case n.op == "":
		return n.lit
	case n.op == "not":
		return truthOf(!n.args[0].eval(f).b)
	case n.op == "and":
		return truthOf(n.args[0].eval(f).b && n.args[1].eval(f).b)
	case n.op == "or":
		return truthOf(n.args[0].eval(f).b || n.args[1].eval(f).b)
	}
	a, b := n.args[0].eval(f), n.args[1].eval(f)
	switch n.op {
	case "+":
		a.n += b.n
	case "-":
		a.n -= b.n
	case "*":
		a.n *= b.n
	case "/":
		if b.n == 0 {
			return value{kind: number}
		}
		a.n /= b.n
	default:
		return truthOf(compare(n.op, a, b))
	}
	return value{kind: number, n: a.n}
}

// Message is a sentence with expressions in braces, as in "{pages()} pages".
// The zero Message is no sentence.
type Message struct {
	parts []string // between and around the expressions, one more than these
	exprs []*Expr
}

// parseMessage reads a message.
func parseMessage(source string) (m Message, problem string) {
	for {
		before, rest, found := cutByte(source, '{')
		m.parts = append(m.parts, before)
		if !found {
			return m, ""
		}
		inner, after, closed := cutByte(rest, '}')
		if !closed {
			return m, "A } is missing in: " + source
		}
		e, problem := ParseExpr(inner)
		if problem != "" {
			return m, problem
		}
		m.exprs = append(m.exprs, e)
		source = after
	}
}

func cutByte(s string, c byte) (before, after string, found bool) {
	for i := range len(s) {
		if s[i] == c {
			return s[:i], s[i+1:], true
		}
	}
	return s, "", false
}

// Empty reports whether there is no sentence.
func (m Message) Empty() bool { return len(m.parts) == 0 || len(m.parts) == 1 && m.parts[0] == "" }

// Format fills in the expressions.
func (m Message) Format(f *Facts) string {
	s := ""
	for i, part := range m.parts {
		s += part
		if i < len(m.exprs) {
			s += m.exprs[i].Format(f)
		}
	}
	return s
}
