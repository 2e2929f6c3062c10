package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/store"
)

// screensKept are the states of the step screens and of the simulator, as they
// are saved beside the work of the playground.
//
// What always holds: texts has what is saved or about to be, by the names of
// the screens; a screen that was not shown since is there as it was read.
type screensKept struct {
	texts   map[string]string
	unsaved map[string]bool
	opened  map[string]bool // the text was opened when the screen was shown

	name  string
	now   func() store.Screen // the screen that is shown, nil for none
	began string              // as it was when it was shown first
}

// keepScreen makes a screen one that is saved after each gesture, and opens what
// was saved of it. show is called when that is done, at once or later.
func keepScreen(ctx app.Context, name string, now func() store.Screen, show func(why string)) {
	if app.IsServer {
		return
	}
	open := func() { show(keep.restore(name, now)) }
	keepFor(ctx, open)
	keep.name, keep.now, keep.began = name, now, now().Saved()
	if !keep.opening {
		open()
	}
}

// restore opens what was saved of a screen, once, and says why it cannot.
func (k *keeper) restore(name string, now func() store.Screen) (why string) {
	text, saved := k.texts[name]
	if !saved || k.opened[name] {
		return ""
	}
	k.opened[name] = true
	if err := now().OpenMoment(text); err != nil {
		return "Your saved steps cannot be opened here. They are kept until your next step. " + err.Error()
	}
	k.texts[name] = now().Saved() // the same, unless this site writes it in another way now
	return ""
}

// note takes up what the last gesture made of the screen that is shown.
func (k *keeper) note() {
	if k.now == nil || visiting != nil && !visiting.stays {
		return
	}
	text, saved := k.now().Saved(), false
	if _, saved = k.texts[k.name]; text != k.texts[k.name] && (saved || text != k.began) && text != "" {
		k.texts[k.name], k.opened[k.name] = text, true
		k.unsaved[k.name] = true
		kept.Touch()
	}
}

// touched reports whether the reader has done something on the screen that is
// shown.
func (k *keeper) touched() bool { return k.now != nil && k.now().Saved() != k.began }

// take makes the screens of other work the present ones.
func (k *keeper) take(texts map[string]string) {
	k.screensKept = screensKept{texts: texts, unsaved: map[string]bool{}, opened: map[string]bool{}, name: k.name, now: k.now, began: k.began}
	if k.now == nil {
		keptClients, keptTokens, keptBatch, keptAcross, keptAccess, keptSim, keptExample = nil, nil, nil, nil, nil, nil, nil
	}
}

// takeUnsaved returns the texts that must be written, which count as written
// from then on.
func (k *keeper) takeUnsaved() map[string]string {
	texts := map[string]string{}
	for name := range k.unsaved {
		texts[name] = k.texts[name]
	}
	clear(k.unsaved)
	return texts
}

// forgotten makes everything count as not saved.
func (k *keeper) forgotten() {
	kept.Forgotten()
	for name := range k.texts {
		k.unsaved[name] = true
	}
}

// shown is what a screen does once what was saved of it is open: refuse tells
// why it is not.
func (g *gestures) shown(refuse func(why string)) func(string) {
	return func(why string) {
		if why != "" {
			refuse(why)
		}
		if g.after != nil {
			g.after(g.ctx)
		}
	}
}
