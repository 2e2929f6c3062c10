package design

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/keyrange/keyrange/engine/journal"
)

// SavedVersion is the form in which work is saved. Work of a lower version is
// brought to this one when it is read; work of a higher one is left alone.
const SavedVersion = 1

// Head is what is saved of a journal besides its moments.
type Head struct {
	Version  int
	Sequence int    // grows with every saving
	Title    string // of the data, for a list of what was saved
	Saved    int64  // when, in milliseconds of the page's clock
	journal.Head
	Folded []savedStep `json:",omitempty"`
	Sets   []string    `json:",omitempty"` // hashes of the user's own data sets that moments use
}

type savedStep struct {
	Moment int
	Text   string
}

// savedMoment is a moment as it is saved. Short names, since there are many.
type savedMoment struct {
	N int    // its number
	P int    // its parent's, -1 for the root
	L string // label
	C string `json:",omitempty"` // command
	T bool   `json:",omitempty"` // typed
	W Work
}

// Saving is what must be written so that what is saved is the present work.
type Saving struct {
	Head    string
	Moments map[int]string // by number
	Gone    []int          // numbers of moments that were dropped
	Sets    []SavedSet     // that were not written before
}

// SavedSet is the user's own data set, to be written under its hash.
type SavedSet struct {
	Set   Set
	Bytes []byte
}

// Unsaved returns what a page must write to its storage; ok is false when that
// is nothing. What is returned counts as written from then on, unless NotSaved
// is called. now is the page's clock in milliseconds.
func (p *Playground) Unsaved(now int64) (s Saving, ok bool) {
	ids, ok := p.Edit.journal.tree.Settle()
	if !ok {
		return Saving{}, false
	}
	s.Moments = map[int]string{}
	for _, id := range ids {
		if p.Edit.journal.tree.Get(id) != nil {
			s.Moments[id] = p.Edit.journal.encode(id)
		} else {
			s.Gone = append(s.Gone, id)
		}
	}
	for _, l := range p.Incoming.loaded {
		if l.bytes != nil && !l.stored {
			l.stored = true
			s.Sets = append(s.Sets, SavedSet{l.set, l.bytes})
		}
	}
	for hash, c := range p.Incoming.carried {
		if !c.stored {
			c.stored = true
			s.Sets = append(s.Sets, SavedSet{Set{Hash: hash}, c.bytes})
		}
	}
	p.sequence++
	s.Head = p.head(now)
	return s, true
}

// NotSaved takes back that something was written.
func (p *Playground) NotSaved(s Saving) {
	p.Edit.journal.tree.Touch(slices.Collect(maps.Keys(s.Moments))...)
	p.Edit.journal.tree.Touch(s.Gone...)
	for _, set := range s.Sets {
		if l := p.Incoming.loadedAs(set.Set); l != nil {
			l.stored = false
		}
		if c := p.Incoming.carried[set.Set.Hash]; c != nil {
			c.stored = false
		}
	}
}

// Touch makes Unsaved return something: what is saved beside the work has
// changed.
func (p *Editor) Touch() { p.journal.tree.Touch() }

// Forgotten makes everything count as not saved, as when the storage is another
// one now.
func (p *Playground) Forgotten() {
	p.Edit.journal.tree.TouchAll()
	for _, l := range p.Incoming.loaded {
		l.stored = false
	}
	for _, c := range p.Incoming.carried {
		c.stored = false
	}
}

func (p *Playground) head(now int64) string {
	return p.Edit.journal.head(Head{Version: SavedVersion, Sequence: p.sequence, Title: p.Edit.Title(), Saved: now})
}

// head completes what is saved besides the moments.
func (j *Journal) head(h Head) string {
	h.Head = j.tree.Head()
	for _, f := range j.folded {
		h.Folded = append(h.Folded, savedStep{f.gesture, f.text})
	}
	sets := map[string]bool{}
	for _, g := range j.tree.All() {
		if hash := g.work.Set.Hash; hash != "" {
			sets[hash] = true
		}
	}
	h.Sets = slices.Sorted(maps.Keys(sets))
	return AsJSON(h)
}

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
	return "No data loaded"
}

// encode writes a gesture as it is saved.
func (j *Journal) encode(id int) string {
	g := j.tree.Get(id)
	parent, _ := j.tree.Parent(id)
	return AsJSON(savedMoment{N: id, P: parent, L: g.label, C: g.command, T: g.typed, W: g.work})
}

// AsJSON writes a value as JSON. It must consist of fields that can be encoded.
func AsJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // only fields that can be encoded are saved
	}
	return string(text)
}
