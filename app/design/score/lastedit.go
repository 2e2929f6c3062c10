package score

import (
	"slices"
	"strconv"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	words "github.com/keyrange/keyrange/engine/text"
)

// LastEdit is what the last change of a key did to a question.
type LastEdit struct {
	Before, After int    // entities examined
	Says          string // the difference in a few words
	Better        int    // 1 when the change helped, -1 when it harmed, 0 for neither
}

// maxPast bounds the earlier designs whose answers are remembered.
const maxPast = 24

// past is how earlier designs answered the questions.
//
// What always holds: no two have the same name, the one noted last comes last; their
// scores are complete, and no table is held by them.
type past []pastDesign

// pastDesign is a table cut into ranges, with the answers that it gave.
type pastDesign struct {
	name   string
	scores map[draft.Query]*Score
}

// pastName is a table cut into ranges.
func pastName(table string, ranges int) string { return strconv.Itoa(ranges) + " " + table }

// note keeps what is known of the design that a side is about to leave.
func (p *past) note(s *side) {
	if s.Cut == nil || s.Cut.Of == nil {
		return
	}
	kept := map[draft.Query]*Score{}
	for q, x := range s.scores {
		if x.cut != s.Cut || x.Fault != nil || x.lost == nil {
			continue
		}
		lost := model.Losses{Of: x.lost.Of, Rows: slices.Clone(x.lost.Rows)}
		kept[q] = &Score{Query: q, Own: x.Own, Cost: x.Cost, Rows: x.Rows, lost: &lost, Done: true}
	}
	if len(kept) > 0 {
		p.keep(pastName(s.Cut.Of.Name, s.Cut.ranges), kept)
	}
}

func (p *past) keep(name string, scores map[draft.Query]*Score) {
	all := append(slices.DeleteFunc(*p, func(d pastDesign) bool { return d.name == name }), pastDesign{name, scores})
	*p = all[max(0, len(all)-maxPast):]
}

// under are the answers of a design, nil where they are not known.
func (p past) under(name string) map[draft.Query]*Score {
	for _, d := range p {
		if d.name == name {
			return d.scores
		}
	}
	return nil
}

// LastEdits returns what the last change of a key did to each of some scores of the
// present design, nil where that is not known: nothing was changed yet, the design
// before was not run in this visit, or the question means something else now.
func (p *Scoring) LastEdits(scores []Score) []*LastEdit {
	edits := make([]*LastEdit, len(scores))
	before := p.before()
	for i := range scores {
		after := &scores[i]
		if b := before[after.Asked()]; b != nil && after.Done && !after.Stale && after.Fault == nil && !b.Own && !after.Own {
			edits[i] = lastEdit(b, after)
		}
	}
	return edits
}

// before are the answers under the design that the last change of a key took the
// place of.
func (p *Scoring) before() map[draft.Query]*Score {
	j := p.rival.edit.Journal()
	now := j.Work(j.Position())
	for n := j.Position() - 1; n >= 0; n-- {
		w := j.Work(n)
		if w.Set != now.Set || !slices.Equal(w.Columns, now.Columns) {
			return nil
		}
		if w.Design.PartitionKey != now.Design.PartitionKey || w.Design.RowKey != now.Design.RowKey {
			return p.past.under(pastName(w.Table(), p.questions.Ranges()))
		}
	}
	return nil
}

// lastEdit compares two answers to a question. Rows that are lost outweigh whatever
// was gained.
func lastEdit(before, after *Score) *LastEdit {
	e := &LastEdit{Before: before.Cost.Examined, After: after.Cost.Examined}
	c := contrastOf(before, after)
	lost, found := c.lostB.Sum(), c.lostA.Sum()
	switch less := e.Before - e.After; {
	case lost > 0:
		e.Says, e.Better = words.Count(lost, "row", "rows")+" lost", -1
	case found > 0:
		e.Says, e.Better = words.Count(found, "row", "rows")+" no longer lost", 1
	case less > 0:
		e.Says, e.Better = words.Number(less)+" fewer", 1
	case less < 0:
		e.Says, e.Better = words.Number(-less)+" more", -1
	default:
		e.Says = "the same"
	}
	if e.Better > 0 && len(after.lost.Rows) > len(before.lost.Rows) {
		e.Better = 0 // it reads less because there is less
	}
	return e
}
