package design

import (
	"errors"

	"github.com/keyrange/keyrange/engine/dataset"
)

// loadedSet is a data set that has been read.
type loadedSet struct {
	set     Set
	data    *dataset.Dataset
	source  Source
	queries []Query // of a sample
	bytes   []byte  // of the user's own data
	stored  bool    // the page has them in its storage
}

// lost reports whether the set cannot be had again from outside the program.
func (s *loadedSet) lost() bool { return s.bytes != nil && !s.stored }

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
	for _, other := range p.loaded {
		if other.set == s.set {
			continue
		}
		if rows += other.data.Len(); other.lost() || len(kept) < maxLoaded && rows <= maxLoadedRows {
			kept = append(kept, other)
		}
	}
	p.loaded = kept
}

// loadedAs returns a set that has been read, nil if it is not.
func (p *Incoming) loadedAs(set Set) *loadedSet {
	for _, s := range p.loaded {
		if s.set == set {
			return s
		}
	}
	return nil
}

// showSet makes the data set of a work the present one, or one that is wanted.
func (p *Incoming) showSet(w *Work) {
	*p.rows = *NewRows(p.edit)
	p.wanted, p.asked = Set{}, false
	if p.reading != nil && p.reading.again {
		p.reading = nil
	}
	s := p.loadedAs(w.Set)
	if s == nil {
		p.wanted = w.Set
		if c := p.carried[w.Set.Hash]; c != nil {
			p.asked = true
			p.Provide(w.Set, c.bytes, c.stored)
		}
		return
	}
	p.load(s)
	p.rows.data, p.rows.source, p.rows.queries = s.data, s.source, s.queries
}

// Wanted returns, once, the data set of the work whose bytes the page must
// Provide because they are not here. ok is false when there is none.
func (p *Incoming) Wanted() (set Set, ok bool) {
	if p.wanted == (Set{}) || p.asked {
		return Set{}, false
	}
	p.asked = true
	return p.wanted, true
}

// Provide hands over the bytes of a data set that was wanted, and begins to
// read them if they still are. stored says that the page's storage has them.
func (p *Incoming) Provide(set Set, data []byte, stored bool) {
	if p.wanted != set {
		return
	}
	r := &reading{again: true, stored: stored, set: set, options: set.Read}
	if s, ok := SampleByID(set.Sample); ok {
		r.source, r.asks, r.options.Format = sourceOf(s), s.Queries, s.Format
	} else {
		r.source, r.bytes, r.kept, r.sum = ownSource(set.Name, data), data, data, uint64(len(data))
		r.set.Hash = ""
		if r.options == (dataset.Options{}) {
			r.options.Format = dataset.Sniff(r.source.Name, data)
		}
		r.options.Forms = true // the work says which are used
	}
	p.begin(r, data)
}

// Missing tells that a data set that was wanted cannot be had. The work stays:
// other moments may have other data.
func (p *Incoming) Missing(set Set, why string) {
	if p.wanted == set {
		p.refused(errors.New(why))
	}
}

// refused gives up what is being read.
func (p *Incoming) refused(err error) {
	p.refusal, p.refusedRows, p.failed, p.reading, p.wanted = err, nil, nil, nil, Set{}
	p.edit.changed()
}

// provided shows the work again over the data set that was wanted.
func (p *Incoming) provided(r *reading) {
	if r.set != p.wanted {
		p.refused(ErrOtherRows)
		return
	}
	p.load(&loadedSet{set: r.set, data: r.reader.Dataset(), source: r.source, queries: r.asks, bytes: r.kept, stored: r.stored})
	if r.kept != nil && !r.stored {
		p.edit.journal.tree.Touch() // so that the rows are saved
	}
	p.edit.again()
}

// ErrOtherRows is the refusal of rows that are not those of the work.
var ErrOtherRows = errors.New("These are other rows than those that this work was made over.")
