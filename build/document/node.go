package document

import (
	"cmp"
	"html"
	"slices"
	"strings"
)

// Node is an element, or a text when Name is empty.
type Node struct {
	Name       string
	Attributes []Attribute // ascending by name
	Children   []*Node
	Text       string // of a text, unescaped
	Raw        string // ready HTML that stands for the whole node
}

// Attribute is a name with its unescaped value. A bare attribute has no value,
// as in <input disabled>.
type Attribute struct {
	Name, Value string
	Bare        bool
}

// void are the elements that HTML never closes.
var void = map[string]bool{
	"area": true, "base": true, "br": true, "col": true, "embed": true, "hr": true, "img": true,
	"input": true, "link": true, "meta": true, "param": true, "source": true, "track": true, "wbr": true,
}

// Element makes an element; attributes are name and value in turn.
func Element(name string, attributes ...string) *Node {
	n := &Node{Name: name}
	for i := 0; i+1 < len(attributes); i += 2 {
		n.Attributes = append(n.Attributes, Attribute{Name: attributes[i], Value: attributes[i+1]})
	}
	n.sort()
	return n
}

// Text makes a text.
func Text(text string) *Node { return &Node{Text: text} }

// Raw makes a node of ready HTML.
func Raw(html string) *Node { return &Node{Raw: html} }

// Add appends children and returns the node itself.
func (n *Node) Add(children ...*Node) *Node {
	n.Children = append(n.Children, children...)
	return n
}

// Find is the first element of that name in document order, n itself included,
// or nil.
func (n *Node) Find(name string) *Node {
	if n.Name == name {
		return n
	}
	for _, c := range n.Children {
		if found := c.Find(name); found != nil {
			return found
		}
	}
	return nil
}

// String is the node as HTML: no indentation, attributes ascending by name,
// values in double quotes.
func (n *Node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *Node) write(b *strings.Builder) {
	switch {
	case n.Raw != "":
		b.WriteString(n.Raw)
		return
	case n.Name == "":
		b.WriteString(html.EscapeString(n.Text))
		return
	}
	n.writeTag(b)
	if void[n.Name] {
		return
	}
	if n.dropsNewline() {
		b.WriteByte('\n')
	}
	for _, c := range n.Children {
		c.write(b)
	}
	b.WriteString("</" + n.Name + ">")
}

func (n *Node) writeTag(b *strings.Builder) {
	b.WriteString("<" + n.Name)
	for _, a := range n.Attributes {
		b.WriteString(" " + a.Name)
		if !a.Bare {
			b.WriteString(`="` + html.EscapeString(a.Value) + `"`)
		}
	}
	b.WriteByte('>')
}

// dropsNewline tells whether a browser would swallow the line break that the
// content begins with. A second one in front of it keeps the first.
func (n *Node) dropsNewline() bool {
	if n.Name != "pre" && n.Name != "textarea" {
		return false
	}
	return len(n.Children) > 0 && strings.HasPrefix(n.Children[0].Text, "\n")
}

func (n *Node) sort() {
	slices.SortFunc(n.Attributes, func(a, b Attribute) int { return cmp.Compare(a.Name, b.Name) })
}
