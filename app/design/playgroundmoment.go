package design

import (
	"bytes"
	"errors"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/link"
	words "github.com/keyrange/keyrange/engine/text"
)

// maxPressed bounds what is pressed to see whether it fits in a link, so that
// asking takes no longer than a frame or two. What is larger never fits.
const maxPressed = 24 << 10

// errRows is why the rows that came with a moment are not taken.
var errRows = errors.New("The rows in it are damaged. They are not the ones that it was made with.")

// Moment returns where the journal stands as a text for an address. It is a
// file of work, packed as a log is: the whole branch while that fits in a link,
// otherwise what the present moment needs. Without rows a data set of the
// user's own is only named, and a sample always is. The text is empty when even
// that is too large for room characters. rest is called between two pieces of the
// work.
func (p *Playground) Moment(rows bool, room int, rest func()) string {
	j := p.Edit.Journal()
	places := [][2]int{{0, j.Len()}, {j.Segment(j.Position()), j.Position()}, {j.Position(), j.Position()}}
	for _, at := range places {
		file := bytes.Join(p.part(at[0], at[1], rows), nil)
		if len(file) > maxPressed {
			continue
		}
		if text, err := link.Pack(file, rest); err == nil && len(text) <= room {
			return text
		}
	}
	return ""
}

// MomentFile returns the current branch as the parts of a file of work. need
// lists the data sets that are to be carried and that are not here.
func (p *Playground) MomentFile(rows bool) (parts [][]byte, need []string) {
	parts = p.part(0, p.Edit.Journal().Len(), rows)
	if set := p.Edit.Work().Set; rows && set.Hash != "" && p.Incoming.BytesOf(set) == nil {
		need = append(need, set.Hash)
	}
	return parts, need
}

// part returns the gestures from one place of the current branch to another as
// a file of work. With rows it holds the data set of the present moment, where
// that is the user's own.
func (p *Playground) part(from, to int, rows bool) [][]byte {
	cut := p.Edit.Journal().Cut(from, to)
	parts := cut.File(cut.Head(draft.Head{Version: draft.SavedVersion, Title: p.Edit.Title()}))
	if set := p.Edit.Work().Set; rows && set.Hash != "" {
		if data := p.Incoming.BytesOf(set); data != nil {
			parts = append(parts, draft.FileSet(set.Hash, data)...)
		}
	}
	return parts
}

// OpenMoment makes what Moment returned, or a file of work, the work of the
// playground. A page asks it of a new one, so that the user's own work stays as
// it is. No bytes make it panic, and on an error nothing has changed. rest is called
// between two pieces of the work.
func (p *Playground) OpenMoment(data []byte, rest func()) error {
	from := draft.FromFile
	if !draft.IsWork(data) {
		plain, err := link.Unpack(string(data), rest)
		if err != nil {
			return err
		}
		data, from = plain, draft.FromLink
	}
	r, sets, err := draft.ReadFile(data, from)
	if err != nil {
		return err
	}
	for hash, rows := range sets {
		if model.HashOf(rows) != hash {
			return errRows
		}
	}
	for r.Step() {
		rest()
	}
	before := p.Incoming.CarryOnly(sets)
	if err = p.Finish(r); err != nil {
		p.Incoming.Carried = before
	}
	return err
}

// OwnRows says what a moment would carry with it: the name of the user's own
// data and how many bytes they have. ok is false when there are none to carry.
func (p *Playground) OwnRows() (name string, size int, ok bool) {
	set := p.Edit.Work().Set
	if data := p.Incoming.BytesOf(set); data != nil {
		return p.Edit.Title(), len(data), true
	}
	return "", 0, false
}

// About says in a sentence what a moment holds.
func (p *Playground) About() string {
	w := p.Edit.Work()
	if w.Set == (draft.Set{}) {
		return "No data."
	}
	text := "Keys over " + p.Edit.Title() + ", " + words.Count(len(w.Columns), "column",
		"columns") + ", " + words.Count(p.Edit.Journal().Len(), "gesture", "gestures") + ". "
	switch {
	case w.Set.Sample != "":
		return text + "The sample comes with this site."
	case p.Incoming.Carried[w.Set.Hash] != nil:
		return text + "It carries the rows, " + words.Number(len(p.Incoming.Carried[w.Set.Hash].Bytes)) + " bytes."
	}
	return text + "It does not carry the rows."
}

// TakeOver makes the work of another playground gestures of this one, in a
// branch of its own when branch is set. Undo takes them back.
func (p *Playground) TakeOver(from *Playground, branch bool) {
	if branch {
		p.Edit.Fork("")
	}
	if data := from.Incoming.BytesOf(from.Edit.Work().Set); data != nil {
		p.Incoming.Carry(from.Edit.Work().Set.Hash, data)
	}
	w := *from.Edit.Work()
	w.Fresh = false
	if w.SameTable(p.Edit.Work()) {
		p.Edit.StartOver() // so that its commands begin over the table as it was built
	}
	p.Edit.Journal().Add(draft.Gesture{Label: "Take over " + from.Edit.Title(), Work: w})
	for _, s := range from.Edit.Journal().StepsTo(from.Edit.Journal().Tree.ID(from.Edit.Journal().Position())) {
		p.Edit.Journal().Add(draft.Gesture{Label: s.Text, Work: w, Command: s.Text})
	}
	p.show()
}

// Lacks returns the data set that the work names and that could not be had. ok
// is false when there is none, or while one is being brought.
func (p *Playground) Lacks() (set draft.Set, ok bool) {
	set = p.Edit.Work().Set
	return set, set != (draft.Set{}) && p.Rows.Data() == nil && p.Incoming.Reading == nil && !p.Incoming.Wants()
}

// Bring hands over the file of the data set that the work names and that could
// not be had. Another file is refused with ErrOtherRows.
func (p *Playground) Bring(data []byte) {
	p.Incoming.Bring(p.Edit.Work().Set, data)
}

// Follow makes this playground stand for another one from now on: pages see
// that everything may have changed.
func (p *Playground) Follow(other *Playground) {
	p.Edit.Follow(other.Edit)
	p.Incoming.Asked = p.Incoming.Busy() // the page has given up what it was bringing
}
