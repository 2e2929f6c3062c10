package document

import (
	"strconv"
	"strings"
)

// boolean are the attributes whose presence means yes, whatever their value.
var boolean = map[string]bool{
	"async": true, "autofocus": true, "autoplay": true, "checked": true, "controls": true, "default": true,
	"defer": true, "disabled": true, "hidden": true, "inert": true, "ismap": true, "loop": true, "multiple": true,
	"muted": true, "novalidate": true, "open": true, "readonly": true, "required": true, "reversed": true, "selected": true,
}

// tag reads an opening tag.
func (p *parser) tag() (*Node, error) {
	if !p.skip("<") {
		return nil, p.fail("an element")
	}
	n := &Node{Name: p.until(" >")}
	if n.Name == "" {
		return nil, p.fail("an element's name")
	}
	for p.skip(" ") {
		a, err := p.attribute()
		if err != nil {
			return nil, err
		}
		if !(boolean[a.Name] && a.Value == "false") {
			n.Attributes = append(n.Attributes, a)
		}
	}
	if !p.skip(">") {
		return nil, p.fail("the end of the tag " + n.Name)
	}
	return n, nil
}

// attribute reads a name and, after an equals sign, a Go string literal. The
// encoder writes the value "true" as no value.
func (p *parser) attribute() (Attribute, error) {
	a := Attribute{Name: p.until(" =>"), Value: "true"}
	if a.Name == "" {
		return a, p.fail("an attribute's name")
	}
	if p.skip("=") {
		quoted, err := strconv.QuotedPrefix(p.rest())
		if err != nil {
			return a, p.fail("a quoted value of " + a.Name)
		}
		if a.Value, err = strconv.Unquote(quoted); err != nil {
			return a, p.fail("a quoted value of " + a.Name)
		}
		p.at += len(quoted)
	}
	if boolean[a.Name] && a.Value != "false" {
		a.Bare, a.Value = true, ""
	}
	return a, nil
}

// until reads up to the first of the characters.
func (p *parser) until(characters string) string {
	i := strings.IndexAny(p.rest(), characters)
	if i < 0 {
		return ""
	}
	s := p.rest()[:i]
	p.at += i
	return s
}

// canonical sorts the attributes, turns the value of a textarea, which HTML
// knows no attribute for, into its text, and gives an image without an
// alternative text an empty one, because go-app cannot write that.
func (n *Node) canonical() *Node {
	n.sort()
	switch n.Name {
	case "textarea":
		if text := n.value("value"); text != "" {
			n.remove("value")
			n.Add(Text(text))
		}
	case "img":
		if n.value("alt") == "" {
			n.remove("alt")
			n.Attributes = append(n.Attributes, Attribute{Name: "alt"})
			n.sort()
		}
	}
	return n
}

// value is the value of an attribute, or empty.
func (n *Node) value(name string) string {
	for _, a := range n.Attributes {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

func (n *Node) remove(name string) {
	kept := n.Attributes[:0]
	for _, a := range n.Attributes {
		if a.Name != name {
			kept = append(kept, a)
		}
	}
	n.Attributes = kept
}
