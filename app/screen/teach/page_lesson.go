//go:build !js

package teach

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/content"
)

// Page is what a teacher reads of one lesson.
type Page struct {
	app.Compo
	ID string
}

// Render draws the page. A lesson that cannot be done is a fault of ours.
func (p *Page) Render() app.UI {
	l, err := lessons.Parse(content.Text(p.ID))
	if err != nil {
		panic(err)
	}
	key, err := Key(l)
	if err != nil {
		panic(err)
	}
	body := []app.UI{
		view.H("nav.crumb;aria-label=Breadcrumb", view.H("a", view.Attr("href", Path), view.Text("For teachers")),
			view.T("span;aria-hidden=true", "/"), view.H("a", view.Attr("href", "/lessons/"+l.ID), view.Text("The lesson"))),
		view.T("h1", l.Title),
		view.T("p.lede", l.Goal),
		needs(l),
	}
	for i := range l.Steps {
		body = append(body, step(l, i, key[i]))
	}
	return ui.Apart(view.H("main#main;tabindex=-1", view.Around("div.wrap.tch.prose", append(body, model(l)...))))
}

// needs is what a class has to have and to know before the lesson.
func needs(l *lessons.Lesson) app.UI {
	tasks, targets := 0, "2010: 500 entities per second for a partition, 5,000 for an account"
	for i := range l.Steps {
		tasks += len(l.Steps[i].Tasks)
	}
	if l.Today {
		targets = "today: 2,000 entities per second for a partition, 20,000 for an account"
	}
	return view.H("section;aria-labelledby=needs", view.T("h2#needs", "What it needs"), view.H("dl.tch__n",
		view.T("dt", "Time"), view.T("dd", strconv.Itoa(l.Minutes)+" minutes for one who works alone; a third more in a class"),
		view.T("dt", "Tasks"), view.T("dd", view.Count(tasks, "task", "tasks")+" in "+view.Count(len(l.Steps), "step", "steps")),
		view.T("dt", "By hand"), view.T("dd", hands(l)),
		view.T("dt", "Teaches"), view.T("dd", l.Teaches),
		view.T("dt", "Leads to"), view.H("dd", related(l)...),
		view.T("dt", "Targets"), view.T("dd", "Those of "+targets),
	))
}

// hands says what learners do with their hands.
func hands(l *lessons.Lesson) string {
	screens, typed := 0, 0
	for i := range l.Steps {
		if l.Steps[i].Screen != nil {
			screens++
		} else if len(l.Steps[i].Tasks) > 0 {
			typed++
		}
	}
	switch {
	case typed == 0:
		return "buttons and lists; no typing, so a phone will do"
	case screens == 0:
		return "commands are typed, so a keyboard is better than a phone"
	}
	return "commands are typed in some steps, so a keyboard is better than a phone"
}

// related are the lessons that the prose of a lesson leads to.
func related(l *lessons.Lesson) (list []app.UI) {
	seen := map[string]bool{}
	add := func(blocks []lessons.Block) {
		for _, b := range blocks {
			for _, spans := range b.Items {
				for _, s := range spans {
					if s.Kind == lessons.LessonLink && !seen[s.Target] {
						seen[s.Target] = true
						list = append(list, view.H("a", view.Attr("href", Path+"/"+s.Target), view.Text(title(s.Target))), view.Text(". "))
					}
				}
			}
		}
	}
	add(l.Lede)
	for i := range l.Steps {
		add(l.Steps[i].Prose)
	}
	add(l.More)
	if len(list) == 0 {
		return []app.UI{view.Text("No other lesson.")}
	}
	return list
}

func title(id string) string {
	for _, e := range content.Catalogue() {
		if e.ID == id {
			return e.Title
		}
	}
	return id
}

// step is the answer key of a step.
func step(l *lessons.Lesson, n int, key []Answered) app.UI {
	id := "step-" + strconv.Itoa(n+1)
	body := []app.UI{view.H("h2", view.ID(id), view.Text("Step "+strconv.Itoa(n+1)+": "+l.Steps[n].Title))}
	for i := range key {
		body = append(body, task(i, &key[i]))
	}
	return view.Around("section.tch__s", body, view.Attr("aria-labelledby", id))
}

func task(n int, a *Answered) app.UI {
	body := []app.UI{view.T("h3", "Task "+strconv.Itoa(n+1)), view.H("p", prose().Spans(a.Task.Text)...)}
	if a.Answer != "" {
		body = append(body, view.H("p", append(append([]app.UI{view.T("b", "They guess first. ")}, prose().Spans(a.Task.Guess.Question)...),
			view.T("b", " It is "+a.Answer+"."))...))
	}
	body = append(body, view.T("h4", "Answer"), commands(a.Task.Solution), view.H("p", view.T("b", "They read: "), view.Text(a.Met)))
	for _, alternative := range a.Task.Alternatives {
		body = append(body, view.T("p", "Right as well: "+alternative.Label+"."), commands(alternative.Commands))
	}
	return view.Around("div.tch__t", append(body, mistakes(a.Wrong)...))
}

// mistakes are what people do instead, as a table.
func mistakes(list []Mistake) []app.UI {
	if len(list) == 0 {
		return nil
	}
	rows := make([]app.UI, len(list))
	for i, m := range list {
		said := m.Said
		if m.Broken {
			said += " It can only be undone."
		}
		rows[i] = view.H("tr", view.H("td", commands(m.Commands)), view.T("td", said))
	}
	return []app.UI{view.T("h4", "Common mistakes"), view.H("div.tbl", view.H("table",
		view.H("thead", view.H("tr", ui.Heading("They do"), ui.Heading("They read"))), view.H("tbody", rows...)))}
}

func commands(list []command.Command) app.UI {
	lines := make([]string, len(list))
	for i, c := range list {
		lines[i] = c.String()
	}
	return view.T("pre.code;tabindex=0", strings.Join(lines, "\n"))
}

// model is what a lesson leaves out, and where its facts come from.
func model(l *lessons.Lesson) []app.UI {
	list := []app.UI{view.T("h2", "What it leaves out"), view.H("p",
		view.Text(sentence(l.Omits)+" What the model as a whole leaves out stands on the "),
		view.H("a", view.Attr("href", "/#model"), view.Text("start page")), view.Text("."))}
	if len(l.Sources) > 0 {
		list = append(list, view.T("h2", "Where its facts come from"))
		list = append(list, prose().Blocks(l.Sources)...)
	}
	return list
}

// sentence is a text that begins and ends as one.
func sentence(text string) string {
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".") + "."
}

// prose draws the text of a lesson without its demonstrations, which only run there.
func prose() view.Prose {
	return view.Prose{Link: func(s lessons.Span) app.UI {
		to := map[lessons.SpanKind]string{lessons.LessonLink: "/lessons/", lessons.TermLink: "/glossary#", lessons.SiteLink: "",
			lessons.WebLink: ""}
		before, linked := to[s.Kind]
		switch {
		case !linked:
			return view.T("span", s.Text)
		case s.Kind == lessons.WebLink:
			return view.H("a;target=_blank;rel=noopener noreferrer", view.Attr("href", s.Target), view.Text(s.Text))
		}
		return view.H("a", view.Attr("href", before+s.Target), view.Text(s.Text))
	}}
}
