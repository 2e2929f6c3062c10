package design

// Editor makes the gestures: it holds the work and every gesture that led to it.
type Editor struct {
	rev     int
	journal *Journal
	shown   Work   // what is shown, or being worked out
	show    func() // makes everything that is worked out from the work follow it
}

// open takes another journal as the present one.
func (p *Editor) open(j *Journal) { p.journal = j }

// follow makes pages see that everything may have changed.
func (p *Editor) follow(other *Editor) { p.rev = max(p.rev, other.rev) + 1 }

// again shows the work as if nothing of it were shown yet.
func (p *Editor) again() {
	p.shown = Work{}
	p.show()
}

// follows takes the present work as the one that is shown, and returns it with
// the one that was shown before.
func (p *Editor) follows() (before, now Work) {
	before, p.shown = p.shown, *p.Work()
	return before, p.shown
}

// NewEditor returns an editor of no work. show follows each change of the work.
func NewEditor(show func()) *Editor { return &Editor{journal: newJournal("Start", Work{}), show: show} }

// Work returns what the page works on. It must not be changed: change makes a
// gesture.
func (p *Editor) Work() *Work { return &p.journal.here().work }

// Journal returns every gesture that was made. It must not be changed.
func (p *Editor) Journal() *Journal { return p.journal }

// change makes a gesture: edit changes a copy of the work, which then is the
// present one. A gesture that changes nothing leaves no trace. It reports
// whether it left one.
func (p *Editor) change(label string, edit func(w *Work)) bool {
	return p.gesture(label, false, edit)
}

// typing is change for keystrokes: those in a row under the same label make one
// gesture, so that undo steps over edits, not over letters.
func (p *Editor) typing(label string, edit func(w *Work)) bool {
	return p.gesture(label, true, edit)
}

func (p *Editor) gesture(label string, typed bool, edit func(w *Work)) bool {
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
func (p *Editor) amend(edit func(w *Work)) {
	w := *p.Work()
	edit(&w)
	p.journal.amend(w)
	p.show()
}

// CanUndo reports whether there is an earlier moment.
func (p *Editor) CanUndo() bool { return p.journal.Position() > 0 }

// CanRedo reports whether a gesture was undone.
func (p *Editor) CanRedo() bool { return p.journal.Position() < p.journal.Len() }

// Undo takes the last gesture back.
func (p *Editor) Undo() { p.Seek(p.journal.Position() - 1) }

// Redo does again the gesture that was taken back.
func (p *Editor) Redo() { p.Seek(p.journal.Position() + 1) }

// Seek goes to the moment after n gestures of the current branch; a place
// outside it changes nothing.
func (p *Editor) Seek(n int) {
	if n < 0 || n > p.journal.Len() {
		return
	}
	p.journal.tree.Seek(n)
	p.show()
}

// Fork makes a branch of the gestures that are done and goes on in it: what
// was undone stays in the branch that it is in. An empty name stands for one
// that the journal finds. It reports whether it did.
func (p *Editor) Fork(name string) bool {
	if name == "" {
		name = p.journal.tree.FreeName()
	}
	defer p.changed()
	return p.journal.fork(name)
}

// Switch goes to another branch, to the place where it was left. It reports
// whether there is one of that name.
func (p *Editor) Switch(name string) bool {
	if !p.journal.tree.Switch(name) {
		return false
	}
	p.show()
	return true
}

// show makes everything that is worked out from the work follow it.
func (p *Playground) show() {
	before, w := p.Edit.follows()
	defer p.Edit.changed()
	if w.Set != before.Set {
		p.Table.leave()
		p.Keys.leave()
		p.Request.leave()
		p.Incoming.showSet(&w)
	}
	if p.Rows.data == nil {
		return
	}
	p.Rows.restoreColumns(w.Columns)
	p.Keys.showTemplates(&w)
	p.Table.showTable(&w, p.Rival.second.built)
	p.Request.showRequest() // which has its first question now, if the import is of a table that is there
}

// showTemplates puts both templates into their editors.
func (p *Templates) showTemplates(w *Work) {
	for part, text := range w.Typed {
		p.editing[part] = editor{text: text, err: p.rows.fault(text)}
	}
}

// StartOver takes the data and everything made of them away. It is a gesture,
// so it can be undone.
func (p *Editor) StartOver() {
	if p.Work().Set != (Set{}) {
		p.change("Start over", func(w *Work) { *w = Work{} })
	}
}
