package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/lessons"
)

// Prose draws the text of a lesson. link makes the element of a link.
type Prose struct {
	Link func(s lessons.Span) app.UI
}

// Blocks draws paragraphs, lists, tables and code.
func (p Prose) Blocks(blocks []lessons.Block) []app.UI {
	list := make([]app.UI, len(blocks))
	for i := range blocks {
		list[i] = p.block(&blocks[i])
	}
	return list
}

func (p Prose) block(b *lessons.Block) app.UI {
	switch b.Kind {
	case lessons.Bullets:
		return H("ul", p.items("li", b.Items)...)
	case lessons.Numbered:
		return H("ol", p.items("li", b.Items)...)
	case lessons.Code:
		return T("pre.code;tabindex=0", b.Text)
	case lessons.Table:
		return p.table(b)
	}
	return H("p", p.Spans(b.Items[0])...)
}

func (p Prose) items(tag string, items [][]lessons.Span) []app.UI {
	list := make([]app.UI, len(items))
	for i, spans := range items {
		list[i] = H(tag, p.Spans(spans)...)
	}
	return list
}

func (p Prose) table(b *lessons.Block) app.UI {
	head := p.items("th;scope=col", b.Items[:b.Width])
	var rows []app.UI
	for at := b.Width; at+b.Width <= len(b.Items); at += b.Width {
		rows = append(rows, H("tr", p.items("td", b.Items[at:at+b.Width])...))
	}
	return H("div.tbl", H("table", H("thead", H("tr", head...)), H("tbody", rows...)))
}

// spanElements are the elements of the spans that are no links.
var spanElements = map[lessons.SpanKind]string{lessons.Strong: "strong", lessons.Emphasis: "em", lessons.Mono: "code.code"}

// Spans draws a stretch of text.
func (p Prose) Spans(spans []lessons.Span) []app.UI {
	list := make([]app.UI, len(spans))
	for i, s := range spans {
		switch {
		case s.Kind == lessons.Plain:
			list[i] = Text(s.Text)
		case s.Kind == lessons.Strong && s.Text == "PartitionKey":
			list[i] = PartitionKeyTerm()
		case s.Kind == lessons.Strong && s.Text == "RowKey":
			list[i] = RowKeyTerm()
		case s.Kind < lessons.DemoLink:
			list[i] = T(spanElements[s.Kind], s.Text)
		default:
			list[i] = p.Link(s)
		}
	}
	return list
}
