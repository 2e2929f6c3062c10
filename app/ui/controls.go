package ui

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/script"
)

// IconButton is a button without a visible word. A disabled one keeps the focus:
// undoing the last step must not throw the keyboard back to the top of the page.
func IconButton(id, icon, label string, disabled bool, parts ...app.UI) app.UI {
	return view.Around("button.btn.btn--icon;type=button", parts,
		view.ID(id), view.Attr("aria-label", label), view.Attr("title", label), view.Flag("aria-disabled", disabled), view.Icon(icon))
}

// keyButton is a button without a visible word that says which key does the
// same, by the name that aria-keyshortcuts has for it.
func keyButton(id, icon, label, key string, disabled bool, handler app.UI) app.UI {
	says := strings.NewReplacer("Control", "Ctrl", "ArrowLeft", "←", "ArrowRight", "→").Replace(key)
	return IconButton(id, icon, label, disabled, view.Attr("title", label+" ("+says+")"), view.Attr("aria-keyshortcuts", key), handler)
}

// Truth writes a truth as an attribute has it.
func Truth(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// Heading is the head of a column.
func Heading(text string) app.UI { return view.T("th;scope=col", text) }

// Pane is a request or a response with its title.
func Pane(title, id string, inks []view.Ink) app.UI {
	return view.H("div",
		view.H("h3.http__t", view.ID(id), view.Text(title)),
		view.Around("pre;tabindex=0;role=region", view.Inked(inks), view.Attr("aria-labelledby", id)),
	)
}

// StatusChip says what became of a request: its status, or that it was lost.
func StatusChip(m script.Message) app.UI {
	look, text := "st st--ok end", strconv.Itoa(m.Response.Status)+" "+m.Response.Reason
	switch {
	case !m.Reached:
		look, text = "st st--bad end", "The request is lost"
	case !m.Heard:
		look, text = "st st--bad end", "The response is lost"
	case m.Response.Status >= 400:
		look = "st st--bad end"
	default: // a batch that failed is accepted, and says inside what failed
		if _, inside, failed := bytes.Cut(m.Response.Body, []byte("\nHTTP/1.1 4")); failed && len(inside) > 2 {
			look, text = "st st--bad end", text+", with 4"+string(inside[:2])+" inside"
		}
	}
	return view.H("span", view.Attr("class", look), view.Text(text))
}

// Exchanged is a drawer with a request and its answer.
func Exchanged(title string, m script.Message, request, response []view.Ink) app.UI {
	return view.H("details.http;open=true",
		view.H("summary", view.Icon("chevron-down", "chev"), view.T("span", title), StatusChip(m)),
		view.H("div.http__b", Pane("Request", "http-request", request), Pane("Response", "http-response", response)),
	)
}

// MarkInk gives the first place of a text the look of a mistake.
func MarkInk(inks []view.Ink, text string) []view.Ink {
	i := slices.IndexFunc(inks, func(k view.Ink) bool { return strings.Contains(k.Text, text) })
	if i < 0 || text == "" {
		return inks
	}
	before, after, _ := strings.Cut(inks[i].Text, text)
	look := inks[i].Class
	marked := []view.Ink{{Text: before, Class: look}, {Text: text, Class: "bad"}, {Text: after, Class: look}}
	return slices.Concat(inks[:i], marked, inks[i+1:])
}

// HeardInk is the response as far as its caller got it.
func HeardInk(m script.Message) []view.Ink {
	if !m.Reached {
		return []view.Ink{{Text: "The request did not reach the service.", Class: "bad"}}
	}
	inks := view.ResponseInk(m.Response)
	if !m.Heard && m.Sent > 0 {
		inks = append([]view.Ink{{Text: "The caller never got this response.\n\n", Class: "bad"}}, inks...)
	}
	return inks
}

// Etag draws a version as the price tag that it is everywhere.
func Etag(name string) app.UI {
	if name == "" {
		return view.El("span;hidden=true")
	}
	return view.T("span.k.k--et", name)
}

// SliceTime is how long a page works between two turns of it.
const SliceTime = 5 * time.Millisecond
