package view

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Sizes of the drawing of a whole tree, in pixels.
const (
	stripHeight, stripSpace = 26.0, 10.0
	stripNode               = 3.0 // the narrowest node that is drawn on its own
)

// DrawWhole draws every level as a strip in key order, each node as wide as the
// keys that it holds or leads to. Nodes too narrow to be seen are joined.
func (t Tree) DrawWhole(width int) app.UI {
	w := max(float64(width), 240)
	var shapes []app.UI
	y := treeTop
	for level, nodes := range t.Shape.Levels {
		var rest, read strings.Builder
		from := 0
		for i := range nodes {
			end := t.across(level, i, w, false)
			start := t.across(level, from, w, true)
			if end-start < stripNode && i < len(nodes)-1 {
				continue
			}
			to := &rest
			if r := t.Read[level]; r.First <= i && r.Last > from {
				to = &read
			}
			space := 0.0
			if end-start > 2*stripNode {
				space = 1
			}
			to.WriteString("M" + px(start) + " " + px(y) + "H" + px(max(end-space, start+1)) + "V" + px(y+stripHeight) + "H" + px(start) + "Z")
			from = i + 1
		}
		shapes = append(shapes,
			Shape("path", "d", rest.String(), "class", "tree__n"),
			Shape("path", "d", read.String(), "class", "tree__r"),
			label(0, y+stripHeight+16, "d-label", "Level "+strconv.Itoa(level+1)+": "+Count(len(nodes), "node", "nodes")),
		)
		y += stripHeight + 16 + stripSpace
	}
	h := px(y + 8)
	return Shape("svg", "viewBox", "0 0 "+px(w)+" "+h, "width", px(w), "height", h, "role", "img").Class("d-plan").Aria("label", t.Label).Body(
		shapes...)
}

// across is where a node begins or ends in a strip.
func (t Tree) across(level, node int, w float64, begin bool) float64 {
	n := t.Shape.Levels[level][node]
	place := n.To
	if begin {
		place = n.From
	}
	return w * float64(place) / float64(max(1, t.Shape.Len))
}

// listedNodes is how many nodes of a level a list names.
const listedNodes = 6

// List is the drawing as a list: what is read of each level, and how full.
func (t Tree) List(fanout int) app.UI {
	var items []app.UI
	for level, nodes := range t.Shape.Levels {
		r := t.Read[level]
		var lines []app.UI
		for n := r.First; n < r.Last && len(lines) < listedNodes; n++ {
			lines = append(lines, H("li", t.nodeLine(level, n, fanout)...))
		}
		if more := r.Last - r.First - len(lines); more > 0 {
			lines = append(lines, T("li", "And "+Count(more, "node", "nodes")+" more."))
		}
		held := 0
		for _, n := range nodes {
			held += int(n.Items)
		}
		head := "Level " + strconv.Itoa(level+1) + ": " + Count(r.Last-r.First, "node", "nodes") + " read of " + Number(len(nodes)) +
			". The level holds " + Count(held, "entity", "entities") + " and is " + Percent(held, len(nodes)*(fanout-1)) + " full."
		items = append(items, H("li", T("span", head), H("ul", lines...)))
	}
	return H("ol.tree__list", items...)
}

func (t Tree) nodeLine(level, node, fanout int) []app.UI {
	n := t.Shape.Levels[level][node]
	first, last := t.Key(t.Shape.Item(level, node, 0)), t.Key(t.Shape.Item(level, node, int(n.Items)-1))
	return []app.UI{
		Text("Node " + Number(node+1) + " of " + Number(len(t.Shape.Levels[level])) + ": keys "),
		PartitionKeyChip(first.PartitionKey), Text(" "), RowKeyChip(first.RowKey),
		Text(" to "), PartitionKeyChip(last.PartitionKey), Text(" "), RowKeyChip(last.RowKey),
		Text(", " + Count(int(n.Items), "entity", "entities") + ", " + Percent(int(n.Items), fanout-1) + " full"),
	}
}
