package workspace

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/engine/link"
)

// screensKept are the states of the step screens and of the simulator, as they
// are saved beside the work of the playground.
//
// What always holds: texts has what is saved or about to be, by the names of
// the screens; a screen that was not shown since is there as it was read.
type screensKept struct {
	Texts   map[string]string
	unsaved map[string]bool
	opened  map[string]bool // the text was opened when the screen was shown

	name  string
	now   func() moment.Screen // the screen that is shown, nil for none
	began string               // as it was when it was shown first
}

// KeepScreen makes a screen one that is saved after each gesture, and opens what
// was saved of it. show is called when that is done, at once or later.
func (t *Tab) KeepScreen(ctx app.Context, name string, now func() moment.Screen, show func(why string)) {
	if app.IsServer {
		return
	}
	open := func() { show(t.restore(name, now)) }
	t.KeepFor(ctx, open)
	t.name, t.now, t.began = name, now, now().Saved()
	if !t.Opening {
		open()
	}
}

// restore opens what was saved of a screen, once, and says why it cannot.
func (k *screensKept) restore(name string, now func() moment.Screen) (why string) {
	text, saved := k.Texts[name]
	if !saved || k.opened[name] {
		return ""
	}
	k.opened[name] = true
	var err error
	browser.Unhurried(func() { err = now().OpenMoment(text, browser.Rest) })
	if err != nil {
		why := err.Error()
		if err == link.Damaged {
			why = "A part of them is damaged."
		}
		return "Your saved steps cannot be opened here. They are kept until your next step. " + why
	}
	k.Texts[name] = now().Saved() // the same, unless this site writes it in another way now
	return ""
}

// note takes up what the last gesture made of the screen that is shown.
func (t *Tab) note() {
	if t.now == nil || t.Visiting != nil && !t.Visiting.Stays {
		return
	}
	text, saved := t.now().Saved(), false
	if _, saved = t.Texts[t.name]; text != t.Texts[t.name] && (saved || text != t.began) && text != "" {
		t.Texts[t.name], t.opened[t.name] = text, true
		t.unsaved[t.name] = true
		t.Work.Edit.Touch()
	}
}

// touched reports whether the reader has done something on the screen that is
// shown.
func (k *screensKept) touched() bool { return k.now != nil && k.now().Saved() != k.began }

// take makes the screens of other work the present ones.
func (t *Tab) take(texts map[string]string) {
	t.screensKept = screensKept{Texts: texts, unsaved: map[string]bool{}, opened: map[string]bool{}, name: t.name, now: t.now, began: t.began}
	if t.now == nil {
		clear(t.kept)
	}
}

// takeUnsaved returns the texts that must be written, which count as written
// from then on.
func (k *screensKept) takeUnsaved() map[string]string {
	texts := map[string]string{}
	for name := range k.unsaved {
		texts[name] = k.Texts[name]
	}
	clear(k.unsaved)
	return texts
}

// forgotten makes everything count as not saved.
func (t *Tab) forgotten() {
	t.Work.Forgotten()
	for name := range t.Texts {
		t.unsaved[name] = true
	}
}
