package view

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/engine/index"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/text"
)

// NodeSpan is a run of neighbouring nodes of a level, half-open.
type NodeSpan struct{ First, Last int }

func (s NodeSpan) has(n int) bool { return n >= s.First && n < s.Last }

// Tree is what a drawing of a tree shows. Its lists go by level.
type Tree struct {
	Shape *index.Shape
	Key   func(place int) table.Key
	Look  func(place int) string // of an item: "hit", "scan", "stop" or none
	Whole []NodeSpan             // the nodes that are read in the end, around which a level is drawn
	Read  []NodeSpan             // those that are read by now
	Path  []index.Visit          // of the descent, as far as it has come
	Label string                 // the drawing in words
}

// Sizes of a drawing of a tree, in pixels.
const (
	leafWidth, innerWidth = 126.0, 250.0
	restWidth             = 48.0 // of what stands for the nodes that are not drawn
	leafSpace             = 9.0
	innerHeight           = 50.0
	levelSpace            = 54.0
	tightSpace            = 26.0 // between the levels of a deep tree
	deepTree              = 5
	treeTop               = 14.0
	lineHeight            = 18.0
	shownItems            = 5 // of a leaf, before its middle is left out
)

// box is a node in a drawing, or what stands for those that are left out.
type box struct {
	NodeSpan
	x, w    float64
	drawn   bool // as a node
	read    bool
	content nodeContent
}

// Draw draws the levels of a tree in a width: every node that is read as far as
// there is room, its neighbours, and how many are left out.
func (t Tree) Draw(width int) app.UI {
	w := max(float64(width), 240)
	var shapes []app.UI
	var edges treeEdges
	y := treeTop
	var above []box
	for level := range t.Shape.Levels {
		boxes := t.row(level, w)
		height := innerHeight
		if t.Shape.Leaf(level) {
			height = leafHeight(boxes)
		}
		for i := range boxes {
			shapes = append(shapes, t.element(level, boxes[i], y, height))
		}
		edges.between(t, level-1, above, boxes, y)
		above, edges.bottom = boxes, y+height
		y = edges.bottom + levelSpace
		if len(t.Shape.Levels) > deepTree {
			y = edges.bottom + tightSpace
		}
	}
	h := px(edges.bottom + treeTop)
	lines := Shape("svg", "width", px(w), "height", h, "class", "tree__e", "aria-hidden", "true").Body(
		Shape("path", "d", edges.thin.String(), "class", "tree__l"),
		Shape("path", "d", edges.thick.String(), "class", "tree__p"),
	)
	return Around("div.tree;role=img", append([]app.UI{lines}, shapes...), Attr("aria-label", t.Label), Attr("style", "height:"+h+"px"),
		Attr("style", "width:"+px(w)+"px"))
}

// row chooses which nodes of a level are drawn and where.
func (t Tree) row(level int, w float64) []box {
	size, space := innerWidth, 40.0
	limit := 3
	if len(t.Shape.Levels) > deepTree {
		limit = 1
	}
	if t.Shape.Leaf(level) {
		size, space, limit = leafWidth, leafSpace, 9
	}
	limit = min(limit, max(1, int((w-2*restWidth-2*leafSpace)/(size+leafSpace))))
	n := len(t.Shape.Levels[level])
	if float64(n)*(size+leafSpace) <= w && n <= limit+1 {
		limit = n
	}
	room := w - 2*restWidth - 2*leafSpace
	if limit == n {
		room = w // nothing is left out
	}
	size = min(size, (room-leafSpace*float64(limit-1))/float64(limit))
	var boxes []box
	at := 0
	for _, node := range chosen(n, limit, t.Whole[level]) {
		boxes = t.leftOut(level, boxes, at, node)
		boxes = append(boxes, box{NodeSpan: NodeSpan{node, node + 1}, w: size, drawn: true, read: t.Read[level].has(node),
			content: t.content(level, node, size)})
		at = node + 1
	}
	boxes = t.leftOut(level, boxes, at, n)
	total := 0.0
	for _, b := range boxes {
		total += b.w
	}
	space = min(space, (w-total)/float64(max(1, len(boxes)-1)))
	x := (w - total - space*float64(len(boxes)-1)) / 2
	for i := range boxes {
		boxes[i].x = x
		x += boxes[i].w + space
	}
	return boxes
}

func (t Tree) leftOut(level int, boxes []box, from, to int) []box {
	if from >= to {
		return boxes
	}
	r := t.Read[level]
	return append(boxes, box{NodeSpan: NodeSpan{from, to}, w: restWidth, read: r.First < to && r.Last > from})
}

// chosen picks limit of n nodes: those of whole, as many as there are, and the
// nearest around them. Of too many the first and the last are picked.
func chosen(n, limit int, whole NodeSpan) []int {
	first, last := whole.First, max(whole.Last, whole.First+1)
	if first >= n {
		first, last = n-1, n
	}
	tail := -1
	if last-first > limit {
		tail, last = last-1, first+max(1, limit-1)
		if limit == 1 {
			tail = -1
		}
	}
	for last-first+min(1, tail+1) < min(limit, n) {
		if last < n && (first == 0 || whole.Last-1+first > last-1+whole.First) {
			last++
		} else if first > 0 {
			first--
		} else {
			last++
		}
	}
	picked := make([]int, 0, limit)
	for i := first; i < last; i++ {
		picked = append(picked, i)
	}
	if tail >= last {
		picked = append(picked, tail)
	}
	return picked
}

func leafHeight(boxes []box) float64 {
	lines := 2
	for _, b := range boxes {
		lines = max(lines, b.content.height)
	}
	return float64(lines)*lineHeight + 14
}

// element is a box as an element.
func (t Tree) element(level int, b box, y, height float64) app.UI {
	e := El("div.nd").Style("left", px(b.x)+"px").Style("top", px(y)+"px").Style("width", px(b.w)+"px").Style("height", px(height)+"px")
	if b.read {
		e = e.Class("on")
	}
	if !b.drawn {
		n := b.Last - b.First
		return e.Class("rest").Body(T("b", Short(n)), T("span", noun(n)))
	}
	if t.Shape.Leaf(level) {
		e = e.Class("lf")
	} else {
		e = e.Class("in")
		if len(b.content.cells) == 3 && b.content.rest() == 0 {
			e = e.Class("in--3")
		}
	}
	body := b.content.elements()
	for i, v := range t.Path {
		if v.Spot == (index.Spot{Level: level, Node: b.First}) {
			body = append(body, T("span.no", strconv.Itoa(i+1)))
		}
	}
	return e.Body(body...)
}

func noun(n int) string { return text.Noun(n, "node", "nodes") }

// Short writes a number in at most four characters and a unit.
func Short(n int) string {
	if n < 10_000 {
		return Number(n)
	}
	return strconv.Itoa(n/1000) + "k"
}
