package step

import (
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/table"
)

// TreePicture is a drawing of an index, in which what is read has a look.
func TreePicture(v *TreeRead, look string) view.Tree {
	t := view.Tree{Shape: &v.Shape, Key: func(place int) table.Key { return v.Keys[place] }, Path: v.Path, Look: func(place int) string {
		if place >= v.From && place < v.To {
			return look
		}
		return ""
	}}
	for level := range v.Shape.Levels {
		var read view.NodeSpan
		if level < len(v.Path) {
			read = view.NodeSpan{First: v.Path[level].Node, Last: v.Path[level].Node + 1}
		}
		if v.To > v.From {
			first, last := v.Shape.Between(level, v.From, v.To)
			if read.Last == 0 {
				read = view.NodeSpan{First: first, Last: last}
			}
			read = view.NodeSpan{First: min(read.First, first), Last: max(read.Last, last)}
		}
		t.Whole, t.Read = append(t.Whole, read), append(t.Read, read)
	}
	return t
}
