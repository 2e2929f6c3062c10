package access

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/encoding"
)

// Bounds on the XML documents that the service reads. Its largest, five CORS
// rules with all their origins and headers, fits easily.
const (
	MaxXML      = 256 << 10 // bytes
	maxElements = 512
	maxDepth    = 8
)

// element is one element of an XML document. It has either text or children:
// the documents of the service have no mixed content.
type element struct {
	name     string // without a prefix
	text     string // white space around it is gone, if there are children
	children []element
}

// child returns the first child with the given name.
func (e element) child(name string) (element, bool) {
	for _, c := range e.children {
		if c.name == name {
			return c, true
		}
	}
	return element{}, false
}

// value returns the text of the first child with the given name, and whether
// there is one.
func (e element) value(name string) (string, bool) {
	c, ok := e.child(name)
	return c.text, ok
}

// onlyHas reports whether every child has one of the given names, and none
// is there twice.
func (e element) onlyHas(names ...string) bool {
	seen := 0
	for _, name := range names {
		if _, ok := e.child(name); ok {
			seen++
		}
	}
	return seen == len(e.children)
}

// parseXML reads a document for the few forms that the service knows:
// elements, text and the predefined entities. Comments are skipped, attributes
// are read and forgotten; a document type, other entities, sections of
// character data and everything that is not well-formed is refused. A small
// reader of one's own costs a fortieth of what the standard one adds to a
// program for the browser.
func parseXML(document []byte) (root element, ok bool) {
	if len(document) > MaxXML || !utf8.Valid(document) {
		return element{}, false
	}
	p := xmlParser{rest: strings.TrimPrefix(string(document), byteOrderMark)}
	if strings.HasPrefix(p.rest, "<?xml ") && !p.skipPast("?>") {
		return element{}, false
	}
	if !p.skipMisc() || !p.element(&root, 1) || !p.skipMisc() {
		return element{}, false
	}
	return root, p.rest == ""
}

type xmlParser struct {
	rest     string
	elements int
}

// skipPast removes everything up to and with the first end.
func (p *xmlParser) skipPast(end string) bool {
	_, after, ok := strings.Cut(p.rest, end)
	p.rest = after
	return ok
}

const xmlSpace = " \t\r\n"

// skipMisc removes white space and comments.
func (p *xmlParser) skipMisc() bool {
	for range MaxXML { // each round removes at least one byte
		p.rest = strings.TrimLeft(p.rest, xmlSpace)
		if !strings.HasPrefix(p.rest, "<!--") {
			return true
		}
		if !p.skipPast("-->") {
			return false
		}
	}
	return false
}

// element reads one element, from its opening tag to its closing one.
func (p *xmlParser) element(e *element, depth int) bool {
	p.elements++
	if depth > maxDepth || p.elements > maxElements || !strings.HasPrefix(p.rest, "<") {
		return false
	}
	p.rest = p.rest[1:]
	tag, ok := p.name()
	if !ok {
		return false
	}
	_, e.name, ok = strings.Cut(tag, ":")
	if !ok {
		e.name = tag
	}
	empty, ok := p.attributes()
	if !ok || empty {
		return ok
	}
	return p.content(e, depth) && p.closing(tag)
}

// name reads the name of an element or attribute, with its prefix.
func (p *xmlParser) name() (string, bool) {
	end := strings.IndexAny(p.rest, xmlSpace+"/>=<&'\"!?")
	if end < 1 {
		return "", false
	}
	name := p.rest[:end]
	p.rest = p.rest[end:]
	return name, name[0] != ':' && name[0] != '-' && name[0] != '.' && (name[0] < '0' || name[0] > '9')
}

// attributes reads the rest of an opening tag and tells whether it closes its
// element as well.
func (p *xmlParser) attributes() (empty, ok bool) {
	for range maxElements {
		before := len(p.rest)
		p.rest = strings.TrimLeft(p.rest, xmlSpace)
		switch {
		case strings.HasPrefix(p.rest, "/>"):
			p.rest = p.rest[2:]
			return true, true
		case strings.HasPrefix(p.rest, ">"):
			p.rest = p.rest[1:]
			return false, true
		case len(p.rest) == before || !p.attribute():
			return false, false
		}
	}
	return false, false
}

func (p *xmlParser) attribute() bool {
	if _, ok := p.name(); !ok {
		return false
	}
	p.rest = strings.TrimLeft(p.rest, xmlSpace)
	if !strings.HasPrefix(p.rest, "=") {
		return false
	}
	p.rest = strings.TrimLeft(p.rest[1:], xmlSpace)
	if p.rest == "" || p.rest[0] != '"' && p.rest[0] != '\'' {
		return false
	}
	quote := p.rest[:1]
	value, after, ok := strings.Cut(p.rest[1:], quote)
	p.rest = after
	return ok && strings.IndexByte(value, '<') < 0
}

// content reads text and children up to the closing tag.
func (p *xmlParser) content(e *element, depth int) bool {
	var text []byte
	for range maxElements * 2 { // a text and a child or comment each
		end := strings.IndexByte(p.rest, '<')
		if end < 0 {
			return false
		}
		var ok bool
		if text, ok = appendXMLText(text, p.rest[:end]); !ok {
			return false
		}
		p.rest = p.rest[end:]
		switch {
		case strings.HasPrefix(p.rest, "</"):
			return e.settle(text)
		case strings.HasPrefix(p.rest, "<!--"):
			ok = p.skipPast("-->")
		default:
			e.children = append(e.children, element{})
			ok = p.element(&e.children[len(e.children)-1], depth+1)
		}
		if !ok {
			return false
		}
	}
	return false
}

// settle gives an element its text, which must be blank beside children.
func (e *element) settle(text []byte) bool {
	if len(e.children) > 0 {
		return len(bytes.TrimSpace(text)) == 0
	}
	e.text = string(text)
	return true
}

func (p *xmlParser) closing(tag string) bool {
	p.rest = p.rest[len("</"):]
	name, ok := p.name()
	p.rest = strings.TrimLeft(p.rest, xmlSpace)
	if !ok || name != tag || !strings.HasPrefix(p.rest, ">") {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

var xmlEntities = map[string]rune{"amp": '&', "lt": '<', "gt": '>', "quot": '"', "apos": '\''}

// appendXMLText appends text with its references replaced.
func appendXMLText(to []byte, s string) ([]byte, bool) {
	for range len(s) + 1 {
		before, after, found := strings.Cut(s, "&")
		to = append(to, before...)
		if !found {
			return to, true
		}
		name, rest, closed := strings.Cut(after, ";")
		r, known := xmlEntities[name]
		if !known {
			r, known = xmlCharacter(name)
		}
		if !closed || !known {
			return to, false
		}
		to, s = utf8.AppendRune(to, r), rest
	}
	return to, false
}

// xmlCharacter reads a reference by number, such as #228 or #xE4.
func xmlCharacter(name string) (rune, bool) {
	digits, ok := strings.CutPrefix(name, "#")
	base := 10
	if hex, found := strings.CutPrefix(digits, "x"); found {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if !ok || err != nil || n == 0 || n > utf8.MaxRune {
		return 0, false
	}
	return rune(n), utf8.ValidRune(rune(n))
}

// refuseXML is the answer to every document that is not what it should be,
// values out of range included.
func refuseXML() *wire.Refusal {
	return wire.Refuse(wire.InvalidXMLDocument, "XML specified is not syntactically valid.")
}

// appendElement appends an element with text, or an empty one.
func appendElement(to []byte, name, text string) []byte {
	if text == "" {
		return append(append(append(to, '<'), name...), " />"...)
	}
	to = append(append(append(to, '<'), name...), '>')
	to = encoding.AppendXML(to, text)
	return append(append(append(to, "</"...), name...), '>')
}
