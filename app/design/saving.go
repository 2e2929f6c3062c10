package design

import (
	"maps"
	"slices"

	"github.com/keyrange/keyrange/app/design/draft"
)

// Finish makes what was read the work of the playground. On an error nothing
// has changed.
func (p *Playground) Finish(r *draft.Restoring) error {
	for r.Step() {
	}
	j, ok := r.Done()
	if !ok {
		r.Fail(nil)
	}
	if r.Err != nil {
		return r.Err
	}
	p.Edit.Open(j)
	p.sequence = max(p.sequence, r.Head.Sequence)
	p.bench = newBench(p)
	for _, g := range j.Tree.All() {
		if g.Command != "" {
			p.bench.remember(g.Command)
		}
	}
	p.Incoming.Drop()
	p.show()
	return nil
}

// Unsaved returns what a page must write to its storage; ok is false when that
// is nothing. What is returned counts as written from then on, unless NotSaved
// is called. now is the page's clock in milliseconds.
func (p *Playground) Unsaved(now int64) (s draft.Saving, ok bool) {
	ids, ok := p.Edit.Journal().Tree.Settle()
	if !ok {
		return draft.Saving{}, false
	}
	s.Moments = map[int]string{}
	for _, id := range ids {
		if p.Edit.Journal().Tree.Get(id) != nil {
			s.Moments[id] = p.Edit.Journal().Encode(id)
		} else {
			s.Gone = append(s.Gone, id)
		}
	}
	for _, l := range p.Incoming.Loaded {
		if l.Bytes != nil && !l.Stored {
			l.Stored = true
			s.Sets = append(s.Sets, draft.SavedSet{Set: l.Set, Bytes: l.Bytes})
		}
	}
	for hash, c := range p.Incoming.Carried {
		if !c.Stored {
			c.Stored = true
			s.Sets = append(s.Sets, draft.SavedSet{Set: draft.Set{Hash: hash}, Bytes: c.Bytes})
		}
	}
	p.sequence++
	s.Head = p.head(now)
	return s, true
}

// NotSaved takes back that something was written.
func (p *Playground) NotSaved(s draft.Saving) {
	p.Edit.Journal().Tree.Touch(slices.Collect(maps.Keys(s.Moments))...)
	p.Edit.Journal().Tree.Touch(s.Gone...)
	for _, set := range s.Sets {
		if l := p.Incoming.LoadedAs(set.Set); l != nil {
			l.Stored = false
		}
		if c := p.Incoming.Carried[set.Set.Hash]; c != nil {
			c.Stored = false
		}
	}
}

// Forgotten makes everything count as not saved, as when the storage is another
// one now.
func (p *Playground) Forgotten() {
	p.Edit.Journal().Tree.TouchAll()
	for _, l := range p.Incoming.Loaded {
		l.Stored = false
	}
	for _, c := range p.Incoming.Carried {
		c.Stored = false
	}
}

func (p *Playground) head(now int64) string {
	return p.Edit.Journal().Head(draft.Head{Version: draft.SavedVersion, Sequence: p.sequence, Title: p.Edit.Title(), Saved: now})
}

// Export returns the whole work as the parts of a file. need lists the data
// sets that it uses and that are not here: a page brings their bytes from its
// storage and adds FileSet for each.
func (p *Playground) Export(now int64) (parts [][]byte, need []string) {
	head := p.head(now)
	parts = p.Edit.Journal().File(head)
	h, _ := draft.ReadHead(head)
	need = h.Sets
	for _, l := range p.Incoming.Loaded {
		if l.Bytes != nil {
			parts = append(parts, draft.FileSet(l.Set.Hash, l.Bytes)...)
			need = slices.DeleteFunc(need, func(hash string) bool { return hash == l.Set.Hash })
		}
	}
	return parts, need
}
