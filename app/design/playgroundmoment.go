package design

import (
	"bytes"
	"errors"

	"github.com/keyrange/keyrange/engine/link"
)

// maxPressed bounds what is pressed to see whether it fits in a link, so that
// asking takes no longer than a frame or two. What is larger never fits.
const maxPressed = 24 << 10

// ErrRows is why the rows that came with a moment are not taken.
var ErrRows = errors.New("The rows in it are damaged. They are not the ones that it was made with.")

// Moment returns where the journal stands as a text for an address. It is a
// file of work, packed as a log is: the whole branch while that fits in a link,
// otherwise what the present moment needs. Without rows a data set of the
// user's own is only named, and a sample always is. The text is empty when even
// that is too large for room characters.
func (p *Playground) Moment(rows bool, room int) string {
	j := p.journal
	places := [][2]int{{0, j.Len()}, {j.segment(j.Position()), j.Position()}, {j.Position(), j.Position()}}
	for _, at := range places {
		file := bytes.Join(p.part(at[0], at[1], rows), nil)
		if len(file) > maxPressed {
			continue
		}
		if text, err := link.Pack(file); err == nil && len(text) <= room {
			return text
		}
	}
	return ""
}

// MomentFile returns the current branch as the parts of a file of work. need
// lists the data sets that are to be carried and that are not here.
func (p *Playground) MomentFile(rows bool) (parts [][]byte, need []string) {
	parts = p.part(0, p.journal.Len(), rows)
	if set := p.Work().Set; rows && set.Hash != "" && p.bytesOf(set) == nil {
		need = append(need, set.Hash)
	}
	return parts, need
}

// part returns the gestures from one place of the current branch to another as
// a file of work. With rows it holds the data set of the present moment, where
// that is the user's own.
func (p *Playground) part(from, to int, rows bool) [][]byte {
	cut := p.journal.cut(from, to)
	parts := cut.file(cut.head(Head{Version: SavedVersion, Title: p.Title()}))
	if set := p.Work().Set; rows && set.Hash != "" {
		if data := p.bytesOf(set); data != nil {
			parts = append(parts, FileSet(set.Hash, data)...)
		}
	}
	return parts
}

// bytesOf returns the user's own bytes of a set, nil if they are not here.
func (p *Playground) bytesOf(set Set) []byte {
	if l := p.loadedAs(set); l != nil && l.bytes != nil {
		return l.bytes
	}
	if c := p.carried[set.Hash]; c != nil {
		return c.bytes
	}
	return nil
}

// cut returns the gestures from one place of the current branch to another as a
// journal of its own. The commands before them go along.
func (j *Journal) cut(from, to int) *Journal {
	c := &Journal{tree: j.tree.Cut(from, to), folded: j.stepsTo(j.tree.ID(from))}
	if c.tree.Entry(0).command != "" {
		c.folded = c.folded[:len(c.folded)-1]
	}
	return c
}

// OpenMoment makes what Moment returned, or a file of work, the work of the
// playground. A page asks it of a new one, so that the user's own work stays as
// it is. No bytes make it panic, and on an error nothing has changed.
func (p *Playground) OpenMoment(data []byte) error {
	if !IsWork(data) {
		plain, err := link.Unpack(string(data))
		if err != nil {
			return err
		}
		data = plain
	}
	r, sets, err := ReadFile(data)
	if err != nil {
		return err
	}
	for hash, rows := range sets {
		if hashOf(rows) != hash {
			return ErrRows
		}
	}
	before := p.carried
	p.carried = nil
	for hash, rows := range sets {
		p.carry(hash, rows)
	}
	if err = p.Finish(r); err != nil {
		p.carried = before
	}
	return err
}

// hashOf names the user's own bytes.
func hashOf(data []byte) string {
	r := &reading{bytes: data, sum: uint64(len(data))}
	for r.hash() {
	}
	return r.set.Hash
}

// Own reports whether the user has made anything here.
func (p *Playground) Own() bool { return p.journal.Len() > 0 || len(p.journal.Branches()) > 1 }

// Rows says what a moment would carry with it: the name of the user's own data
// and how many bytes they have. ok is false when there are none to carry.
func (p *Playground) Rows() (name string, size int, ok bool) {
	set := p.Work().Set
	if data := p.bytesOf(set); data != nil {
		return p.Title(), len(data), true
	}
	return "", 0, false
}

// About says in a sentence what a moment holds.
func (p *Playground) About() string {
	w := p.Work()
	if w.Set == (Set{}) {
		return "No data."
	}
	text := "Keys over " + p.Title() + ", " + CountOf(len(w.Columns), "column") + ", " + CountOf(p.journal.Len(), "gesture") + ". "
	switch {
	case w.Set.Sample != "":
		return text + "The sample comes with this site."
	case p.carried[w.Set.Hash] != nil:
		return text + "It carries the rows, " + Number(len(p.carried[w.Set.Hash].bytes)) + " bytes."
	}
	return text + "It does not carry the rows."
}

// TakeOver makes the work of another playground gestures of this one, in a
// branch of its own when branch is set. Undo takes them back.
func (p *Playground) TakeOver(from *Playground, branch bool) {
	if branch {
		p.Fork("")
	}
	if data := from.bytesOf(from.Work().Set); data != nil {
		p.carry(from.Work().Set.Hash, data)
	}
	w := *from.Work()
	w.Fresh = false
	if w.sameTable(p.Work()) {
		p.StartOver() // so that its commands begin over the table as it was built
	}
	p.journal.add(gesture{label: "Take over " + from.Title(), work: w})
	for _, s := range from.journal.stepsTo(from.journal.tree.ID(from.journal.Position())) {
		p.journal.add(gesture{label: s.text, work: w, command: s.text})
	}
	p.show()
}

// carriedSet is the user's own bytes that came with a moment.
type carriedSet struct {
	bytes  []byte
	stored bool // the page has them in its storage
}

func (p *Playground) carry(hash string, data []byte) {
	if p.carried == nil {
		p.carried = map[string]*carriedSet{}
	}
	p.carried[hash] = &carriedSet{bytes: data}
}

// Lacks returns the data set that the work names and that could not be had. ok
// is false when there is none, or while one is being brought.
func (p *Playground) Lacks() (set Set, ok bool) {
	set = p.Work().Set
	return set, set != (Set{}) && p.data == nil && p.reading == nil && p.wanted == (Set{})
}

// Bring hands over the file of the data set that the work names and that could
// not be had. Another file is refused with ErrOtherRows.
func (p *Playground) Bring(data []byte) {
	p.refusal, p.wanted, p.asked = nil, p.Work().Set, true
	p.Provide(p.wanted, data, false)
}

// Follow makes this playground stand for another one from now on: pages see
// that everything may have changed.
func (p *Playground) Follow(other *Playground) {
	p.rev = max(p.rev, other.rev) + 1
	p.asked = p.reading != nil // the page has given up what it was bringing
}
