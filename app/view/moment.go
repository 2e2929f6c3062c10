package view

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Run is a node in a moment of an insert.
type Run struct {
	Keys    []string // RowKeys in order
	New     int      // which of them is the new one, -1 if none is
	Near    int      // around which of them the node is shown when it is long
	Crowded bool     // it holds one key more than it may
}

// Keys of a node that are shown: across in a parent, down in a leaf.
const momentAcross, momentDown = 2, 6

// Moment draws a node above one or two of its children, and the key that is on
// its way between them.
func Moment(above Run, below []Run, riser string) app.UI {
	var leaves []app.UI
	for _, r := range below {
		leaves = append(leaves, r.element("span.mo__n", momentDown))
	}
	parent := El("span.mo__p")
	if len(above.Keys) > 0 {
		parent = parent.Body(above.element("span.mo__n.mo__n--in", momentAcross))
	}
	rise := El("span.mo__u")
	if riser != "" {
		rise = rise.Body(H("span.rk.hit", Attr("title", riser), Text(Shorten(riser, innerText))))
	}
	return H("span.mo;aria-hidden=true", parent, rise, H("span.mo__l", leaves...))
}

func (r Run) element(specification string, limit int) app.UI {
	e := El(specification)
	if r.Crowded {
		e = e.Class("crowded")
	}
	var cells []app.UI
	at := 0
	rest := func(to int) {
		if to > at {
			cells = append(cells, T("span.more", "… "+Number(to-at)))
		}
	}
	for _, i := range r.kept(limit) {
		rest(i)
		cell := El("span.rk").Text(Shorten(r.Keys[i], innerText))
		if i == r.New {
			cell = cell.Class("hit")
		}
		cells = append(cells, cell)
		at = i + 1
	}
	rest(len(r.Keys))
	return e.Body(cells...)
}

// kept returns which keys are shown: those around the place of the new one, and
// in a leaf the ends.
func (r Run) kept(limit int) []int {
	n := len(r.Keys)
	if n <= limit {
		return upTo(n)
	}
	near := r.Near
	if r.New >= 0 {
		near = r.New
	}
	if limit <= momentAcross {
		first := min(max(0, near-1), n-limit)
		return []int{first, first + 1}
	}
	near = min(max(near, 1), n-2)
	keep := []int{0, near - 1, near, near + 1, n - 1}
	slices.Sort(keep)
	return slices.Compact(keep)
}
