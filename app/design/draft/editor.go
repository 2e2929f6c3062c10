package draft

// Editor makes the gestures: it holds the work and every gesture that led to it.
type Editor struct {
	rev     int
	journal *Journal
	Shown   Work   // what is shown, or being worked out
	show    func() // makes everything that is worked out from the work follow it
}

// Open takes another journal as the present one.
func (p *Editor) Open(j *Journal) { p.journal = j }

// Follow makes pages see that everything may have changed.
func (p *Editor) Follow(other *Editor) { p.rev = max(p.rev, other.rev) + 1 }

// Again shows the work as if nothing of it were shown yet.
func (p *Editor) Again() {
	p.Shown = Work{}
	p.show()
}

// Follows takes the present work as the one that is shown, and returns it with
// the one that was shown before.
func (p *Editor) Follows() (before, now Work) {
	before, p.Shown = p.Shown, *p.Work()
	return before, p.Shown
}

// NewEditor returns an editor of no work. show follows each change of the work.
func NewEditor(show func()) *Editor { return &Editor{journal: NewJournal("Start", Work{}), show: show} }

// Work returns what the page works on. It must not be changed: change makes a
// gesture.
func (p *Editor) Work() *Work { return &p.journal.here().Work }

// Journal returns every gesture that was made. It must not be changed.
func (p *Editor) Journal() *Journal { return p.journal }

// Change makes a gesture: edit changes a copy of the work, which then is the
// present one. A gesture that changes nothing leaves no trace. It reports
// whether it left one.
func (p *Editor) Change(label string, edit func(w *Work)) bool {
	return p.gesture(label, false, edit)
}

// Typing is change for keystrokes: those in a row under the same label make one
// gesture, so that undo steps over edits, not over letters.
func (p *Editor) Typing(label string, edit func(w *Work)) bool {
	return p.gesture(label, true, edit)
}

func (p *Editor) gesture(label string, typed bool, edit func(w *Work)) bool {
	w, before := *p.Work(), *p.Work()
	w.Fresh = false
	edit(&w)
	if before.Fresh = w.Fresh; w.equal(&before) || !w.Sound() {
		return false
	}
	if !w.SameTable(p.Work()) {
		w.Answer.Pages = min(w.Answer.Pages, 1)
	}
	if typed && p.journal.amends(label) {
		p.journal.Amend(w)
	} else {
		p.journal.Add(Gesture{Label: label, Work: w, typed: typed})
	}
	p.show()
	return true
}

// Amend completes the present moment with what could only be found out later.
// It is no gesture of its own.
func (p *Editor) Amend(edit func(w *Work)) {
	w := *p.Work()
	edit(&w)
	p.journal.Amend(w)
	p.show()
}

// CanUndo reports whether there is an earlier moment.
func (p *Editor) CanUndo() bool { return p.journal.Position() > 0 }

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
	p.journal.Tree.Seek(n)
	p.show()
}

// Fork makes a branch of the gestures that are done and goes on in it: what
// was undone stays in the branch that it is in. An empty name stands for one
// that the journal finds. It reports whether it did.
func (p *Editor) Fork(name string) bool {
	if name == "" {
		name = p.journal.Tree.FreeName()
	}
	defer p.Changed()
	return p.journal.fork(name)
}

// Switch goes to another branch, to the place where it was left. It reports
// whether there is one of that name.
func (p *Editor) Switch(name string) bool {
	if !p.journal.Tree.Switch(name) {
		return false
	}
	p.show()
	return true
}

// StartOver takes the data and everything made of them away. It is a gesture,
// so it can be undone.
func (p *Editor) StartOver() {
	if p.Work().Set != (Set{}) {
		p.Change("Start over", func(w *Work) { *w = Work{} })
	}
}

// History returns the moments of the current branch and the place of the
// present one.
func (p *Editor) History() (versions []Version, now int) {
	j := p.journal
	versions = make([]Version, j.Len()+1)
	for i := range versions {
		versions[i] = Version{Label: j.Label(i), Design: j.Work(i).Design}
	}
	return versions, j.Position()
}

// Design returns the present design, the last without an error.
func (p *Editor) Design() Design { return p.Work().Design }

// Rev returns a number that grows with every visible change.
func (p *Editor) Rev() int { return p.rev }

// Changed tells pages that something they show has changed.
func (p *Editor) Changed() { p.rev++ }

// Own reports whether the user has made anything here.
func (p *Editor) Own() bool { return p.journal.Len() > 0 || len(p.journal.Branches()) > 1 }

// Touch makes Unsaved return something: what is saved beside the work has
// changed.
func (p *Editor) Touch() { p.journal.Tree.Touch() }

// Title names the data, as a list of saved work does.
func (p *Editor) Title() string {
	set := p.Work().Set
	s, sample := SampleByID(set.Sample)
	switch {
	case sample:
		return s.Title
	case set.Name != "":
		return set.Name
	case set.Hash != "":
		return "Pasted data"
	}
	return NoTitle
}

// NoTitle is the title of work without data.
const NoTitle = "No data loaded"

// Command makes a gesture of a command that was done, and returns its id.
func (p *Editor) Command(text string) int {
	w := *p.Work()
	w.Fresh = false
	id := p.journal.Add(Gesture{Label: text, Work: w, Command: text})
	p.show()
	return id
}
