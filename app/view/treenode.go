package view

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// nodeContent is what is written in a node: a line for each item of a leaf, a
// cell for each of another node.
type nodeContent struct {
	cells  []nodeCell
	leaf   bool
	height int // lines of a leaf
}

// nodeCell is an item with its key, or how many items are left out.
type nodeCell struct {
	partition string // empty when it is that of the cell before
	row       string
	look      string
	rest      int
}

// rest is how many items are left out.
func (c nodeContent) rest() (n int) {
	for _, cell := range c.cells {
		n += cell.rest
	}
	return n
}

// content chooses which items of a node are written in a width.
func (t Tree) content(level, node int, width float64) nodeContent {
	n := int(t.Shape.Levels[level][node].Items)
	c := nodeContent{leaf: t.Shape.Leaf(level)}
	var kept []int
	if c.leaf {
		kept = t.keptOfLeaf(level, node, n)
	} else {
		kept = t.keptOfInner(level, node, n, width)
	}
	at, partition := 0, ""
	for i, item := range kept {
		c.leaveOut(t, level, node, at, item)
		place := t.Shape.Item(level, node, item)
		k := t.Key(place)
		cell := nodeCell{row: k.RowKey, look: t.Look(place)}
		if i == 0 || k.PartitionKey != partition || !c.leaf {
			partition, cell.partition = k.PartitionKey, k.PartitionKey
			c.height++
		}
		c.height++
		c.cells = append(c.cells, cell)
		at = item + 1
	}
	c.leaveOut(t, level, node, at, n)
	return c
}

// leaveOut writes how many items from from to to are not written. When all of
// them look the same, so does that.
func (c *nodeContent) leaveOut(t Tree, level, node, from, to int) {
	if from >= to {
		return
	}
	cell := nodeCell{rest: to - from}
	if look := t.Look(t.Shape.Item(level, node, from)); look == t.Look(t.Shape.Item(level, node, to-1)) {
		cell.look = look
	}
	c.cells = append(c.cells, cell)
	c.height++
}

// keptOfLeaf keeps the ends and what is marked: the first and the last of it,
// and a lone mark with its neighbours.
func (t Tree) keptOfLeaf(level, node, n int) []int {
	if n <= shownItems {
		return upTo(n)
	}
	keep := []int{0, n - 1}
	first, last := -1, -1
	for i := range n {
		if t.Look(t.Shape.Item(level, node, i)) != "" {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first >= 0 {
		keep = append(keep, first, last)
	}
	if first >= 0 && first == last {
		keep = append(keep, max(0, first-1), min(n-1, first+1))
	}
	slices.Sort(keep)
	return slices.Compact(keep)
}

// keptOfInner keeps the items on both sides of the way down, or the one that
// was found, or the ends; and all three where three fit.
func (t Tree) keptOfInner(level, node, n int, width float64) []int {
	if n <= 2 || n == 3 && t.threeFit(level, node, width) {
		return upTo(n)
	}
	i := t.way(level, node)
	switch {
	case i < 0:
		return []int{0, n - 1}
	case i == 0 || i == n:
		return []int{max(0, i-2), max(0, i-2) + 1}
	}
	return []int{i - 1, i}
}

// Widths in an inner node of three keys, in pixels: of a character, around a key,
// and at the sides of the node.
const characterWidth, keyPadding, nodePadding = 6.9, 15.0, 11.0

// threeFit reports whether the keys of an inner node with three can be written in
// a width, without anything cut off.
func (t Tree) threeFit(level, node int, width float64) bool {
	need := nodePadding
	for i := range 3 {
		k := t.Key(t.Shape.Item(level, node, i))
		longest := max(utf8.RuneCountInString(k.PartitionKey), utf8.RuneCountInString(k.RowKey), len("empty"))
		need += keyPadding + characterWidth*float64(longest)
	}
	return need <= width
}

// way returns the child through which a node is left, or -1.
func (t Tree) way(level, node int) int {
	if level+1 < len(t.Whole) && t.Whole[level].has(node) {
		n := t.Shape.Levels[level][node]
		if i := t.Whole[level+1].First - int(n.First); i >= 0 && i <= int(n.Items) && t.Whole[level+1].First < t.Whole[level+1].Last {
			return i
		}
	}
	for i := range int(t.Shape.Levels[level][node].Items) {
		if t.Look(t.Shape.Item(level, node, i)) != "" {
			return i
		}
	}
	return -1
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// Characters of a key that fit.
const leafText, innerText = 15, 13

func (c nodeContent) elements() []app.UI {
	var out []app.UI
	for _, cell := range c.cells {
		switch {
		case cell.rest > 0 && c.leaf:
			out = append(out, H("span.more", Attr("class", cell.look), Text("… "+Number(cell.rest)+" more")))
		case cell.rest > 0:
			out = append(out, H("span.more", Attr("class", cell.look), Text("+"+Number(cell.rest))))
		case c.leaf:
			if cell.partition != "" || cell.row == "" {
				out = append(out, keyText("span.pk", cell.partition, leafText))
			}
			out = append(out, keyText("span.rk", cell.row, leafText).Class(cell.look))
		default:
			out = append(out, H("div", keyText("span.pk", cell.partition, innerText), keyText("span.rk", cell.row, innerText).Class(cell.look)))
		}
	}
	return out
}

// keyText is a part of a key, cut in the middle; its title has all of it.
func keyText(specification, text string, limit int) app.HTMLElem {
	e := El(specification)
	if text == "" {
		return e.Body(T("em", "empty"))
	}
	short := Shorten(text, limit)
	if short != text {
		e = e.Title(text)
	}
	return e.Text(short)
}

// treeEdges are the lines between the levels.
type treeEdges struct {
	thin, thick strings.Builder
	bottom      float64
}

// between draws the lines from the boxes of a level to those below it.
func (e *treeEdges) between(t Tree, level int, above, below []box, y float64) {
	if level < 0 {
		return
	}
	top := e.bottom
	for _, b := range below {
		for _, a := range above {
			n := t.Shape.Levels[level][a.First]
			child := b.First - int(n.First)
			if !a.drawn || child < 0 || child > int(n.Items) {
				continue
			}
			x := b.x + b.w/2
			if a.read && b.read && b.drawn && t.onPath(level+1, b.First) {
				line(&e.thick, a.x+a.w*t.leaves(level, a.First, child, a.content.rest() == 0), top, x, y-1)
				e.thick.WriteString("M" + px(x-6) + " " + px(y-9) + "L" + px(x) + " " + px(y-1) + "L" + px(x+6) + " " + px(y-9))
				continue
			}
			line(&e.thin, a.x+a.w*t.leaves(level, a.First, child, a.content.rest() == 0), top, x, y-1)
		}
	}
}

func (t Tree) onPath(level, node int) bool {
	return level < len(t.Path) && t.Path[level].Node == node
}

// leaves returns where the line to a child leaves its parent, as a share of the
// parent's width. whole is whether all of its items are written.
func (t Tree) leaves(level, node, child int, whole bool) float64 {
	n := int(t.Shape.Levels[level][node].Items)
	way := t.way(level, node)
	switch {
	case whole || way < 0:
		return .06 + .88*float64(child)/float64(n)
	case child == way:
		if way == 0 || way == n {
			return .06 + .88*float64(way)/float64(n)
		}
		return .5
	case child < way:
		return .12
	}
	return .88
}

func line(to *strings.Builder, x1, y1, x2, y2 float64) {
	middle := px((y1 + y2) / 2)
	to.WriteString("M" + px(x1) + " " + px(y1) + "C" + px(x1) + " " + middle + " " + px(x2) + " " + middle + " " + px(x2) + " " + px(y2))
}
