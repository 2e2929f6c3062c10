package view

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// El is an element written as a selector with attributes, such as
// "button#run.btn.btn--primary;type=button;aria-label=Run": the tag, then an ID,
// then classes, then attributes behind semicolons. One string costs a fraction
// of the code that a chain of calls does, in a program of which every byte is
// loaded. A specification is a literal of the program; there is no escape, so
// text that varies is set with methods.
func El(specification string) app.HTMLElem {
	selector, attributes, _ := strings.Cut(specification, ";")
	selector, classes, _ := strings.Cut(selector, ".")
	tag, id, _ := strings.Cut(selector, "#")
	e := app.Elem(tag)
	if id != "" {
		e = e.ID(id)
	}
	if classes != "" {
		e = e.Class(strings.ReplaceAll(classes, ".", " "))
	}
	for attributes != "" {
		var one string
		one, attributes, _ = strings.Cut(attributes, ";")
		name, value, _ := strings.Cut(one, "=")
		e = e.Attr(name, value)
	}
	return e
}

// H returns the element of a specification, as El does, around its children: in
// one call, which compiles to half the code of a chain.
func H(specification string, children ...app.UI) app.HTMLElem {
	return El(specification).Body(children...)
}

// T returns the element of a specification, as El does, around a text.
func T(specification, text string) app.HTMLElem {
	return El(specification).Text(text)
}
