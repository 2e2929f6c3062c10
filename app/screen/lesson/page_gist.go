package lesson

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/lessons"
)

// gist is what a lesson leaves behind: the lines worth remembering, and once
// every task is solved the learner's figures beside those of the solutions.
func gist(p *Page, l *lessons.Lesson) app.UI {
	body := append([]app.UI{view.T("h2", "Worth remembering")}, p.prose().Blocks(l.Gist)...)
	if tasks, all := finished(p.store); all && !app.IsServer {
		body = append(body, view.H("div;role=status",
			view.H("p", view.Icon("check"), view.T("b", " You solved all "+view.Count(tasks, "task", "tasks")+". This is what you reached.")),
			figureTable(reached(p.store)),
		))
	}
	return view.H("section.gist", body...)
}

// figureTable sets figures beside those of the solutions.
func figureTable(list []reachedFigure) app.UI {
	if len(list) == 0 {
		return view.El("div;hidden=true")
	}
	rows := make([]app.UI, len(list))
	for i, f := range list {
		rows[i] = view.H("tr", view.T("th;scope=row", f.label), view.T("td.num", f.yours), view.T("td.num", f.reference))
	}
	return view.H("div.tbl.task__f", view.H("table",
		view.H("thead", view.H("tr",
			view.El("td"), view.T("th;scope=col", "Yours"), view.T("th;scope=col", "Reference"),
		)),
		view.H("tbody", rows...),
	))
}
