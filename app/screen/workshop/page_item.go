package workshop

import (
	"fmt"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	agenda "github.com/keyrange/keyrange/lessons/workshop"
)

// item draws an item of the agenda by its number, with the minute at which it begins.
func (p *Page) item(n, start int) app.UI {
	i, here := &p.state.Plan.Items[n-1], n == p.state.At
	e := view.El("li.ws__i").ID(itemID(n))
	mark := view.El("span.ws__here;hidden=true")
	if here {
		e = e.Class("ws__i--here").Aria("current", "step")
		mark = view.El("span.ws__here").Text("The class is here")
	}
	body := []app.UI{
		view.H("div.ws__t", view.T("span.ws__n;aria-hidden=true", strconv.Itoa(n)),
			view.H("h3", view.T("span.vh", "Item "+strconv.Itoa(n)+": "), view.Text(i.Title)), mark,
			view.T("span.num.muted.end", span(start, i.Minutes))),
		view.H("div.prose", p.prose().Blocks(i.Prose)...),
		p.openings(i),
	}
	if p.state.Leads {
		body = append(body, p.told(n, i))
	}
	return e.Body(body...)
}

// span is the time of an item, as 0:10 to 0:21, 11 min.
func span(start, minutes int) string {
	clock := func(m int) string { return fmt.Sprintf("%d:%02d", m/60, m%60) }
	return clock(start) + " to " + clock(start+minutes) + ", " + strconv.Itoa(minutes) + " min"
}

// openings are links to what an item opens.
func (p *Page) openings(i *agenda.Item) app.UI {
	var list []app.UI
	for _, o := range i.Openings {
		row := []app.UI{view.H("a.btn", view.Attr("href", ui.Address(o.Path())), view.Attr("data-caption", captionOf(o)),
			view.Icon(icons[o.Kind]), view.Text(opensText(o)))}
		if p.state.Leads && p.state.Projected != "" {
			row = append(row, view.H("button.btn.btn--quiet;type=button", view.Icon("presentation"), view.Text("Show it on the projector"),
				p.Click("project/"+o.Path(), func() { p.tell("go\t" + o.Path() + "\t" + captionOf(o)) })))
		}
		list = append(list, view.H("li.row", row...))
	}
	if len(list) == 0 {
		return view.El("div;hidden=true")
	}
	return view.H("ul.ws__o", list...)
}

// icons are what stands before an opening.
var icons = map[agenda.Kind]string{agenda.Lesson: "book-open", agenda.Moment: "play", agenda.Task: "target", agenda.Page: "arrow-right"}

// opensText says what an opening leads to.
func opensText(o agenda.Opening) string {
	switch o.Kind {
	case agenda.Lesson:
		if e, known := lessonOf(o.Target); known {
			return "Lesson: " + e.Title + ", " + strconv.Itoa(e.Minutes) + " min"
		}
		return "Lesson: " + o.Target
	case agenda.Task:
		return "Task: " + o.Text
	}
	return o.Text
}

// captionOf is what stands below a moment while it is presented.
func captionOf(o agenda.Opening) string {
	if o.Kind == agenda.Moment {
		return o.Text
	}
	return ""
}

// told is what only the one who leads sees of an item.
func (p *Page) told(n int, i *agenda.Item) app.UI {
	answers := append(p.prose().Blocks(i.Answers), p.teaching(i)...)
	begin := "Begin item " + strconv.Itoa(n)
	return view.H("div.ws__told",
		view.Around("section.ws__notes.prose", p.prose().Blocks(i.Notes), view.Attr("aria-label", "Notes on item "+strconv.Itoa(n))),
		app.If(len(answers) > 0, func() app.UI {
			return view.H("details.ws__ans", view.H("summary", view.Icon("chevron-right", "chev"), view.Text("Answers")),
				view.Around("div.prose", answers))
		}),
		view.H("button.btn.btn--sm;type=button", view.Text(begin), p.Click("begin/"+itemID(n), func() { p.begin(n) })),
	)
}

// teaching leads to what a teacher reads of the lessons of an item.
func (p *Page) teaching(i *agenda.Item) (list []app.UI) {
	for _, o := range i.Openings {
		if e, known := lessonOf(o.Target); known && o.Kind == agenda.Lesson {
			list = append(list, view.H("p", view.H("a", view.Attr("href", ui.Address("/teach/"+e.ID)),
				view.Text("Answer key and common mistakes of “"+e.Title+"”"))))
		}
	}
	return list
}
