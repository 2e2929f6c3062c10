package design

import (
	"os"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/score"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/trace"
)

// sampleData is the file of a sample as the builder puts it on the site.
func sampleData(s draft.Sample) ([]byte, error) {
	if s.File == draft.MicroblogFile {
		return draft.Microblog(), nil
	}
	return os.ReadFile("../../web/node_modules/vega-datasets/data/" + s.File)
}

func microblog(t testing.TB) *Playground {
	t.Helper()
	s, _ := draft.SampleByID("microblog")
	p := New(startOfTests)
	p.Incoming.Open(s, draft.Microblog())
	finish(p)
	if p.Phase() != Ready || p.Table.Entities() != draft.MicroblogPosts {
		t.Fatalf("phase %v with %d entities, want %d ready", p.Phase(), p.Table.Entities(), draft.MicroblogPosts)
	}
	return p
}

// under returns the scores of a question under a ready design of the micro-blog.
func under(t testing.TB, p *Playground, design int) []score.Score {
	t.Helper()
	s, _ := draft.SampleByID("microblog")
	p.Keys.UseDesign(s.Designs[design])
	finish(p)
	return p.Score.Scores(score.A)
}

// The same questions, asked of each design as an application would ask that
// knows how its keys are made: what is sent, its kind, and what it costs.
func TestScores(t *testing.T) {
	p := microblog(t)
	for _, c := range []struct {
		design, question, requests int
		kind                       query.Kind
		cost                       trace.Cost
		inOrder                    bool
	}{
		{0, 0, 1, query.PartitionScan, trace.Cost{Examined: 10, Returned: 10, Pages: 1, Ranges: 1}, true},
		{0, 1, 1, query.PointQuery, trace.Cost{Examined: 1, Returned: 1, Pages: 1, Ranges: 1}, false},
		{0, 2, 1, query.RowRangeScan, trace.Cost{Examined: 7, Returned: 7, Pages: 1, Ranges: 1}, false},
		{0, 4, 1, query.TableScan, trace.Cost{Examined: 6000, Returned: 6000, Pages: 8, Ranges: 4}, false}, // 4 ranges of about 1,500
		{1, 0, 1, query.PartitionRangeScan, trace.Cost{Examined: 10, Returned: 10, Pages: 1, Ranges: 1}, true},
		{1, 3, 1, query.RowRangeScan, trace.Cost{Examined: 226, Returned: 226, Pages: 1, Ranges: 1}, false},
		{2, 0, 16, query.PartitionScan, trace.Cost{Examined: 160, Returned: 160, Pages: 16, Ranges: 4}, true},
		{2, 1, 1, query.PointQuery, trace.Cost{Examined: 1, Returned: 1, Pages: 1, Ranges: 1}, false},
		{3, 0, 1, query.TableScan, trace.Cost{Examined: 6000, Returned: 1402, Pages: 4, Ranges: 4}, false}, // the day sorts oldest first
		{3, 2, 1, query.PartitionScan, trace.Cost{Examined: 24, Returned: 7, Pages: 1, Ranges: 1}, false},
	} {
		s := under(t, p, c.design)[c.question]
		if s.Stale || len(s.Requests) != c.requests || s.Kind != c.kind || s.Cost != c.cost || s.InOrder != c.inOrder {
			t.Errorf("design %d, %q: got %d requests, %v, %+v, in order %v, stale %v; want %d, %v, %+v, %v", c.design, s.Title, len(s.Requests), s.Kind, s.Cost, s.InOrder, s.Stale, c.requests, c.kind, c.cost, c.inOrder)
		}
	}
}

// What grows with the data follows from the plan: what the keys hold keeps its
// size, the rest grows, and a partition is never in two ranges.
func TestEstimates(t *testing.T) {
	p := microblog(t)
	s := under(t, p, 0)
	if e := s[1].Estimates[1]; e != (score.Estimate{Examined: 1, Returned: 1, Pages: 1, Ranges: 1, Most: 1}) {
		t.Errorf("a point at 10,000 times: %+v, want one of each", e)
	}
	if e := s[0].Estimates[0]; e.Examined != 10 || e.Pages != 1 {
		t.Errorf("the first ten at 100 times: %+v, want ten in one page", e)
	}
	// At most a page ends every 10,000 entities and at each of the 11 borders between the ranges of 12 partitions.
	if e := s[5].Estimates[1]; e.Examined != 60_000_000 || e.Pages < 60 || e.Most < e.Pages+5000 || e.Most > e.Pages+6011 {
		t.Errorf("60,000,000 entities are not read in a few pages of five seconds: got %+v", e)
	}
	if e := s[5].Estimates[0]; e.Examined != 600_000 || e.Returned != 57_600 || e.Ranges != 12 {
		t.Errorf("a scan at 100 times: %+v, want 600,000 examined, 57,600 returned, no more ranges than the 12 partitions", e)
	}
	p.Questions.SetGrows("PostedAt", false)
	if e := p.Score.Scores(score.A)[3].Estimates[0]; e.Examined != 22_600 {
		t.Errorf("a month when dates do not grow: %+v, want 22,600 examined", e)
	}
	p.Edit.Undo()
	if e := p.Score.Scores(score.A)[3].Estimates[0]; e.Examined != 226 {
		t.Errorf("a month when dates grow: %+v, want 226 examined", e)
	}
}

// Whether an entity group transaction can hold what changes together is tried on
// the rows, and the engine refuses the worst group with the service's code.
func TestGroupings(t *testing.T) {
	p := microblog(t)
	rows := strings.Split(strings.TrimSpace(string(draft.Microblog())), "\n")[1:]
	for design, key := range []func(row []string) string{
		func(r []string) string { return r[0] },
		func(r []string) string { return r[0] + r[3][:7] },
	} {
		under(t, p, design)
		threads := map[string]map[string]bool{}
		for _, line := range rows {
			r := strings.Split(line, ",")
			if threads[r[1]] == nil {
				threads[r[1]] = map[string]bool{}
			}
			threads[r[1]][key(r)] = true
		}
		fits := 0
		for _, partitions := range threads {
			if len(partitions) == 1 {
				fits++
			}
		}
		g := p.Score.Groupings(score.A)[0]
		if g.Stale || g.Groups != len(threads) || g.Fits != fits {
			t.Errorf("design %d: %d of %d groups fit, want %d of %d", design, g.Fits, g.Groups, fits, len(threads))
		}
		if holds := fits == len(threads); g.Holds() != holds || holds != (g.Code == "") || !holds && g.Code != table.CommandsInBatchActOnDifferentPartitions {
			t.Errorf("design %d: code %q, %s", design, g.Code, g.Sentence())
		}
	}
	for _, c := range []struct {
		by   []string
		fits bool
		code table.Code
	}{{[]string{"Channel"}, false, "InvalidInput"}, {[]string{"PostId"}, true, ""}, {nil, false, ""}} {
		under(t, p, 0)
		i := p.Questions.AddTransaction()
		for _, name := range c.by {
			p.Questions.SetBy(i, name, true)
		}
		finish(p)
		if g := p.Score.Groupings(score.A)[i]; g.Holds() != c.fits || g.Code != c.code {
			t.Errorf("%v: holds %v with %q, want %v with %q: %s", c.by, g.Holds(), g.Code, c.fits, c.code, g.Sentence())
		}
		p.Questions.RemoveTransaction(i)
	}
}

// A row that did not become an entity cannot change together with others.
func TestGroupingLosesRows(t *testing.T) {
	p := pasted(t, "city,n\nBern,1\nBern,2\nBasel,3\n")
	p.Keys.UseDesign(draft.Design{Title: "x", PartitionKey: "{city}", RowKey: "all"})
	i := p.Questions.AddTransaction()
	p.Questions.SetBy(i, "city", true)
	finish(p)
	if g := p.Score.Groupings(score.A)[i]; g.Fits != 1 || g.Worst.Lost != 1 || g.Code != table.InvalidDuplicateRow {
		t.Errorf("got %+v, want Basel to fit and Bern to lose a row", g)
	}
}

// verdict is the verdict as one text.
func verdict(p *Playground) string { return strings.Join(p.Score.Verdict(), " ") }

// The second design answers as it would if it stood alone; swapping the two and
// keeping one are gestures like every other.
func TestRival(t *testing.T) {
	p := microblog(t)
	sample, _ := draft.SampleByID("microblog")
	alone := under(t, p, 2)
	p.Keys.UseDesign(sample.Designs[0])
	p.Rival.Compare(sample.Designs[2])
	finish(p)
	for i, s := range p.Score.Scores(score.B) {
		if s.Cost != alone[i].Cost || s.Kind != alone[i].Kind || s.Stale {
			t.Errorf("%q as B: %+v, alone %+v", s.Title, s.Cost, alone[i].Cost)
		}
	}
	a, b := p.Score.Scores(score.A), p.Score.Scores(score.B)
	if d := score.Differ(&a[0], &b[0]); d.Better != -1 || d.Sentence != "Design A answers with 1 request, design B with 16." {
		t.Errorf("difference: %+v", d)
	}
	ga, gb := p.Score.Groupings(score.A), p.Score.Groupings(score.B)
	if d := score.DifferOver(&ga[0], &gb[0]); d.Sentence != "Design A can hold it. Design B cannot: one group lies in 7 partitions." {
		t.Errorf("difference of the transaction: %+v", d)
	}
	if v := verdict(p); !strings.HasPrefix(v, "Design A suits these questions better: it takes 283,140 requests an hour, design B 3,011,040.") {
		t.Errorf("verdict: %s", v)
	}
	if v := verdict(p); !strings.Contains(v, "“Latest posts of a channel” decides it: asked 50 times per second, it accounts for 99% of what design A saves. Both designs return the same rows for every question.") {
		t.Errorf("the verdict does not say what weighs most: %s", v)
	}
	p.Rival.SwapRival()
	finish(p)
	if v := verdict(p); !strings.HasPrefix(v, "Design B suits these questions better: it takes 283,140") || p.Edit.Design().PartitionKey != sample.Designs[2].PartitionKey {
		t.Errorf("swapped: %s", v)
	}
	p.Rival.KeepRival()
	finish(p)
	if p.Rival.Comparing() || p.Edit.Design().PartitionKey != sample.Designs[0].PartitionKey || p.Rival.Second.Built != nil {
		t.Errorf("after keeping B: comparing %v, %+v", p.Rival.Comparing(), p.Edit.Design())
	}
	p.Edit.Undo()
	p.Edit.Undo()
	finish(p)
	if v := verdict(p); !strings.HasPrefix(v, "Design A suits") || !p.Rival.Comparing() {
		t.Errorf("undone: %s", v)
	}
	i := p.Questions.AddQuestion()
	p.Questions.EditQuestion(i, "$filter", false, func(q *draft.Query) { q.Filter = "PartitionKey eq 'Football'" })
	finish(p)
	if s := p.Score.Scores(score.B)[i]; !s.Own || s.Cost.Returned != 0 || !strings.Contains(score.Differ(&p.Score.Scores(score.A)[i], &s).Sentence, "Set aside: the question names PartitionKey or RowKey") {
		t.Errorf("a question about keys: %+v", s)
	}
	if v := verdict(p); !strings.HasPrefix(v, "Design A suits these questions better: it takes 283,140") {
		t.Errorf("a question about keys counts in a comparison: %s", v)
	}
	cut := p.Score.Sides[score.B].Cut
	p.Rival.SetRivalTemplate(draft.PartitionKey, "{Channel}_x")
	if p.step(); cut.Of != nil || p.Score.Scores(score.B)[0].Cost.Pages == 0 {
		t.Error("a design that was changed keeps its table, or its figures are gone")
	}
	p.Edit.Undo()
	p.Rival.SetRivalTemplate(draft.PartitionKey, "{Nope}")
	if p.Rival.RivalTemplate(draft.PartitionKey).Err == nil || p.Rival.RivalDesign().PartitionKey != sample.Designs[2].PartitionKey {
		t.Errorf("a broken template replaced the design: %+v", p.Rival.RivalDesign())
	}
}

// Questions are the user's own from the first change on, and every change can
// be undone.
func TestEditQuestions(t *testing.T) {
	p := microblog(t)
	ready := p.Questions.Questions()
	i := p.Questions.AddQuestion()
	p.Questions.EditQuestion(i, "$filter", true, func(q *draft.Query) { q.Filter = "Channel eq" })
	finish(p)
	if s := p.Score.Scores(score.A)[i]; s.Fault == nil || s.Fault.Offset != len("Channel eq") || s.Stale {
		t.Errorf("a broken filter: %+v", s)
	}
	p.Questions.EditQuestion(i, "$filter", true, func(q *draft.Query) { q.Filter = "Channel eq 'Chess'" })
	finish(p)
	if s := p.Score.Scores(score.A)[i]; s.Cost.Examined != 130 || s.Kind != query.PartitionScan {
		t.Errorf("a repaired filter: %+v", s.Cost)
	}
	p.Request.AskAndRun(p.Questions.Questions()[i])
	p.Questions.EditQuestion(i, "$top", true, func(q *draft.Query) { q.Top = 3 })
	if text, _ := p.Request.Filter(); p.Request.Top() != 3 || text != "PartitionKey eq 'Chess' and Channel eq 'Chess'" {
		t.Errorf("the request that was the question is %q with $top=%d", text, p.Request.Top())
	}
	p.Request.SetFilter("Author eq 'Ann'")
	if p.Questions.EditQuestion(i, "$top", true, func(q *draft.Query) { q.Top = 4 }); p.Request.Top() != 3 {
		t.Errorf("another request follows the question: $top=%d", p.Request.Top())
	}
	if !p.Questions.MoveQuestion(i, -1) || p.Questions.MoveQuestion(0, -1) || p.Questions.Questions()[i-1].Filter != "Channel eq 'Chess'" {
		t.Errorf("moved: %+v", p.Questions.Questions())
	}
	p.Questions.RemoveQuestion(0)
	if len(p.Questions.Questions()) != len(ready) {
		t.Errorf("%d questions, want %d", len(p.Questions.Questions()), len(ready))
	}
	for p.Questions.Questions()[0] != ready[0] || len(p.Questions.Questions()) != len(ready) {
		p.Edit.Undo()
	}
	if p.Edit.Work().Score.Own {
		t.Error("undone to the end, the questions are still the user's own")
	}
}
