package review

import (
	"strings"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/design/score"
	words "github.com/keyrange/keyrange/engine/text"
)

// Review gathers what is known of the design that is shown.
type Review struct {
	edit      *draft.Editor
	rows      *model.Rows
	table     *model.Builder
	keys      *model.Templates
	questions *model.Questions
	score     *score.Scoring

	load load
}

// New returns a review of the parts of a playground.
func New(edit *draft.Editor, rows *model.Rows, table *model.Builder, keys *model.Templates, questions *model.Questions,
	scoring *score.Scoring) *Review {
	return &Review{edit: edit, rows: rows, table: table, keys: keys, questions: questions, score: scoring}
}

// Notes returns what the user wrote: a finding or a trade-off on each line.
func (p *Review) Notes() string { return p.edit.Work().Review.Notes }

// SetNotes replaces it, as typed.
func (p *Review) SetNotes(text string) {
	if len(text) <= draft.MaxNotes {
		p.edit.Typing("Write trade-offs", func(w *draft.Work) { w.Review.Notes = text })
	}
}

// Ready reports whether there is a table to write about, and nothing on its way
// that would change it.
func (p *Review) Ready() bool {
	built := p.table.Built()
	return built != nil && p.table.Building == nil && built.Name == p.edit.Work().Table() && p.rows.Data() != nil
}

// Document returns the review as it stands; ok is false while there is no table.
func (p *Review) Document() (_ Document, ok bool) {
	if !p.Ready() {
		return Document{}, false
	}
	return Document{"Design review: " + p.rows.Source().Title, []Section{
		p.summary(), p.keySection(), p.partitions(), p.asked(), p.together(), p.loaded(), p.findings(), p.notes(),
	}}, true
}

// summary says what the review is about, and what is missing in it.
func (p *Review) summary() Section {
	r := p.table.Report()
	s := Section{Title: "Table", Text: []string{words.Count(r.Rows, "row", "rows") + " of " + p.rows.Source().Name + " become " +
		words.Count(r.Entities, "entity", "entities") + "."}}
	if open := p.open(); len(open) > 0 {
		s.Text = append(s.Text, "Not in this review yet: "+words.List(open)+".")
	}
	if left := r.Rows - r.Entities; left > 0 {
		s.Text = append(s.Text, words.Count(left, "row is", "rows are")+" left out:")
		s.Head = []string{"Rows", "Reason"}
		for _, x := range r.Rejects {
			s.row(words.Number(x.Count), x.Reason)
		}
	}
	return s
}

// open lists what a colleague would miss.
func (p *Review) open() (list []string) {
	if len(p.questions.Questions()) == 0 {
		list = append(list, "questions")
	}
	if p.score.Scoring() {
		list = append(list, "some figures, which are being measured")
	}
	if _, ok := p.loadNow(); !ok {
		list = append(list, "a load test")
	}
	if strings.TrimSpace(p.Notes()) == "" {
		list = append(list, "trade-offs")
	}
	return list
}

// keySection is both templates and what each of their parts gives.
func (p *Review) keySection() Section {
	d := p.edit.Design()
	s := Section{Title: "Keys", Head: []string{"Key", "Part of the template", "In the first row"},
		Text: []string{"PartitionKey: " + d.PartitionKey, "RowKey: " + d.RowKey}}
	for _, part := range []draft.Part{draft.PartitionKey, draft.RowKey} {
		for _, x := range p.keys.Pieces(part) {
			s.row(part.String(), x.Text, x.Gives)
		}
	}
	return s
}

// shownPartitions is how many partitions a review names.
const shownPartitions = 10

func (p *Review) partitions() Section {
	sizes := p.table.Sizes(shownPartitions)
	s := Section{Title: "Partitions", Head: []string{"Partition", "Entities"}, Text: []string{
		words.Count(sizes.Partitions, "partition", "partitions") + ". " + sizes.Shares()}}
	for _, x := range sizes.Top {
		s.row(x.PartitionKey, words.Number(x.Entities))
	}
	if sizes.Rest > 0 {
		s.row(words.Number(sizes.Rest)+" more", words.Number(sizes.RestEntities))
	}
	return s
}

// asked is what each question costs, all of it run over the rows.
func (p *Review) asked() Section {
	s := Section{Title: "Questions", Head: []string{"Question", "Filter", "Plan", "Requests", "Examined", "Returned", "Pages", "Asked"}}
	for _, x := range p.score.Scores(score.A) {
		plan, figures := x.Kind.String(), []string{"", "", "", ""}
		switch {
		case x.Fault != nil:
			plan = "not asked: " + x.Fault.Message
		case x.Stale || !x.Done:
			plan = "being measured"
		default:
			figures = []string{words.Number(len(x.Requests)), words.Number(x.Cost.Examined), words.Number(x.Cost.Returned),
				words.Number(x.Cost.Pages)}
		}
		s.row(append(append([]string{x.Title, x.Filter, plan}, figures...), x.Often())...)
	}
	if len(s.Rows) == 0 {
		return Section{Title: s.Title, Text: []string{"No question has been written down."}}
	}
	s.Text = []string{"Each was run over all entities, in a table of " + words.Count(p.questions.Ranges(), "range", "ranges") + "."}
	if t, ok := p.score.Totals(score.A); ok {
		s.Text = append(s.Text, score.Alone(t))
	}
	return s
}

// together is what has to change at once.
func (p *Review) together() Section {
	s := Section{Title: "Transactions", Head: []string{"What changes together", "Tried on the rows"}}
	for _, g := range p.score.Groupings(score.A) {
		said := "being tried"
		if !g.Stale {
			said = g.Sentence()
		}
		s.row(g.Title, said)
	}
	if len(s.Rows) == 0 {
		return Section{Title: s.Title, Text: []string{"Nothing was said to change together."}}
	}
	return s
}
