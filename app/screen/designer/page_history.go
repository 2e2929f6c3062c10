package designer

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
)

// timeline is the journal as the transport bar shows it.
func (p *Page) timeline() ui.Timeline {
	j := p.Store.Edit.Journal()
	l := ui.Timeline{Name: "Gestures", Length: j.Len(), Place: j.Position(), Busy: p.Store.Busy()}
	l.Text = strconv.Itoa(l.Place) + " of " + strconv.Itoa(l.Length) + " · " + j.Label(l.Place)
	for n := 1; n <= l.Length; n++ {
		l.Marks = append(l.Marks, ui.TimelineMark{Place: n, Strong: j.NewTable(n)})
	}
	branches := j.Branches()
	parent := ""
	for _, b := range branches {
		if b.Current {
			parent = b.Parent
		}
	}
	for _, b := range branches {
		text := b.Name + ", " + view.Count(b.Len, "gesture", "gestures")
		if b.Parent != "" {
			text += ", from " + b.Parent + " at " + strconv.Itoa(b.Fork)
		}
		l.Ways = append(l.Ways, ui.TimelineWay{Name: b.Name, Text: text, From: b.Shared, Length: b.Len, Parent: b.Name == parent,
			Current: b.Current})
	}
	l.Seek = func(place int) { p.Gesture(p.Ctx, func() { p.columns.badName = ""; p.Store.Edit.Seek(place) }) }
	l.Follow = p.follow
	l.Switch = func(name string) { p.Gesture(p.Ctx, func() { p.Store.Edit.Switch(name) }) }
	l.Fork = func() { p.Gesture(p.Ctx, func() { p.Store.Edit.Fork("") }) }
	return l
}

// transport is the bar along the journal.
func (p *Page) transport() app.UI { return &ui.Transport{Timeline: p.timeline()} }
