package designer

import (
	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/view"
)

// announcement is what the live region says: one sentence on what the reader
// just caused.
func (p *Page) announcement() string {
	if n := len(p.templates.list.choices); p.templates.list.open {
		return view.Count(n, "way", "ways") + " to go on. Choose with the arrow keys and Enter."
	}
	switch p.Store.Phase() {
	case design.Reading, design.Building:
		return p.ui.said
	case design.Deciding:
		p.ui.said = "Some rows cannot be read. Keep the rest or cancel."
	case design.Ready:
		p.ui.said = p.spoken()
	}
	return p.ui.said
}

func (p *Page) spoken() string {
	r := p.Store.Request.Result()
	if r.Ran() {
		text := view.Count(r.Cost.Examined, "entity", "entities") + " examined, " + view.Number(r.Cost.Returned) + " returned in " +
			view.Count(r.Cost.Pages, "page", "pages") + "."
		if r.More() {
			text += " There is a token for the next page."
		}
		return text
	}
	return view.Count(p.Store.Table.Entities(), "entity", "entities") + " ready."
}
