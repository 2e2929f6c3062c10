package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/engine/query"
)

// span is a piece of a drawing from x to x+w.
type span struct{ x, w float64 }

// partitions is the small key space that every glyph shows: six partitions of
// different sizes.
var partitions = []span{{0, 14}, {16, 10}, {28, 24}, {54, 8}, {64, 18}, {84, 12}}

// read is the part of that key space which a plan of each kind reads.
var read = map[query.Kind][]span{
	query.PointQuery:         {{38, 2.5}},
	query.RowRangeScan:       {{36, 8}},
	query.PartitionScan:      {{28, 24}},
	query.PartitionRangeScan: {{28, 24}, {54, 8}, {64, 18}},
	query.TableScan:          partitions,
}

// Glyph draws how much of the key space a kind of plan reads. It has no hue of
// its own and says nothing to a screen reader: the kind's name stands beside it.
func Glyph(kind query.Kind) app.UI {
	var shapes []app.UI
	for _, s := range partitions {
		shapes = append(shapes, rect(s.x+.5, 2.5, s.w-1, 9, 2, "d-part"))
	}
	for _, s := range read[kind] {
		y, h := 2.0, 10.0
		if kind == query.PointQuery {
			y, h = 0, 14
		}
		shapes = append(shapes, rect(s.x, y, s.w, h, 1.5, "d-ink"))
	}
	return Shape("svg", "viewBox", "0 0 96 14").Aria("hidden", "true").Body(shapes...)
}

// Class is the glyph of a kind and its name.
func Class(kind query.Kind) app.UI {
	return app.Elem("span").Class("cls").Body(Text(kind.String()), Glyph(kind))
}
