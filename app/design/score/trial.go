package score

import (
	"errors"
	"slices"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/keys/reach"
	"github.com/keyrange/keyrange/engine/query"
	words "github.com/keyrange/keyrange/engine/text"
)

// Trials run the fixes that are offered, to see what each comes to.
type Trials struct {
	edit      *draft.Editor
	rows      *model.Rows
	table     *model.Builder
	keys      *model.Templates
	questions *model.Questions
	trials    trials
}

// NewTrials returns trials of nothing yet.
func NewTrials(edit *draft.Editor, rows *model.Rows, table *model.Builder, keys *model.Templates, questions *model.Questions) *Trials {
	return &Trials{edit: edit, rows: rows, table: table, keys: keys, questions: questions}
}

// The bounds of the runs of fixes.
const (
	maxTrialRows = 50_000 // rows that a fix is run over
	trialSample  = 10_000 // of more rows, so many are taken evenly
	maxTrials    = 16     // fixes of one table that are run
)

// trial is the run of one fix: its design over the rows, and then the questions
// under it. No table is built for it.
type trial struct {
	finding       check.Finding
	before, after *trialRun
	said          []string
	price         string // the first of what was said, in a few words that follow “the fix”
	question      int
	fit           *dataset.Fit // of a fix that changes a column
	done          bool
}

// trialRun is a design that is being run over rows.
type trialRun struct {
	pk, rk   *keys.Bound
	analysis *check.Analysis
	extents  *reach.Extents
	at       int       // how many of the rows were run
	row      model.Row // the last of them
}

// trials is the fixes that are offered for a table and what they come to.
//
// What always holds: a fix in list has an outcome or waits for one; running is
// one of them.
type trials struct {
	of      *model.Build
	rev     int // of the figures that the fixes were taken from
	list    map[keys.Fix]*trial
	order   []*trial
	running int

	questions []draft.Query // under which the fixes were run
	held      bool          // nothing is run for now
}

// HoldTrials stops the runs of fixes, or lets them go on. A page holds them
// while keys are typed, since each run looks at every row.
func (p *Trials) HoldTrials(held bool) { p.trials.held = held }

// trialRows returns how many rows a fix is run over.
func (p *Trials) trialRows() int {
	if n := p.rows.Data().Len(); n <= maxTrialRows {
		return n
	}
	return trialSample
}

// TrialStep runs some more of the fixes that are offered, and reports whether
// there was anything to run.
func (p *Trials) TrialStep() bool {
	if p.trials.held || p.table.Built() == nil || p.rows.Data() == nil || p.keys.Stale() || p.table.Built().Name != p.edit.Work().Table() {
		return false
	}
	x := &p.trials
	questions := p.questions.Questions()
	if x.of != p.table.Built() || x.rev != p.table.Built().Arrivals || !slices.Equal(x.questions, questions) {
		*x = trials{of: p.table.Built(), rev: p.table.Built().Arrivals, list: map[keys.Fix]*trial{}, questions: slices.Clone(questions)}
		p.offered()
	}
	if x.running >= len(x.order) {
		return false
	}
	if t := x.order[x.running]; t.step(p) {
		t.done, t.before, t.after, t.fit = true, nil, nil, nil
		x.running++
	}
	return true
}

// offered lists the fixes of the checks and of the key anatomy.
func (p *Trials) offered() {
	x := &p.trials
	add := func(list []check.Finding) {
		for _, f := range list {
			if f.Fix == nil || x.list[*f.Fix] != nil || len(x.order) >= maxTrials {
				continue
			}
			t := &trial{finding: f}
			x.list[*f.Fix] = t
			x.order = append(x.order, t)
		}
	}
	add(p.table.Findings())
	add(p.keys.Anatomy(draft.PartitionKey).Findings)
	add(p.keys.Anatomy(draft.RowKey).Findings)
}

// Tried returns what a fix that is offered comes to, beside taking its finding
// away: nothing, or sentences on what it fails to do or costs. ok is false while
// it has not been run.
func (p *Trials) Tried(f keys.Fix) (sentences []string, ok bool) {
	t := p.trials.list[f]
	if t == nil || !t.done || p.trials.of != p.table.Built() {
		return nil, false
	}
	return t.said, true
}

// Price is the gravest of what Tried says of a fix, in a few words that follow “the
// fix”: empty while it has not been run, and where it has none.
func (p *Trials) Price(f keys.Fix) string {
	if said, _ := p.Tried(f); len(said) == 0 {
		return ""
	}
	return p.trials.list[f].price
}

// say notes a sentence on what the fix comes to. Of several, the first is its price.
func (t *trial) say(price, sentence string) {
	if len(t.said) == 0 {
		t.price = price
	}
	t.said = append(t.said, sentence)
}

// step does a bounded part of the run and reports whether it is over.
func (t *trial) step(p *Trials) bool {
	switch {
	case t.finding.Fix.Column != "":
		return t.stepColumn(p)
	case t.after == nil:
		return !t.begin(p)
	case t.after.at < p.trialRows():
		t.after.step(p)
	case t.before.at < p.trialRows():
		t.before.step(p)
	case t.after.analysis.Prepare() || t.before.analysis.Prepare():
	case t.question == 0:
		t.compare(p)
		t.question++
	default:
		return !t.ask(p)
	}
	return false
}

// stepColumn counts the values that would not fit another type.
func (t *trial) stepColumn(p *Trials) bool {
	col, ok := p.rows.Data().ColumnIndex(t.finding.Fix.Column)
	if !ok {
		return true
	}
	if t.fit == nil {
		t.fit = p.rows.Data().Fit(col, t.finding.Fix.Type)
	}
	if !t.fit.Step(model.RowsPerStep * 10) {
		return false
	}
	if n := t.fit.Count; n > 0 {
		values := words.Count(n, "value", "values")
		t.say("loses "+values, values+" of "+t.finding.Fix.Column+" would not fit the new type and would count as missing.")
	}
	return true
}

// begin prepares the run; it reports whether there is one.
func (t *trial) begin(p *Trials) bool {
	w := p.edit.Work()
	d := t.finding.Fix.Apply(keys.Design{PartitionKey: w.Design.PartitionKey, RowKey: w.Design.RowKey})
	t.after = p.newTrialRun(d.PartitionKey, d.RowKey)
	if t.after == nil {
		t.say("does not fit these columns", "Its template does not fit these columns, so it cannot be used.")
		return false
	}
	if p.trialRows() == p.rows.Data().Len() {
		t.before = &trialRun{pk: p.table.Built().Partition, rk: p.table.Built().Row, analysis: p.table.Built().Analysis,
			extents: p.table.Built().Extents,
			at:      p.rows.Data().Len()}
		return true
	}
	t.before = p.newTrialRun(w.Design.PartitionKey, w.Design.RowKey)
	return t.before != nil
}

func (p *Trials) newTrialRun(pk, rk string) *trialRun {
	a, err := p.rows.Bind(pk)
	b, err2 := p.rows.Bind(rk)
	if err != nil || err2 != nil {
		return nil
	}
	order := p.table.Built().Analysis.Arrival()
	if n := p.trialRows(); n < p.rows.Data().Len() && len(order.When) == p.rows.Data().Len() {
		some := make([]int64, n)
		for i := range some {
			some[i] = order.When[p.trialRow(i)]
		}
		order.When = some
	}
	r := &trialRun{pk: a, rk: b, analysis: check.NewAnalysis(a, b, order), extents: reach.NewExtents(a, b)}
	if p.trialRows() == p.rows.Data().Len() {
		r.analysis.ShareRanks(p.rows.TextRanks())
	}
	r.analysis.Grow(p.table.Built().Analysis.PartitionCount(), p.trialRows())
	return r
}

// trialRow returns which row is run as number i.
func (p *Trials) trialRow(i int) int { return i * p.rows.Data().Len() / p.trialRows() }

func (r *trialRun) step(p *Trials) {
	for end := min(r.at+2*model.RowsPerStep, p.trialRows()); r.at < end; r.at++ {
		n := p.trialRow(r.at)
		r.row = model.Row{Data: p.rows.Data(), N: n}
		pk, pkErr := r.pk.Key(&r.row, n)
		rk, rkErr := r.rk.Key(&r.row, n)
		r.extents.Add(&r.row)
		r.analysis.Add(pk, rk, errors.Join(pkErr, rkErr))
	}
}

// compare says what the fix fails to do and what it costs in rows.
func (t *trial) compare(p *Trials) {
	o := t.before.analysis.Compare(t.after.analysis, t.finding)
	if o.Stays {
		t.say("does not remove it", "It does not remove the finding.")
	}
	if o.Lost > 0 {
		rows := words.Count(o.Lost, "row", "rows")
		t.say("loses "+rows, rows+" of the "+words.Number(p.trialRows())+" tried would no longer be stored.")
	}
	for _, title := range o.New {
		t.say("brings a new problem", "A new problem would appear: “"+title+"”.")
	}
}

// ask compares one question before and after, and reports whether there was one
// left.
func (t *trial) ask(p *Trials) bool {
	questions := p.questions.Questions()
	at := t.question - 1
	if at >= len(questions) {
		return false
	}
	t.question++
	q := questions[at]
	gained := max(0, t.after.analysis.Entities()-t.before.analysis.Entities()) // reading rows that are stored now is no loss
	before, ok := t.before.cost(q)
	after, also := t.after.cost(q)
	switch {
	case !ok || !also:
	case after.requests > before.requests:
		t.say("makes a question dearer", "“"+q.Title+"” would take "+words.Count(after.requests, "request", "requests")+" instead of "+
			words.Number(before.requests)+".")
	case after.examined > before.examined+gained:
		t.say("makes a question dearer", "“"+q.Title+"” would have to read "+words.Count(after.examined, "entity", "entities")+
			" instead of "+words.Number(before.examined)+".")
	}
	return true
}

// trialCost is what a question costs a design: how many requests, and how many
// entities lie in the ranges that they read.
type trialCost struct{ requests, examined int }

// cost plans a question. ok is false for one that is about the keys of the
// present design, or that is none.
func (r *trialRun) cost(q draft.Query) (c trialCost, ok bool) {
	e, err := filter.Parse(q.Filter)
	if err != nil || model.NamesKeys(q.Filter) {
		return c, false
	}
	for _, request := range reach.Translate(e, r.pk, r.rk, r.extents).Requests {
		plan := query.NewPlan(request)
		c.requests++
		if !plan.Empty() {
			c.examined += r.analysis.Within(plan.Range())
		}
	}
	return c, true
}
