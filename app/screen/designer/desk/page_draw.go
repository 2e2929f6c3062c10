package desk

import (
	"strconv"

	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/text"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Card is a titled box; end stands at the right of its title.
func Card(id, title string, end app.UI, body ...app.UI) app.UI {
	head := []app.UI{view.H("h2", view.ID(id), view.Text(title))}
	if end != nil {
		head = append(head, end)
	}
	return view.H("section.card", view.Attr("aria-labelledby", id),
		view.H("div.card__h", head...),
		view.H("div.card__b", body...),
	)
}

// Named shows a key that may be empty text, which the service allows.
func Named(key string) string {
	if key == "" {
		return "(empty text)"
	}
	return key
}

// HeadCell is the head of a column of a table.
func HeadCell(text string) app.UI { return view.T("th;scope=col", text) }

// Plural is a noun for a number of things.
func Plural(n int, one, many string) string { return text.Noun(n, one, many) }

// FaultSentence puts the plain words before the service's own.
func FaultSentence(f *filter.Error) string {
	if f.Hint == "" {
		return f.Message + " (" + string(f.Code) + ")"
	}
	return f.Hint + " The service says " + string(f.Code) + ": " + f.Message
}

// Figure is a number with its name and a note.
func Figure(id, name, value, note string) app.UI {
	return view.H("div", view.T("dt", name), view.H("dd", view.H("span", view.ID("figure-"+id), view.Text(value)), view.T("small", note)))
}

// defaultPlanWidth is used until the browser has told the width there is.
const PlanWidth = 1040

// TopText is what the field for $top shows.
func TopText(top int) string {
	if top == 0 {
		return ""
	}
	return strconv.Itoa(top)
}
