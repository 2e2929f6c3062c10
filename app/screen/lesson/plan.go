package lesson

import (
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/lessons"
)

// shown is what stands on the stage: the World of the step there, and what the last
// command did to it, nil before it.
type shown struct {
	world *script.World
	last  *script.Result
}

// shown is what stands on the stage now.
func (p *State) shown() shown { return shown{p.session().World(), p.result} }

// plan lays what the last command read over the key space of its table: from its
// token, if it had one, to that of its last page. ok is
// false when there was none, or its table is gone.
func (s shown) plan() (v model.PlanView, ok bool) {
	r := s.last
	if r == nil || r.Plan == nil || len(r.Exchanges) == 0 {
		return v, false
	}
	t, err := s.world.Table(r.Exchanges[0].Call.Table)
	if err != nil {
		return v, false
	}
	b := &model.Build{Snapshot: t.Snapshot()}
	v = model.PlanView{Kind: r.Plan.Kind, Explain: r.Plan.Explain(), Total: b.Snapshot.Len()}
	all := b.Partitions()
	v.ReadFrom = b.Rank(readsFrom(r))
	if v.ReadTo = min(v.ReadFrom+r.Cost.Examined, v.Total); r.Next != nil {
		v.ReadTo = b.Rank(r.Next.Key())
	}
	v.Whole, v.Read = model.Gather(all, 0, v.Total), model.Gather(all, v.ReadFrom, v.ReadTo)
	if r.Next != nil {
		v.Marks = []model.Mark{{Page: r.Cost.Pages, At: b.Rank(r.Next.Key()), Next: r.Next.String(), Live: true}}
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
