package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/table"
)

// treePicture is the index of a table, and as a list what was read of it.
func (p *Lesson) treePicture(name, caption string) app.UI {
	v, ok := p.store.Tree(name)
	if !ok {
		return view.LedgerTable(p.store.Table(name), caption)
	}
	t := lessonTree(&v, "hit")
	t.Label = caption + ": " + view.Count(len(v.Shape.Levels), "level", "levels") + ", " + view.Count(v.Shape.Nodes(), "node", "nodes") + ", " + view.Count(len(v.Keys), "entity", "entities")
	return view.H("div.led.lt",
		view.H("p.led__c", view.T("b", caption), view.T("span.num", view.Count(len(v.Keys), "entity", "entities")+", "+view.Count(len(v.Shape.Levels), "level", "levels"))),
		view.H("div.led__s;tabindex=0;role=region", view.Attr("aria-label", caption), view.H("div.lt__w", t.Draw(planWidthOfLesson)), view.H("div.lt__n", t.Draw(phoneWidth))),
		view.H("details.disc",
			view.H("summary", view.Text("The tree as a list"), view.Icon("chevron-right", "chev")),
			view.H("div", t.List(v.Fanout)),
		),
	)
}

// lessonTree is a drawing of an index, in which what is read has a look.
func lessonTree(v *store.LessonTree, look string) view.Tree {
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
