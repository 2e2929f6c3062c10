package view

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Lane is a branch beside the current one, over a width of 1,000.
type Lane struct {
	From, To int  // where it leaves the current one, and where it ends
	Ghost    bool // the current one was made from it
}

// laneHeight is the height of one lane in CSS pixels.
const laneHeight = 7

// Lanes draws branches as a small tree over the line that stands below it: each
// rises where it parts from it and ends in a dot. at is the present place.
func Lanes(lanes []Lane, at int) app.UI {
	if len(lanes) == 0 {
		return El("span;hidden=true")
	}
	height := laneHeight*len(lanes) + 3
	shapes := make([]app.UI, 0, 2*len(lanes)+1)
	for i, l := range lanes {
		y := laneHeight*(len(lanes)-1-i) + 4
		line := Shape("path", "d", "M"+strconv.Itoa(l.From)+" "+strconv.Itoa(height)+"V"+strconv.Itoa(y)+"H"+strconv.Itoa(max(l.To, l.From+6)),
			"vector-effect", "non-scaling-stroke")
		tip := Shape("path", "d", "M"+strconv.Itoa(max(l.To, l.From+6))+" "+strconv.Itoa(y)+"h0", "vector-effect",
			"non-scaling-stroke").Class("tip")
		if l.Ghost {
			line, tip = line.Class("ghost"), tip.Class("ghost")
		}
		shapes = append(shapes, line, tip)
	}
	shapes = append(shapes, Shape("path", "d", "M"+strconv.Itoa(at)+" 0v"+strconv.Itoa(height), "vector-effect",
		"non-scaling-stroke").Class("at"))
	return Shape("svg", "viewBox", "0 0 1000 "+strconv.Itoa(height), "preserveAspectRatio", "none").Class("lanes").Style("height",
		strconv.Itoa(height)+"px").Body(shapes...)
}

// TimelineMarks draws the marks under a scrubber, two paths over a width of
// 1,000.
func TimelineMarks(ordinary, strong string) app.UI {
	return Shape("svg", "viewBox", "0 0 1000 6", "preserveAspectRatio", "none").Class("tp__m").Aria("hidden", "true").Body(
		Shape("path", "d", ordinary, "vector-effect", "non-scaling-stroke"),
		Shape("path", "d", strong, "vector-effect", "non-scaling-stroke").Class("strong"),
	)
}
