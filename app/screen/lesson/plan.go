package lesson

import (
	"slices"

	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/lessons"
)

// shown is what stands on the stage: the World of the step there, and what the last
// command did to it, nil before it. A page is shown with those before it.
type shown struct {
	world *script.World
	last  *script.Result
	pages []script.Result // the last of them is last; none if that read no page
}

// shown is what stands on the stage now.
func (p *State) shown() shown { return shown{p.session().World(), p.result, p.pages} }

// maxPages is how many pages of a reading are shown together, the last ones.
const maxPages = 40

// follow takes what the next command did.
func (p *State) follow(r script.Result) {
	switch {
	case r.Plan == nil:
		p.pages = nil
	case r.Command.Verb != command.Next:
		p.pages = []script.Result{r}
	case len(p.pages) == 0 || p.pages[0].Command.Client != r.Command.Client:
		p.pages = pagesUntil(p.session().World(), r)
	default:
		p.pages = append(slices.Clip(p.pages), r)
		p.pages = p.pages[max(0, len(p.pages)-maxPages):]
	}
	p.result = &r
}

// pagesUntil returns the pages of a reading up to the one that the last command of
// a World has asked for.
func pagesUntil(w *script.World, last script.Result) []script.Result {
	if last.Plan == nil {
		return nil
	}
	pages := []script.Result{last}
	for at := w.Position() - 2; at >= 0 && pages[0].Command.Verb == command.Next && len(pages) < maxPages; at-- {
		c := w.Command(at)
		if c.Client != last.Command.Client || c.Verb != command.Next && c.Verb != command.Query {
			continue
		}
		if r := w.Result(at); r.Plan != nil {
			pages = append([]script.Result{r}, pages...)
		}
	}
	return pages
}

// plan lays what the last command read over the key space of its table, with the
// pages before it: from the first one's token, if it had one, to that of the last,
// and a mark where each of them ended. ok is false when there was none, or its table
// is gone.
func (s shown) plan() (v model.PlanView, ok bool) {
	r := s.last
	if r == nil || len(s.pages) == 0 || len(r.Exchanges) == 0 {
		return v, false
	}
	t, err := s.world.Table(r.Exchanges[0].Call.Table)
	if err != nil {
		return v, false
	}
	b := &model.Build{Snapshot: t.Snapshot()}
	v = model.PlanView{Kind: r.Plan.Kind, Explain: r.Plan.Explain(), Total: b.Snapshot.Len()}
	all := b.Partitions()
	v.ReadFrom = b.Rank(readsFrom(&s.pages[0]))
	if v.ReadTo = min(b.Rank(readsFrom(r))+r.Cost.Examined, v.Total); r.Next != nil {
		v.ReadTo = b.Rank(r.Next.Key())
	}
	v.Whole, v.Read = model.Gather(all, 0, v.Total), model.Gather(all, v.ReadFrom, v.ReadTo)
	for i := range s.pages {
		if next := s.pages[i].Next; next != nil {
			v.Marks = append(v.Marks,
				model.Mark{Page: i + s.pages[i].Cost.Pages, At: b.Rank(next.Key()), Next: next.String(), Live: i == len(s.pages)-1})
		}
	}
	return v, true
}

// readsFrom returns where a reading began: at its token, or at the low end of
// its plan.
func readsFrom(r *script.Result) table.Key {
	low, _, _ := r.Plan.Range()
	if t := r.Exchanges[0].Call.Query.Token; t != nil && t.Key().Compare(low) > 0 {
		low = t.Key()
	}
	return low
}

// traffic returns what the last command on the stage sent, as HTTP.
func (s shown) traffic() []script.Message {
	if s.last == nil || s.world.Position() == 0 {
		return nil
	}
	return s.world.Traffic(s.world.Position() - 1)
}

// keys returns the keys of a table in order, at most 40.
func (s shown) keys(name string) []table.Key {
	var list []table.Key
	for _, r := range s.table(name).Rows {
		list = append(list, r.Key)
	}
	return list
}

// run returns the last run of the simulator in the step, nil before the first.
func (s shown) run() *simulated.Outcome { return s.world.Simulated() }

// rulerKey is a key as a text, cut where it differs from the key before it.
type rulerKey struct{ Same, Differs, Rest string }

// ruler returns the keys of a table as texts: RowKeys within a partition, and
// both keys where there are several.
func (s shown) ruler(name string) []rulerKey {
	var list []rulerKey
	last := ""
	for _, k := range s.keys(name) {
		text := k.PartitionKey + " / " + k.RowKey
		n := 0
		for n < len(text) && n < len(last) && text[n] == last[n] {
			n++
		}
		for n > 0 && n < len(text) && text[n]&0xC0 == 0x80 {
			n--
		}
		end := n
		for end < len(text) {
			if end++; end == len(text) || text[end]&0xC0 != 0x80 {
				break
			}
		}
		list = append(list, rulerKey{text[:n], text[n:end], text[end:]})
		last = text
	}
	return list
}

// tree returns the index of a table on the stage. Its keys are inserted in the
// order in which the entities were last written.
func (s shown) tree(name string) (t step.TreeRead, ok bool) {
	t, tree, ok := s.treeOf(name)
	if ok {
		t.Read(&tree, s.last)
	}
	return t, ok
}

// treeOf is the index before anything of it is read. ok is false for an empty table.
func (s shown) treeOf(name string) (t step.TreeRead, tree lessons.KeyTree, ok bool) {
	live, err := s.world.Table(name)
	if err != nil || live.Len() == 0 {
		return t, tree, false
	}
	t, tree = step.TreeOf(live)
	return t, tree, true
}
