package view

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	words "github.com/keyrange/keyrange/engine/text"
)

// El is an element written as a selector with attributes, such as
// "button#run.btn.btn--primary;type=button;aria-label=Run": the tag, then an ID,
// then classes, then attributes behind semicolons. One string costs a fraction
// of the code that a chain of calls does, in a program of which every byte is
// loaded. A specification is a literal of the program; there is no escape, so
// text that varies is set with parts such as Attr, or with methods.
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

// H returns the element of a specification, as El does, made of parts: its
// children, and what Attr, Flag, ID and On return, in any order. It is one call,
// which compiles to less than half the code of a chain.
func H(specification string, parts ...app.UI) app.UI {
	e := El(specification)
	children := make([]app.UI, 0, len(parts))
	for _, p := range parts {
		if set, ok := p.(*setting); ok {
			set.apply(e)
		} else {
			children = append(children, p)
		}
	}
	return e.Body(children...)
}

// Around is H for a list of children after further parts.
func Around(specification string, children []app.UI, parts ...app.UI) app.UI {
	return H(specification, append(parts, children...)...)
}

// T returns the element of a specification, as El does, around a text.
func T(specification, text string) app.UI {
	return El(specification).Text(words.Visible(text))
}

// Text is a text among the children of an element.
func Text(text string) app.UI { return app.Text(words.Visible(text)) }

// setting is a part of an element that is no child: an attribute, or a handler
// where there is one. It stands in a list of children, so it embeds the interface
// of one, which stays nil: H takes it out.
type setting struct {
	app.UI
	name, value string
	handler     app.EventHandler
	scope       string
}

func (s *setting) apply(e app.HTMLElem) {
	switch {
	case s.handler == nil:
		e.Attr(s.name, s.value)
	case s.scope == "":
		e.On(s.name, s.handler)
	default:
		e.On(s.name, s.handler, app.EventScope(s.scope))
	}
}

// Attr is an attribute of the element that H makes of it.
func Attr(name, value string) app.UI { return &setting{name: name, value: value} }

// Flag is an attribute that is true or false.
func Flag(name string, on bool) app.UI { return Attr(name, strconv.FormatBool(on)) }

// ID is the attribute of that name.
func ID(id string) app.UI { return Attr("id", id) }

// On is the handler of an event. A scope tells handlers of the same code apart;
// it may be empty.
func On(event, scope string, handler app.EventHandler) app.UI {
	return &setting{name: event, handler: handler, scope: scope}
}
