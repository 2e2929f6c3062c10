package document

import (
	"fmt"
	"html"
	"strings"
)

// maxDepth is the deepest nesting of elements that Parse follows.
const maxDepth = 200

// doctype is the line that the encoder begins a page with.
const doctype = "<!doctype html>\n"

// parser reads the encoder's output from left to right.
type parser struct {
	source string
	at     int // byte offset of what is read next
	pre    int // how many pre elements are open
}

// Parse reads a whole page or one element as go-app's encoder writes it. The
// error names the byte offset and what was expected there.
func Parse(source string) (*Node, error) {
	p := &parser{source: source}
	p.skip(doctype)
	root, err := p.element(0)
	if err != nil {
		return nil, err
	}
	if rest := strings.TrimSpace(p.rest()); rest != "" {
		return nil, p.fail("the end of the page")
	}
	return root, nil
}

// element reads an element whose first line is indented for depth; the
// indentation has been read.
func (p *parser) element(depth int) (*Node, error) {
	if depth > maxDepth {
		return nil, p.fail(fmt.Sprintf("at most %d levels", maxDepth))
	}
	n, err := p.tag()
	if err != nil {
		return nil, err
	}
	if n.Name == "pre" {
		p.pre++
		defer func() { p.pre-- }()
	}
	if err := p.content(n, depth); err != nil {
		return nil, err
	}
	return n.canonical(), nil
}

// content reads what stands between the tags of n, and its closing tag.
func (p *parser) content(n *Node, depth int) error {
	closing := "</" + n.Name + ">"
	switch {
	case p.skip(closing), void[n.Name]: // the encoder closes a void element that it does not know for one
		return nil
	case p.startsBlock(depth):
		return p.block(n, depth)
	}
	end := strings.Index(p.rest(), closing)
	if end < 0 {
		return p.fail(closing)
	}
	text := p.rest()[:end]
	if strings.Contains(text, "<") {
		return p.fail("a text without tags")
	}
	n.Add(Text(html.UnescapeString(text)))
	p.at += end + len(closing)
	return nil
}

// startsBlock tells whether the children stand on lines of their own.
func (p *parser) startsBlock(depth int) bool {
	rest, found := strings.CutPrefix(p.rest(), "\n")
	rest = strings.TrimLeft(rest, "\n")
	return found && strings.HasPrefix(rest, indent(depth+1))
}

// block reads children on lines of their own up to the closing tag of n, which
// stands on a line indented for depth.
func (p *parser) block(n *Node, depth int) error {
	for p.skip("\n") {
		switch {
		case p.skip(indent(depth) + "</" + n.Name + ">"):
			return nil
		case strings.HasPrefix(p.rest(), "\n"): // an empty text
		case !p.skip(indent(depth + 1)):
			return p.fail("a child of " + n.Name)
		case strings.HasPrefix(p.rest(), "<"):
			child, err := p.element(depth + 1)
			if err != nil {
				return err
			}
			n.Add(child)
		default:
			n.Add(Text(html.UnescapeString(p.text(depth))))
		}
	}
	return p.fail("a line break inside " + n.Name)
}

// text reads a text that is a child among others of an element at depth.
func (p *parser) text(depth int) string {
	rest := p.rest()
	for i := 0; i < len(rest); i++ {
		if rest[i] == '<' || rest[i] == '\n' && p.ends(rest[i+1:], depth) {
			p.at += i
			return rest[:i]
		}
	}
	p.at = len(p.source)
	return rest
}

// ends tells whether a text stops before a line break that rest follows.
func (p *parser) ends(rest string, depth int) bool {
	if p.pre == 0 {
		rest = strings.TrimLeft(rest, "\n")
	}
	return strings.HasPrefix(rest, indent(depth+1)) || strings.HasPrefix(rest, indent(depth)+"</")
}

func (p *parser) rest() string { return p.source[p.at:] }

// skip reads s if it is next.
func (p *parser) skip(s string) bool {
	found := strings.HasPrefix(p.rest(), s)
	if found {
		p.at += len(s)
	}
	return found
}

func (p *parser) fail(expected string) error {
	near := p.rest()
	if len(near) > 40 {
		near = near[:40]
	}
	return fmt.Errorf("rendered page, byte %d: expected %s, found %q", p.at, expected, near)
}

func indent(depth int) string { return strings.Repeat("  ", depth) }
