package lessons

import (
	"slices"
	"strconv"
	"strings"
)

// Expr is a condition or a number in a lesson, read once and asked often:
//
//	entities(Movies) >= 3 and value(Movies, Drama, Psycho, Year) = 1960
//
// It has numbers, texts in single quotes, the calls that Calls lists, + - * /,
// the comparisons = != < <= > >=, not, and, or, and brackets. A bare word among
// the arguments of a call is a text. Types are checked when it is read.
type Expr struct {
	text string
	root *node
}

// The bounds of an expression.
const (
	maxExpr  = 2000 // bytes
	maxDepth = 30
)

// node is a part of an expression: a literal, an operator, or a call.
type node struct {
	op   string // "" for a literal or a call
	lit  value
	call *call
	args []*node
	kind valueKind
}

// ParseExpr reads an expression. The problem is a plain sentence, "" if all is
// well.
func ParseExpr(source string) (e *Expr, problem string) {
	if len(source) > maxExpr {
		return nil, "An expression has at most 2,000 bytes."
	}
	p := &exprParser{text: source}
	root := p.level(0)
	if p.blanks(); p.problem == "" && p.at < len(p.text) {
		p.fail("This does not belong here")
	}
	return &Expr{strings.TrimSpace(source), root}, p.problem
}

// String returns the expression as it was written.
func (e *Expr) String() string { return e.text }

// True reports whether a condition holds.
func (e *Expr) True(f *Facts) bool { return e.root.eval(f).b }

// Again reports whether the last command met a condition anew: it has an ever,
// and what that asks is so at present.
func (e *Expr) Again(f *Facts) bool {
	f.present, f.again = true, false
	defer func() { f.present = false }()
	return e.True(f) && f.again
}

// Format returns what the expression comes to, as a message shows it.
func (e *Expr) Format(f *Facts) string { return e.root.eval(f).String() }

// IsCondition reports whether the expression is true or false.
func (e *Expr) IsCondition() bool { return e.root.kind == truth }

// Live returns what the first call of the expression comes to, which is what
// its condition compares; ok is false where it asks nothing, or there is nothing
// yet.
func (e *Expr) Live(f *Facts) (live string, ok bool) {
	n := e.root.asks()
	if n == nil {
		return "", false
	}
	v := n.eval(f)
	return v.String(), v.kind != open
}

// asks returns the first call in a part of an expression, nil for none.
func (n *node) asks() *node {
	if n.call != nil {
		return n
	}
	for _, a := range n.args {
		if found := a.asks(); found != nil {
			return found
		}
	}
	return nil
}

// Repeats reports whether a call of it asks a condition again and again, whose
// cost grows with the square of what was done.
func (e *Expr) Repeats() bool { return e.root.repeats() }

func (n *node) repeats() bool {
	return n.call != nil && n.call.lazy != nil || slices.ContainsFunc(n.args, (*node).repeats)
}

type exprParser struct {
	text    string
	at      int
	depth   int
	problem string
}

func (p *exprParser) fail(message string) *node {
	if p.problem == "" {
		p.problem = message + ", at character " + strconv.Itoa(p.at+1) + " of: " + p.text
		p.at = len(p.text)
	}
	return &node{}
}

func (p *exprParser) blanks() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\n') {
		p.at++
	}
}

// levels lists the operators between two operands, the loosest first.
var levels = [][]string{{"or"}, {"and"}, {"!=", "<=", ">=", "=", "<", ">"}, {"+", "-"}, {"*", "/"}}

// taken steps over one of the operators if it stands here.
func (p *exprParser) taken(ops []string) string {
	p.blanks()
	for _, op := range ops {
		rest := p.text[p.at:]
		if !strings.HasPrefix(rest, op) || op[0] >= 'a' && len(rest) > len(op) && isName(rest[len(op)]) {
			continue
		}
		p.at += len(op)
		return op
	}
	return ""
}

func (p *exprParser) level(n int) *node {
	if p.depth++; p.depth > maxDepth*len(levels) {
		return p.fail("This is nested too deeply")
	}
	defer func() { p.depth-- }()
	if n == len(levels) {
		return p.operand()
	}
	left := p.level(n + 1)
	for p.problem == "" {
		op := p.taken(levels[n])
		if op == "" {
			break
		}
		left = p.binary(n, op, left, p.level(n+1))
		if n == 2 {
			break
		}
	}
	return left
}

// binary joins two operands and checks their types.
func (p *exprParser) binary(level int, op string, left, right *node) *node {
	want, kind := number, number
	switch {
	case level < 2:
		want, kind = truth, truth
	case level == 2:
		kind = truth
		if want = left.kind; want == open {
			want = right.kind
		}
	}
	for _, side := range []*node{left, right} {
		if side.kind != want && side.kind != open && want != open {
			return p.fail("Beside " + op + " stands " + side.kind.String() + ", and " + want.String() + " is needed")
		}
	}
	return &node{op: op, args: []*node{left, right}, kind: kind}
}

func (p *exprParser) operand() *node {
	switch p.blanks(); {
	case p.at == len(p.text):
		return p.fail("Something is missing")
	case p.taken([]string{"not"}) != "":
		inner := p.level(2)
		if inner.kind != truth && p.problem == "" {
			return p.fail("After not stands " + inner.kind.String())
		}
		return &node{op: "not", args: []*node{inner}, kind: truth}
	case p.taken([]string{"("}) != "":
		inner := p.level(0)
		if p.taken([]string{")"}) == "" {
			return p.fail("A ) is missing")
		}
		return inner
	case p.text[p.at] == '\'':
		return p.quoted()
	}
	word := p.word()
	if n, err := strconv.ParseFloat(word, 64); err == nil && word[0] <= '9' {
		return &node{lit: value{kind: number, n: n}, kind: number}
	}
	if p.taken([]string{"("}) == "" {
		return p.fail("A text stands in quotes, and a call has brackets")
	}
	return p.called(word)
}

func (p *exprParser) quoted() *node {
	s := ""
	for {
		inner, _, found := strings.Cut(p.text[p.at+1:], "'")
		if !found {
			return p.fail("A ' is missing")
		}
		s += inner
		if p.at += len(inner) + 2; p.at == len(p.text) || p.text[p.at] != '\'' {
			return &node{lit: textOf(s), kind: text}
		}
		s += "'"
	}
}

func isName(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("_.:-$", c) >= 0
}

func (p *exprParser) word() string {
	start := p.at
	for p.at < len(p.text) && isName(p.text[p.at]) {
		p.at++
	}
	return p.text[start:p.at]
}

// called reads the arguments of a call, whose ( is read.
func (p *exprParser) called(name string) *node {
	c := findCall(name)
	if c == nil {
		return p.fail("There is no " + name + "()")
	}
	n := &node{call: c, kind: c.result}
	for p.problem == "" && p.taken([]string{")"}) == "" {
		if len(n.args) > 0 && p.taken([]string{","}) == "" {
			return p.fail("A comma or a ) is missing")
		}
		n.args = append(n.args, p.argument(len(n.args), c))
	}
	if problem := c.fits(n.args); problem != "" {
		return p.fail(problem)
	}
	return n
}

// argument reads an argument. A bare word is a text where one is expected.
func (p *exprParser) argument(i int, c *call) *node {
	if i >= len(c.params) {
		return p.fail(c.form() + " takes no more")
	}
	if p.blanks(); c.params[i].kind == text && p.at < len(p.text) && p.text[p.at] != '\'' {
		if word := p.word(); word != "" {
			return &node{lit: textOf(word), kind: text}
		}
		return p.fail("A text belongs here")
	}
	return p.level(0)
}
