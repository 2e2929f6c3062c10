package design

// Work returns what the page works on. It must not be changed: change makes a
// gesture.
func (p *Playground) Work() *Work { return &p.journal.here().work }

// Journal returns every gesture that was made. It must not be changed.
func (p *Playground) Journal() *Journal { return p.journal }

// change makes a gesture: edit changes a copy of the work, which then is the
// present one. A gesture that changes nothing leaves no trace. It reports
// whether it left one.
func (p *Playground) change(label string, edit func(w *Work)) bool {
	return p.gesture(label, false, edit)
}

// typing is change for keystrokes: those in a row under the same label make one
// gesture, so that undo steps over edits, not over letters.
func (p *Playground) typing(label string, edit func(w *Work)) bool {
	return p.gesture(label, true, edit)
}

func (p *Playground) gesture(label string, typed bool, edit func(w *Work)) bool {
	w, before := *p.Work(), *p.Work()
	w.Fresh = false
	edit(&w)
	if before.Fresh = w.Fresh; w.equal(&before) || !w.sound() {
		return false
	}
	if !w.sameTable(p.Work()) {
		w.Answer.Pages = min(w.Answer.Pages, 1)
	}
	if typed && p.journal.amends(label) {
		p.journal.amend(w)
	} else {
		p.journal.add(gesture{label: label, work: w, typed: typed})
	}
	p.show()
	return true
}

// amend completes the present moment with what could only be found out later.
// It is no gesture of its own.
func (p *Playground) amend(edit func(w *Work)) {
	w := *p.Work()
	edit(&w)
	p.journal.amend(w)
	p.show()
}

// CanUndo reports whether there is an earlier moment.
func (p *Playground) CanUndo() bool { return p.journal.Position() > 0 }

// CanRedo reports whether a gesture was undone.
func (p *Playground) CanRedo() bool { return p.journal.Position() < p.journal.Len() }

// Undo takes the last gesture back.
func (p *Playground) Undo() { p.Seek(p.journal.Position() - 1) }

// Redo does again the gesture that was taken back.
func (p *Playground) Redo() { p.Seek(p.journal.Position() + 1) }

// Seek goes to the moment after n gestures of the current branch; a place
// outside it changes nothing.
func (p *Playground) Seek(n int) {
	if n < 0 || n > p.journal.Len() {
		return
	}
	p.journal.tree.Seek(n)
	p.show()
}

// Fork makes a branch of the gestures that are done and goes on in it: what
// was undone stays in the branch that it is in. An empty name stands for one
// that the journal finds. It reports whether it did.
func (p *Playground) Fork(name string) bool {
	if name == "" {
		name = p.journal.tree.FreeName()
	}
	defer p.changed()
	return p.journal.fork(name)
}

// Switch goes to another branch, to the place where it was left. It reports
// whether there is one of that name.
func (p *Playground) Switch(name string) bool {
	if !p.journal.tree.Switch(name) {
		return false
	}
	p.show()
	return true
}

// show makes everything that is worked out from the work follow it.
func (p *Playground) show() {
	before, w := p.shown, *p.Work()
	p.shown = w
	defer p.changed()
	if w.Set != before.Set {
		p.showSet(&w)
	}
	if p.data == nil {
		return
	}
	p.restoreColumns(w.Columns)
	p.showTemplates(&w)
	p.showTable(&w)
	p.showRequest(&p.shown) // which has its first question now, if the import is of a table that is there
}

// showTemplates puts both templates into their editors.
func (p *Playground) showTemplates(w *Work) {
	for part, text := range w.Typed {
		p.editing[part] = editor{text: text, err: p.fault(text)}
	}
}

// StartOver takes the data and everything made of them away. It is a gesture,
// so it can be undone.
func (p *Playground) StartOver() {
	if p.Work().Set != (Set{}) {
		p.change("Start over", func(w *Work) { *w = Work{} })
	}
}
