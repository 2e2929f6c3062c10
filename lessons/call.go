package lessons

import (
	"strconv"
	"strings"
)

// call is a function of the language.
type call struct {
	name   string
	params []param
	result valueKind
	does   string
	of     func(f *Facts, a arguments) value
	lazy   func(f *Facts, condition *node) value // in place of of: the argument is asked again and again
}

// param is a parameter of a call.
type param struct {
	name     string
	kind     valueKind
	optional bool
	words    []string // the only ones that are taken
}

// arguments are the values of a call's arguments.
type arguments []value

func (a arguments) text(i int) string {
	if i < len(a) {
		return a[i].s
	}
	return ""
}

func findCall(name string) *call {
	for i := range calls {
		if calls[i].name == name {
			return &calls[i]
		}
	}
	return nil
}

// form writes the call as its reference does.
func (c *call) form() string {
	names := make([]string, len(c.params))
	for i, p := range c.params {
		names[i] = p.name
		if p.optional {
			names[i] = "[" + p.name + "]"
		}
	}
	return c.name + "(" + strings.Join(names, ", ") + ")"
}

// fits says what is wrong with the arguments, or nothing.
func (c *call) fits(args []*node) string {
	for i, p := range c.params {
		switch {
		case i >= len(args) && p.optional:
		case i >= len(args):
			return c.form() + " needs " + p.name
		case p.kind != open && args[i].kind != p.kind:
			return c.form() + " takes " + p.kind.String() + " as " + p.name
		case p.words != nil && !isOneOf(p.words, args[i].lit.s):
			return p.name + " is one of " + strings.Join(p.words, ", ")
		}
	}
	if len(args) > len(c.params) {
		return c.form() + " takes " + strconv.Itoa(len(c.params))
	}
	return ""
}

func isOneOf(words []string, word string) bool {
	for _, w := range words {
		if w == word {
			return true
		}
	}
	return false
}

func (c *call) value(f *Facts, args []*node) value {
	if c.lazy != nil {
		return c.lazy(f, args[0])
	}
	values := make(arguments, len(args))
	for i, a := range args {
		values[i] = a.eval(f)
	}
	return c.of(f, values)
}

// calls lists the functions. It is filled when the program starts, because
// some of them ask expressions that have calls.
var calls []call

func init() {
	calls = append(calls, tableCalls()...)
	calls = append(calls, treeCalls()...)
	calls = append(calls, readCalls()...)
	calls = append(calls, logCalls()...)
	calls = append(calls, stageCalls()...)
	calls = append(calls, screenCalls()...)
	calls = append(calls, blobCalls()...)
	calls = append(calls, figureCalls()...)
}
