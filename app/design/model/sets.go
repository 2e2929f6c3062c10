package model

import (
	"errors"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/dataset"
)

// BytesOf returns the user's own bytes of a set, nil if they are not here.
func (p *Incoming) BytesOf(set draft.Set) []byte {
	if l := p.LoadedAs(set); l != nil && l.Bytes != nil {
		return l.Bytes
	}
	if c := p.Carried[set.Hash]; c != nil {
		return c.Bytes
	}
	return nil
}

// HashOf names the user's own bytes.
func HashOf(data []byte) string {
	r := &Reading{bytes: data, sum: uint64(len(data))}
	for r.hash() {
	}
	return r.Set.Hash
}

// carriedSet is the user's own bytes that came with a moment.
type carriedSet struct {
	Bytes  []byte
	Stored bool // the page has them in its storage
}

// Carry takes the bytes of a data set that came with a moment.
func (p *Incoming) Carry(hash string, data []byte) {
	if p.Carried == nil {
		p.Carried = map[string]*carriedSet{}
	}
	p.Carried[hash] = &carriedSet{Bytes: data}
}

// loadedSet is a data set that has been read.
type loadedSet struct {
	Set     draft.Set
	data    *dataset.Dataset
	source  Source
	queries []draft.Query // of a sample
	Bytes   []byte        // of the user's own data
	Stored  bool          // the page has them in its storage
}

// lost reports whether the set cannot be had again from outside the program.
func (s *loadedSet) lost() bool { return s.Bytes != nil && !s.Stored }

// The bounds of what is kept read of other data sets than the present one, so
// that going back to them is quick. Beyond them the one used longest ago is
// read again when it is needed.
const (
	maxLoaded     = 4
	maxLoadedRows = 400_000
)

// load makes a set one of those that have been read, as the one used last.
func (p *Incoming) load(s *loadedSet) {
	kept, rows := []*loadedSet{s}, s.data.Len()
	for _, other := range p.Loaded {
		if other.Set == s.Set {
			continue
		}
		if rows += other.data.Len(); other.lost() || len(kept) < maxLoaded && rows <= maxLoadedRows {
			kept = append(kept, other)
		}
	}
	p.Loaded = kept
}

// LoadedAs returns a set that has been read, nil if it is not.
func (p *Incoming) LoadedAs(set draft.Set) *loadedSet {
	for _, s := range p.Loaded {
		if s.Set == set {
			return s
		}
	}
	return nil
}

// ShowSet makes the data set of a work the present one, or one that is wanted.
func (p *Incoming) ShowSet(w *draft.Work) {
	*p.rows = *NewRows(p.edit)
	p.wanted, p.Asked = draft.Set{}, false
	if p.Reading != nil && p.Reading.again {
		p.Reading = nil
	}
	s := p.LoadedAs(w.Set)
	if s == nil {
		p.wanted = w.Set
		if c := p.Carried[w.Set.Hash]; c != nil {
			p.Asked = true
			p.Provide(w.Set, c.Bytes, c.Stored)
		}
		return
	}
	p.load(s)
	p.rows.data, p.rows.source, p.rows.Suggested = s.data, s.source, s.queries
}

// Wanted returns, once, the data set of the work whose bytes the page must
// Provide because they are not here. ok is false when there is none.
func (p *Incoming) Wanted() (set draft.Set, ok bool) {
	if p.wanted == (draft.Set{}) || p.Asked {
		return draft.Set{}, false
	}
	p.Asked = true
	return p.wanted, true
}

// Provide hands over the bytes of a data set that was wanted, and begins to
// read them if they still are. stored says that the page's storage has them.
func (p *Incoming) Provide(set draft.Set, data []byte, stored bool) {
	if p.wanted != set {
		return
	}
	r := &Reading{again: true, stored: stored, Set: set, Options: set.Read}
	if s, ok := draft.SampleByID(set.Sample); ok {
		r.Source, r.asks, r.Options.Format = sourceOf(s), s.Queries, s.Format
	} else {
		r.Source, r.bytes, r.Kept, r.sum = OwnSource(set.Name, data), data, data, uint64(len(data))
		r.Set.Hash = ""
		if r.Options == (dataset.Options{}) {
			r.Options.Format = dataset.Sniff(r.Source.Name, data)
		}
		r.Options.Forms = true // the work says which are used
	}
	p.Begin(r, data)
}

// Missing tells that a data set that was wanted cannot be had. The work stays:
// other moments may have other data.
func (p *Incoming) Missing(set draft.Set, why string) {
	if p.wanted == set {
		p.refused(errors.New(why))
	}
}

// refused gives up what is being read.
func (p *Incoming) refused(err error) {
	p.refusal, p.refusedRows, p.failed, p.Reading, p.wanted = err, nil, nil, nil, draft.Set{}
	p.edit.Changed()
}

// provided shows the work again over the data set that was wanted.
func (p *Incoming) provided(r *Reading) {
	if r.Set != p.wanted {
		p.refused(ErrOtherRows)
		return
	}
	p.load(&loadedSet{Set: r.Set, data: r.reader.Dataset(), source: r.Source, queries: r.asks, Bytes: r.Kept, Stored: r.stored})
	if r.Kept != nil && !r.stored {
		p.edit.Journal().Tree.Touch() // so that the rows are saved
	}
	p.edit.Again()
}

// ErrOtherRows is the refusal of rows that are not those of the work.
var ErrOtherRows = errors.New("These are other rows than those that this work was made over.")
