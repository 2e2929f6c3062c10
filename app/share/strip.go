package share

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	words "github.com/keyrange/keyrange/engine/text"
	"github.com/keyrange/keyrange/lessons/assign"
)

// TaskStrip is over a page on which a task is worked on: its goal, each condition
// with the figure as it is now, and the moment at which all of them hold.
type TaskStrip struct {
	app.Compo
	gestures
	Tab   *workspace.Tab
	Fresh func() // is drawn with the page each time, since its figures are the page's

	hints int    // that are shown
	of    uint32 // the task that they are of
}

// OnMount begins to take gestures.
func (s *TaskStrip) OnMount(ctx app.Context) { s.Ctx = ctx }

// Render draws the strip, or nothing where no task is worked on here.
func (s *TaskStrip) Render() app.UI {
	t := s.Tab.Task
	if t == nil || s.Tab.Here == nil || s.Tab.Here.Path() != t.Screen {
		return view.El("div;hidden=true")
	}
	j := workspace.Judging(s.Tab)
	if j == nil {
		return view.El("div;hidden=true")
	}
	if id := t.ID(); s.of != id {
		s.of, s.hints = id, 0
	}
	o := t.Judge(workspace.StateOf(j, s.Tab.Begun))
	terms := make([]app.UI, len(o.Terms))
	for i, term := range o.Terms {
		terms[i] = drawnTerm(term)
	}
	look := "tset"
	if o.Met {
		look = "tset tset--met"
	}
	return view.H("aside;aria-label=Task", view.Attr("class", look),
		view.H("div.tset__g", view.T("b", "Task"), view.T("span", t.Goal)),
		view.H("ul.tset__t", terms...),
		view.T("p.tset__s;role=status", standing(t, &o)),
		app.If(s.hints > 0, func() app.UI { return s.shown(t) }),
		view.H("div.row",
			app.If(s.hints < len(t.Hints), func() app.UI {
				return view.H("button#task-hint.btn.btn--sm;type=button", view.Text("Hint "+strconv.Itoa(s.hints+1)+" of "+strconv.Itoa(len(t.Hints))),
					s.Click("task-hint", func() { s.hints++ }))
			}),
			view.H("button#task-hand-in.btn.btn--sm.btn--primary;type=button;aria-haspopup=dialog", view.Text("Hand in"),
				s.Click("task-hand-in", func() { s.Tab.Sharer.HandIn() })),
			view.H("button#task-leave.btn.btn--sm.btn--quiet;type=button", view.Text("Leave the task"), s.Click("task-leave", func() {
				_ = workspace.Take(s.Tab, nil, browser.Rest)
				keepTask(nil)
			})),
		),
	)
}

// drawnTerm is one condition with what it comes to.
func drawnTerm(term assign.Term) app.UI {
	look, icon, said, live := "open", "clock", "not yet", term.Live
	if term.Met {
		look, icon, said = "met", "check", "holds"
	}
	if live == "" {
		live = "not there yet"
	}
	return view.H("li", view.Attr("class", look), view.Icon(icon, "ic--14"), view.T("span", term.Text),
		view.T("b", "now "+live), view.T("span.vh", said))
}

// standing says how far the task is.
func standing(t *assign.Task, o *assign.Outcome) string {
	met := 0
	for _, term := range o.Terms {
		if term.Met {
			met++
		}
	}
	switch {
	case o.Met:
		return "Done. Every condition holds: hand it in, or try to do better."
	case o.Broken != "":
		return o.Broken
	case o.Waiting != "":
		return o.Waiting
	}
	text := strconv.Itoa(met) + " of " + words.Count(len(o.Terms), "condition holds.", "conditions hold.")
	if t.Minutes > 0 {
		text += " Take about " + words.Count(t.Minutes, "minute", "minutes") + "."
	}
	return text
}

// shown are the hints that were asked for.
func (s *TaskStrip) shown(t *assign.Task) app.UI {
	list := make([]app.UI, min(s.hints, len(t.Hints)))
	for i := range list {
		list[i] = view.T("li", t.Hints[i])
	}
	return view.H("ol.tset__h;aria-label=Hints", list...)
}

// taskKey is the name under which a tab keeps its task.
const taskKey = "task"

// keepTask lets a task outlive a reload, nil for none.
func keepTask(t *assign.Task) {
	text := ""
	if t != nil {
		text = t.String()
	}
	browser.SetTabValue(taskKey, text)
}

// keptTask takes the task of this tab up again after a reload.
func (s arriving) keptTask() {
	if s.Tab.Task != nil || app.IsServer {
		return
	}
	if text := browser.TabValue(taskKey); text != "" {
		if t, err := assign.Parse(text); err == nil {
			_ = workspace.Take(s.Tab, &t, browser.Rest) // its beginning was read before
		}
	}
}
