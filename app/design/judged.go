package design

import (
	"bytes"
	"strconv"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/score"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/assign"
)

// maxCarried is how many bytes of the user's own rows go with a task.
const maxCarried = 16 << 10

// Kind says which figures a task can ask about here.
func (p *Playground) Kind() assign.Kind { return assign.Design }

// Waiting is empty: a figure that is not measured yet is not there.
func (p *Playground) Waiting() string { return "" }

// Facts are the figures of the table that is shown, without those that are still
// being measured.
func (p *Playground) Facts() *lessons.Facts {
	figures := map[string]float64{}
	built := p.Table.Built()
	if built == nil || p.Table.Building != nil || built.Name != p.Edit.Work().Table() || p.Rows.Data() == nil {
		return assign.NewFacts(figures)
	}
	report := p.Table.Report()
	figures["lost"] = float64(report.Rows - report.Entities)
	figures["partitions"] = float64(built.Analysis.PartitionCount())
	if figures["designs"] = 1; p.Rival.Comparing() {
		figures["designs"] = 2
	}
	addCosts(figures, p.Score.Scores(score.A), report.Entities)
	return assign.NewFacts(figures)
}

// addCosts adds what the questions cost, once each of them was answered.
func addCosts(figures map[string]float64, scores []score.Score, entities int) {
	examined, returned, requests, dearest, scans := 0, 0, 0, 0, 0
	for i := range scores {
		s := &scores[i]
		if s.Stale || !s.Done || s.Fault != nil {
			return
		}
		examined, returned, requests = examined+s.Cost.Examined, returned+s.Cost.Returned, requests+len(s.Requests)
		dearest = max(dearest, s.Cost.Examined)
		if entities > 0 && s.Cost.Examined >= entities {
			scans++
		}
	}
	if len(scores) == 0 {
		return
	}
	figures["examined"], figures["scans"], figures["requests"] = float64(dearest), float64(scans), float64(requests)
	figures["each"] = float64(examined) / float64(max(1, returned))
}

// Aspects are the parts of the work that a task may hold fixed.
func (p *Playground) Aspects() map[string]string {
	w := p.Edit.Work()
	data := draft.AsJSON(struct {
		Set     draft.Set
		Columns []draft.Column
	}{w.Set, w.Columns})
	questions := strconv.Itoa(w.Score.Ranges)
	if w.Score.Own {
		questions += draft.AsJSON(w.Score.Questions)
	}
	rival := ""
	if w.Score.Comparing {
		rival = w.Score.Rival.PartitionKey + "\x00" + w.Score.Rival.RowKey
	}
	return map[string]string{"data": data, "questions": questions,
		"keys": w.Design.PartitionKey + "\x00" + w.Design.RowKey + "\x00" + rival}
}

// Given is the work as a file that a task or a result holds, with every gesture of
// the branch or the present moment alone.
func (p *Playground) Given(journal bool) string {
	j := p.Edit.Journal()
	from, to := j.Position(), j.Position()
	if journal {
		from = 0
	}
	_, size, own := p.OwnRows()
	file := bytes.Join(p.part(from, to, own && size <= maxCarried), nil)
	if journal && len(file) > maxPressed {
		return p.Given(false)
	}
	return assign.LoosenFile(file)
}
