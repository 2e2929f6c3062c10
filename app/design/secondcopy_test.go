package design

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/design/score"
	"github.com/keyrange/keyrange/engine/keys/check"
)

// The copies that are proposed for the samples hold every entity of the first
// table once, under keys that end in its keys, and cost what a plain count says.
func TestSecondCopyRecounted(t *testing.T) {
	for id, found := range map[string]string{"microblog": "Latest posts anywhere", "flights": "To Honolulu, from anywhere", "football": "Matches of Inter away", "video-rental": "Who has Vertigo", "service-log": "Everything from one instance", "tenants": "One document by its number"} {
		t.Run(id, func(t *testing.T) {
			p := firstComparison(t, id)
			p.Rival.StopComparing()
			finish(p)
			p.Copies.FindCopy()
			finish(p)
			c, ok := p.Copies.SecondCopy()
			if !ok || c.State != score.CopyFound || c.Tried < 1 || !slices.ContainsFunc(c.Gains, func(g score.CopyGain) bool { return g.Title == found }) {
				t.Fatalf("%v, %+v, want a copy for %q", ok, c, found)
			}
			for _, key := range []string{p.Edit.Design().PartitionKey, p.Edit.Design().RowKey} {
				if !strings.Contains(c.Design.RowKey, key) || !strings.HasSuffix(c.Design.RowKey, p.Edit.Design().RowKey) {
					t.Errorf("%s does not end in the first design's %s", c.Design.RowKey, key)
				}
			}
			recountCopy(t, p, c)
			p.Copies.OpenCopy()
			finish(p)
			if d := p.Rival.RivalDesign(); !p.Rival.Comparing() || d.PartitionKey != c.Design.PartitionKey || d.RowKey != c.Design.RowKey {
				t.Errorf("opened as B: %+v", d)
			}
			for i, q := range plainQuestionsOf(t, p) {
				for _, g := range c.Gains {
					if s := p.Score.Scores(score.B)[i]; g.Title == q.Title && s.Cost != g.Then {
						t.Errorf("%s was promised %+v and costs %+v", q.Title, g.Then, s.Cost)
					}
				}
			}
		})
	}
}

// recountCopy counts what the questions cost in the copy from the rows that the
// first table stores.
func recountCopy(t *testing.T, p *Playground, c score.SecondCopy) {
	t.Helper()
	key := func(n int, text string) (string, bool) {
		b, err := p.Rows.Bind(text)
		if err != nil {
			t.Fatal(err)
		}
		k, fault := b.Key(model.Row{Data: p.Rows.Data(), N: n}, n)
		return k, fault == nil
	}
	copied := plainTableOf(p.Rows.Data().Len(), func(n int) (string, string, bool) {
		if _, lost := p.Table.Built().Lost.Code(n); lost {
			return "", "", false
		}
		pk, ok1 := key(n, c.Design.PartitionKey)
		rk, ok2 := key(n, c.Design.RowKey)
		return pk, rk, ok1 && ok2
	})
	if len(copied.entities) != p.Table.Entities() {
		t.Errorf("the copy holds %d entities, the first table %d", len(copied.entities), p.Table.Entities())
	}
	w := *p.Edit.Work()
	w.Design = c.Design
	b := p.Table.NewBuild(&w)
	for !b.Step(p.Table) {
	}
	for i, q := range plainQuestionsOf(t, p) {
		var requests []string
		for _, r := range score.NewScore(q.Query.Asked(), b).Requests {
			requests = append(requests, r.Filter)
		}
		cost, returned := copied.ask(q, requests)
		now := p.Score.Scores(score.A)[i]
		if len(returned) != now.Useful() && now.Top == 0 {
			t.Errorf("%s returns %d rows from the copy, %d from the first table", q.Title, len(returned), now.Useful())
		}
		for _, g := range c.Gains {
			if g.Title == q.Title && (g.Then != cost || g.Now != now.Cost || 2*cost.Examined > now.Cost.Examined) {
				t.Errorf("%s: %+v and %+v, counted plainly %+v and %+v", q.Title, g.Now, g.Then, now.Cost, cost)
			}
		}
	}
}

// many are 400 rows whose keys hold underscores: p_q and r, p and q_r.
func many() string {
	var b strings.Builder
	b.WriteString("a,b,c,v\n")
	for i := range 200 {
		n := strconv.Itoa(i)
		b.WriteString("p_q" + n + ",r,x" + strconv.Itoa(i%40) + "," + n + "\np,q" + n + "_r,x" + strconv.Itoa(i%40) + "," + n + "\n")
	}
	return b.String()
}

// Each state of the search, where it has to be and where it must not.
func TestSecondCopyStates(t *testing.T) {
	ab := draft.Design{PartitionKey: "{a}", RowKey: "{b}"}
	alone := func(q ...draft.Query) *Playground {
		p := compared(t, many(), ab, ab, q...)
		p.Rival.StopComparing()
		finish(p)
		return p
	}
	if c, ok := alone(draft.Query{Title: "Cheap", Filter: "a eq 'p' and b ge 'q1' and b lt 'q2'"}).Copies.SecondCopy(); ok {
		t.Errorf("every question is cheap: %+v", c)
	}
	p := alone(draft.Query{Title: "By c", Filter: "c eq 'x7'"})
	c, ok := p.Copies.SecondCopy()
	if want := "This design does not answer every question cheaply: “By c” examines 400 entities to return 10."; !ok || c.State != score.CopyUntried || c.Finding(false) != want || !strings.Contains(c.Outcome(), "an index table") {
		t.Errorf("%v, %v: %s", ok, c.State, c.Finding(false))
	}
	p.Copies.FindCopy()
	if c, _ := p.Copies.SecondCopy(); c.State != score.CopyWorking || c.Outcome() != "Building copies of the table, and asking each of them every question." {
		t.Errorf("under way: %+v", c)
	}
	finish(p)
	c, _ = p.Copies.SecondCopy()
	if c.State != score.CopyFound || c.Design.RowKey != "{a}|{b}" || c.Tried != 1 || len(c.Left) != 0 {
		t.Errorf("with an underscore two entities share a key: %+v", c)
	}
	if want := "Each insert and each update becomes two writes, one to each table. An update of c moves the entity in the copy, so it takes a delete and an insert there: three writes."; c.Writes[0] != want || c.Writes[1] != "The 400 entities are stored a second time: 800 entities in all." {
		t.Errorf("writes: %q", c.Writes)
	}
	p.Questions.EditQuestion(0, "$filter", false, func(q *draft.Query) { q.Filter = "c eq 'x8'" })
	finish(p)
	if c, _ := p.Copies.SecondCopy(); c.State != score.CopyUntried {
		t.Errorf("the question is another one: %+v", c)
	}
	p = alone(draft.Query{Title: "All but one", Filter: "v ne 7 and c ne 'x1' and c ne 'x2' and b ne 'r'"}, draft.Query{Title: "Nothing", Filter: "c ne 'x1' and not (v ge 0)"})
	p.Copies.FindCopy()
	finish(p)
	if c, _ := p.Copies.SecondCopy(); c.State != score.CopyNone || c.Tried != 0 || !strings.HasPrefix(c.Outcome(), "No second copy helps: a key needs a column") || !strings.Contains(c.Finding(false), "to return none") {
		t.Errorf("nothing that a key could begin with: %+v", c)
	}
	p = alone(draft.Query{Title: "Nearly all", Filter: "c ge 'x' and v ne 7 and b eq 'r' and not (a ge 'p_q1')"})
	p.Copies.FindCopy()
	finish(p)
	if c, _ := p.Copies.SecondCopy(); c.State != score.CopyNone || c.Tried != 1 || c.Outcome() != "Tried 1 second copy with every row, and none answers one of these questions cheaply." {
		t.Errorf("a copy that does not help: %+v", c)
	}
	p = compared(t, many(), ab, draft.Design{PartitionKey: "{c}", RowKey: "{a}|{b}"}, draft.Query{Title: "By c", Filter: "c eq 'x7'"}, draft.Query{Title: "By a", Filter: "a eq 'p_q7'"})
	if c, ok := p.Copies.SecondCopy(); !ok || c.State != score.CopyPair || !strings.HasPrefix(c.Outcome(), "Between them, designs A and B answer every question cheaply.") ||
		len(c.Writes) != 4 || c.Writes[3] != "The copy has a problem of its own: The separator sorts after a character of the values." {
		t.Errorf("each answers what the other does not: %+v", c)
	}
	p = compared(t, many(), ab, draft.Design{PartitionKey: "{c}", RowKey: "{a}|{b}"}, draft.Query{Title: "By c", Filter: "c eq 'x7'"})
	if c, ok := p.Copies.SecondCopy(); ok {
		t.Errorf("design B answers every question: %+v", c)
	}
	p = compared(t, many(), ab, inOne2, draft.Query{Title: "By c", Filter: "c eq 'x7'"}, draft.Query{Title: "By v", Filter: "v eq 7"})
	if c, _ := p.Copies.SecondCopy(); !strings.HasPrefix(c.Finding(true), "Neither design answers every question cheaply: under design A, “By c” examines 400") {
		t.Errorf("neither: %s", c.Finding(true))
	}
	p.Copies.FindCopy()
	finish(p)
	if c, _ := p.Copies.SecondCopy(); !slices.Equal(c.Left, []string{"By v"}) && !slices.Equal(c.Left, []string{"By c"}) || !strings.Contains(c.Outcome(), "stays dear, and needs another copy") {
		t.Errorf("one copy serves one of them: %+v", c)
	}
}

var inOne2 = draft.Design{PartitionKey: "all", RowKey: "{a}|{b}"}

// The words for what is left over, and for more questions than a sentence names.
func TestSecondCopyWords(t *testing.T) {
	c := score.SecondCopy{State: score.CopyFound, Gains: make([]score.CopyGain, 2)}
	if got := c.Outcome(); !strings.HasPrefix(got, "A second copy of the table answers 2 questions better.") || strings.Contains(got, "dear") {
		t.Error(got)
	}
	if c.Left = []string{"x", "y"}; !strings.HasSuffix(c.Outcome(), "2 questions stay dear, and need another copy or other keys.") {
		t.Error(c.Outcome())
	}
	for range 5 {
		c.Dear = append(c.Dear, score.DearQuestion{Title: "Q", Examined: 500, Returned: 1})
	}
	if got := c.Finding(false); !strings.HasSuffix(got, "“Q” examines 500 entities to return 1 and 2 others examine too many as well.") {
		t.Error(got)
	}
}

// A copy whose keys have a problem says so, and one without says nothing.
func TestCopyTellsItsProblems(t *testing.T) {
	p := compared(t, many(), draft.Design{PartitionKey: "{a}", RowKey: "{b}"}, draft.Design{PartitionKey: "every", RowKey: "{a}|{b}"}, draft.Query{Title: "By c", Filter: "c eq 'x7'"})
	b := p.Rival.Second.Built
	problems := slices.DeleteFunc(slices.Clone(b.Findings()), func(f check.Finding) bool { return f.Severity != check.Problem })
	said := p.Copies.CopyWrites(p.Rival.RivalDesign(), b)
	if len(problems) == 0 || len(said) != 3+len(problems) || !strings.HasSuffix(said[3], problems[0].Title+".") {
		t.Errorf("%q, with %d problems", said, len(problems))
	}
	if said := p.Copies.CopyWrites(p.Edit.Design(), p.Table.Built()); strings.Contains(said[0], "moves") {
		t.Errorf("the same columns make both keys: %q", said)
	}
}
