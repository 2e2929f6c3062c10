package lesson

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/runner"
)

// frame is the three regions of a lesson and the bar below them. A wide window
// shows them all, with a line between two that moves; a narrow one has a tab
// for what is read and one for what is done. Tabs and lines work before the
// program does: the tabs are radio buttons that the styles look at, and the
// lines are moved by web/regions.js.
func (p *Page) frame() app.UI {
	l := p.store.Content
	p.outcomes = p.store.session().Outcomes()
	return view.H("main#main.ls;tabindex=-1",
		ui.SkipToPlay(!app.IsServer),
		view.H("fieldset.ls__tabs",
			view.T("legend.vh", "Part of the lesson"),
			view.El("input#tab-guide;type=radio;name=lesson-tab;checked=true"), view.T("label;for=tab-guide", "Guide"),
			view.El("input#tab-try;type=radio;name=lesson-tab"), view.T("label;for=tab-try", "Try it"),
		),
		view.H("article.ls__read;aria-label=Guide;tabindex=-1", view.ID(guideID),
			view.H("div.ls__in.ls__top.prose",
				crumb(l),
				view.T("h1", l.Title),
				view.H("div.lede", p.prose().Blocks(l.Lede)...),
			),
			view.H("div.ls__in.ls__rest.prose", p.guide(l)...),
		),
		divider("div.split.split--x;aria-orientation=vertical;aria-label=Width of the guide;aria-controls=guide;data-split=guide", "41"),
		view.Around("div.ls__work", p.work()),
		p.bar(),
	)
}

// work is the stage and what it is worked with: the field for commands below
// it, or the controls of the screen that is the stage.
func (p *Page) work() []app.UI {
	list := []app.UI{p.summary(), view.Around("section.ls__stage;aria-label=Stage;tabindex=0", p.stage(), view.ID(stageID))}
	if screenOf(p.store.session()) != nil {
		return list
	}
	return append(list,
		divider("div.split.split--y;aria-orientation=horizontal;aria-label=Height of the workbench;aria-controls=bench;data-split=bench", "28"),
		p.console())
}

// bar goes along the log. Rendered ahead there is none: it works with the
// program alone.
func (p *Page) bar() app.UI {
	if app.IsServer {
		return view.El("div")
	}
	return &ui.Transport{Timeline: p.timeline()}
}

// divider is a line between two regions. usual is the size of its region in
// percent, as long as the reader has chosen none.
func divider(specification, usual string) app.UI {
	_, name, _ := strings.Cut(specification, "data-split=")
	now := strings.TrimSuffix(browser.Remembered("split."+name), "%")
	if now == "" {
		now = usual
	}
	return view.H(specification+";role=separator;tabindex=0;aria-valuemin=15;aria-valuemax=75;title=Drag, or use the arrow keys. Enter or a "+
		"double click resets.",
		view.Attr("data-usual", usual), view.Attr("aria-valuenow", now))
}

// tryTab and guideTab are the radio buttons of the two tabs.
const (
	tryTab   = "tab-try"
	guideTab = "tab-guide"
)

// summary is the tasks of the step in short, for those who do not see the guide
// beside the stage: the current one at once, and all of them where a narrow window
// has no guide.
func (p *Page) summary() app.UI {
	if app.IsServer {
		return view.El("div")
	}
	step, _ := p.store.session().Step()
	var tasks []app.UI
	met := 0
	for i, o := range p.outcomes {
		if o.State == runner.Met {
			met++
		}
		short := shortTask{p, &step.Tasks[i], o}
		tasks = append(tasks, view.H("li", short.mark(), view.H("span", short.line()...)))
	}
	count := strconv.Itoa(met) + " of " + view.Count(len(tasks), "task", "tasks") + " met"
	return view.H("div.ls__sum",
		p.currentTask(step.Tasks, count),
		view.T("h1", p.store.Content.Title),
		view.H("details",
			view.H("summary", view.Text(count), view.Icon("chevron-right", "chev")),
			view.H("ol", tasks...),
		),
	)
}

// currentTask is the first task that is not met, or the last one, with its verdict.
// It keeps its place over the stage wherever the guide is scrolled to.
func (p *Page) currentTask(tasks []lessons.Task, count string) app.UI {
	if len(p.outcomes) == 0 {
		return view.El("div;hidden=true")
	}
	n := 0
	for n < len(p.outcomes)-1 && p.outcomes[n].State == runner.Met {
		n++
	}
	t, o := &tasks[n], p.outcomes[n]
	short := shortTask{p, t, o}
	state, text := short.verdict()
	return view.H("section.ls__now;aria-label=Current task",
		short.mark(),
		view.H("p", append([]app.UI{view.T("b", "Task "+strconv.Itoa(n+1)+". ")}, p.prose().Spans(t.Text)...)...),
		view.T("span.num", count),
		view.H("p;role=status", view.Attr("class", "task__v--"+strconv.Itoa(int(o.State))), state, text),
	)
}

// shortTask is one task of the step as the summary says it: its mark, what it asks,
// and how it stands.
type shortTask struct {
	page    *Page
	task    *lessons.Task
	outcome runner.Outcome
}

func (s shortTask) mark() app.UI {
	look, icon, _ := standing(s.outcome, s.page.store.Task(s.task))
	return roundMark(look, icon)
}

// line is what the task asks and how it stands.
func (s shortTask) line() []app.UI {
	state, text := s.verdict()
	return append(s.page.prose().Spans(s.task.Text), view.Text(" "), state, text)
}

// verdict is how the task stands: a word, and what was found.
func (s shortTask) verdict() (state, text app.UI) {
	_, _, word := standing(s.outcome, s.page.store.Task(s.task))
	return view.T("b", word+". "), view.Text(s.outcome.Text)
}

// coachName is the name under which is kept that a reader knows lessons.
const coachName = "coach"

// coach says once how a lesson works.
func (p *Page) coach() app.UI {
	if p.met {
		return view.El("div")
	}
	return view.H("section.coach;aria-label=How a lesson works",
		view.H("ol",
			view.H("li", view.T("b", "Guide."), view.Text(" Read a step here. A button in the text shows you something beside your own work.")),
			view.H("li", view.T("b", "Stage."), view.Text(" The picture shows what each command did.")),
			view.H("li", view.T("b", "Workbench."), view.Text(" Type commands, or press the buttons of the stage. "+
				"A task looks at what they did: any way is right.")),
		),
		view.H("button#coached.btn.btn--sm;type=button", view.Text("Got it"), p.Click(p.key("coach"), func() {
			p.met = true
			browser.Remember(coachName, "1")
			browser.Focus(guideID)
		})),
	)
}
