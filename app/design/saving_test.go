package design

import (
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/table"
)

// saved is a storage in memory.
type saved struct {
	head    string
	moments map[int]string
	sets    map[string][]byte
}

func newSaved() *saved { return &saved{moments: map[int]string{}, sets: map[string][]byte{}} }

// keep writes what is not saved yet, as a page does after each gesture.
func (s *saved) keep(p *Playground) {
	n, ok := p.Unsaved(1)
	if !ok {
		return
	}
	s.head = n.Head
	for k, text := range n.Moments {
		s.moments[k] = text
	}
	for _, k := range n.Gone {
		delete(s.moments, k)
	}
	for _, set := range n.Sets {
		s.sets[set.Set.Hash] = slices.Clone(set.Bytes)
	}
}

// restored returns a new playground over what was saved.
func (s *saved) restored(t *testing.T) *Playground {
	t.Helper()
	p, r := New(1), draft.NewRestoring(s.head, draft.FromStorage)
	for _, text := range s.moments {
		r.Add(text)
	}
	if err := p.Finish(r); err != nil {
		t.Fatal(err)
	}
	s.provide(p)
	return p
}

func (s *saved) provide(p *Playground) {
	for {
		finish(p)
		set, ok := p.Incoming.Wanted()
		if !ok {
			return
		}
		p.Incoming.Provide(set, s.sets[set.Hash], true)
	}
}

// shownFigures is what the cards show, as a text.
func shownFigures(p *Playground) string {
	r := p.Request.Result()
	text := fmt.Sprint(p.Table.Entities(), p.Rows.Source().Title, p.Table.Report(), p.Keys.Template(draft.PartitionKey), p.Keys.Template(draft.RowKey), p.Rows.Columns(), r.Len(), r.Cost, r.More())
	for _, f := range p.Table.Findings() {
		text += fmt.Sprint(f.Title, f.Count)
	}
	if b := p.Workbench(); b.Ready() {
		n, _ := b.Entities()
		text += fmt.Sprint(n, b.Position(), b.World.Hash())
	}
	return text
}

// gestures are one of every kind, each over what is there.
var gestureKinds = []struct {
	name string
	do   func(p *Playground, n int)
}{
	{"type a key", func(p *Playground, n int) { p.Keys.SetTemplate(draft.RowKey, fmt.Sprintf("{rowNumber():0%d}", 2+n%5)) }},
	{"half a key", func(p *Playground, n int) { p.Keys.SetTemplate(draft.PartitionKey, fmt.Sprintf("x%d{", n)) }},
	{"preset", func(p *Playground, n int) {
		p.Keys.UseDesign(draft.Design{Title: "Preset", PartitionKey: fmt.Sprintf("p%d", n%4), RowKey: "{rowNumber()}"})
	}},
	{"column type", func(p *Playground, n int) { p.Rows.SetType(1, 1+p.Rows.Columns()[1].Type%3) }},
	{"column name", func(p *Playground, n int) { _ = p.Questions.Rename(0, fmt.Sprintf("c%d", n%3)) }},
	{"fix", func(p *Playground, n int) {
		for _, f := range p.Table.Findings() {
			if f.Fix != nil {
				p.Keys.Fix(*f.Fix)
				return
			}
		}
	}},
	{"filter", func(p *Playground, n int) { p.Request.SetFilter(fmt.Sprintf("RowKey ge '%d'", n%3)) }},
	{"top", func(p *Playground, n int) { p.Request.SetTop(1 + n%3) }},
	{"run", func(p *Playground, n int) { p.Request.Run() }},
	{"next", func(p *Playground, n int) { p.Request.Next() }},
	{"all", func(p *Playground, n int) { p.Request.RunAll() }},
	{"question", func(p *Playground, n int) { p.Request.AskAndRun(draft.Query{Title: "All", Top: 2}) }},
	{"command", func(p *Playground, n int) {
		p.Workbench().Do(fmt.Sprintf("insert-or-replace playground k/%d n=%d", n%4, n))
	}},
	{"import", func(p *Playground, n int) {
		p.Incoming.Import(fmt.Sprintf("f%d.csv", n%2), []byte(fmt.Sprintf("city,n\nBern,1\nBasel,%d\nBiel,3\nBern,4\n", n%2)))
		finish(p)
		p.Incoming.KeepRest()
	}},
	{"order of arrival", func(p *Playground, n int) {
		p.Table.SetArrival([]draft.Arrival{{Kind: check.RowOrder}, {Kind: check.ReferenceData}, {Kind: check.TimeOfWriting, Column: "n"}}[n%3])
	}},
	{"start over", func(p *Playground, n int) { p.Edit.StartOver() }},
}

// A gesture of every kind is undone: the work and every figure are as before,
// and doing it again gives what it gave.
func TestEveryGestureIsUndone(t *testing.T) {
	for _, g := range gestureKinds {
		t.Run(g.name, func(t *testing.T) {
			p := pasted(t, "city,n\nBern,1\nBasel,2\nBiel,3\nBern,1\n")
			p.Keys.UseDesign(draft.Design{PartitionKey: "all", RowKey: "{city}"}) // which has something to fix
			p.Request.SetFilter("")
			p.Request.SetTop(1)
			p.Request.Run()
			p.Request.SetTop(2)
			finish(p)
			before, figures := *p.Edit.Work(), shownFigures(p)
			g.do(p, 8)
			finish(p)
			after, then := *p.Edit.Work(), shownFigures(p)
			if p.Edit.Journal().Position() != 7 {
				t.Fatalf("the journal stands at %d, want one gesture after 6", p.Edit.Journal().Position())
			}
			p.Edit.Undo()
			finish(p)
			if !reflect.DeepEqual(*p.Edit.Work(), before) || shownFigures(p) != figures {
				t.Errorf("after undo:\n%s\nwant\n%s", shownFigures(p), figures)
			}
			p.Edit.Redo()
			finish(p)
			if !reflect.DeepEqual(*p.Edit.Work(), after) || shownFigures(p) != then {
				t.Errorf("after redo:\n%s\nwant\n%s", shownFigures(p), then)
			}
		})
	}
}

// Random gestures, steps, forks and branches give at every moment the figures
// that were there when it was made, also after the work was saved and read back.
func TestRandomGestures(t *testing.T) {
	for seed := range int64(12) {
		random := rand.New(rand.NewSource(seed))
		p, store := pasted(t, "city,n\nBern,1\nBasel,2\nBiel,3\n"), newSaved()
		seen := map[int]string{} // figures by moment
		for step := range 60 {
			switch random.Intn(8) {
			case 0, 1:
				p.Edit.Seek(random.Intn(p.Edit.Journal().Len() + 1))
			case 2:
				p.Edit.Fork("")
			case 3:
				list := p.Edit.Journal().Branches()
				p.Edit.Switch(list[random.Intn(len(list))].Name)
			case 4:
				store.keep(p)
				p = store.restored(t)
			default:
				if g := gestureKinds[random.Intn(len(gestureKinds))]; p.Rows.HasData() || g.name == "import" {
					g.do(p, random.Intn(20))
					for at := p.Edit.Journal().Position(); at <= p.Edit.Journal().Len(); at++ {
						n := p.Edit.Journal().Tree.ID(at)
						delete(seen, n) // typing goes on in the moment that is there
					}
				}
			}
			store.keep(p)
			finish(p)
			store.provide(p)
			store.keep(p)
			number, got := p.Edit.Journal().Tree.ID(p.Edit.Journal().Position()), shownFigures(p)
			if want, known := seen[number]; known && got != want {
				t.Fatalf("seed %d, step %d, moment %d:\n%s\nwant\n%s", seed, step, number, got, want)
			}
			seen[number] = got
		}
	}
}

// Saved work that is damaged, hostile or of another version is refused with a
// sentence, and nothing has changed.
func TestDamagedSavings(t *testing.T) {
	p, s := pasted(t, "city,n\nBern,1\nBasel,2\n"), newSaved()
	p.Request.SetFilter("x")
	p.Edit.Fork("")
	p.Request.SetTop(3)
	s.keep(p)
	try := func(head string, change func(n int, text string) string) error {
		q, r := New(1), draft.NewRestoring(head, draft.FromStorage)
		for n, text := range s.moments {
			if text = change(n, text); text != "" {
				r.Add(text)
			}
		}
		before := q.Edit.Journal()
		err := q.Finish(r)
		if err != nil && (q.Edit.Journal() != before || q.Rows.HasData()) {
			t.Error("refused work has left a trace")
		}
		finish(q)
		return err
	}
	same := func(_ int, text string) string { return text }
	if err := try(s.head, same); err != nil {
		t.Fatal(err)
	}
	if err := try(strings.Replace(s.head, `"Version":1`, `"Version":2`, 1), same); err != draft.ErrSavedNewer {
		t.Errorf("newer work: %v", err)
	}
	if err := try(s.head, func(n int, text string) string {
		if n == 1 {
			return ""
		}
		return text
	}); err != draft.ErrSavedDamaged {
		t.Errorf("a moment less: %v", err)
	}
	random := rand.New(rand.NewSource(1))
	for range 3000 {
		damage := func(text string) string {
			b := []byte(text)
			for range 1 + random.Intn(3) {
				b[random.Intn(len(b))] = byte(random.Intn(256))
			}
			return string(b)
		}
		if random.Intn(2) == 0 {
			_ = try(damage(s.head), same)
		} else {
			_ = try(s.head, func(_ int, text string) string { return damage(text) })
		}
	}
}

// Every field of saved work has a bound, and what is beyond one is refused.
func TestSoundness(t *testing.T) {
	long := strings.Repeat("a", 200<<10)
	whole := func() draft.Work {
		p := pasted(t, "city,n\nBern,1\nBasel,2\n")
		p.Rival.Compare(draft.Design{Title: "B", PartitionKey: "{n}", RowKey: "{city}"})
		p.Questions.AddQuestion()
		p.Questions.AddTransaction()
		p.Guide.Name("city", true)
		p.Guide.Know("city", draft.Exactly)
		p.Keys.SetOwnKeys("a\nb")
		return *p.Edit.Work()
	}
	for _, c := range []struct {
		name string
		harm func(w *draft.Work)
	}{
		{"typed template", func(w *draft.Work) { w.Typed[1] = long }},
		{"design", func(w *draft.Work) { w.Design.Title = long }},
		{"own keys", func(w *draft.Work) { w.OwnKeys = long }},
		{"file name", func(w *draft.Work) { w.Set.Name = long }},
		{"filter", func(w *draft.Work) { w.Filter = long }},
		{"kind of arrival", func(w *draft.Work) { w.Arrival.Kind = check.TimeOfWriting + 1 }},
		{"column of arrival", func(w *draft.Work) { w.Arrival = draft.Arrival{Kind: check.TimeOfWriting, Column: long} }},
		{"no column of arrival", func(w *draft.Work) { w.Arrival = draft.Arrival{Kind: check.TimeOfWriting} }},
		{"page size", func(w *draft.Work) { w.Top = 1001 }},
		{"title of a question", func(w *draft.Work) { w.Score.Questions[0].Title = long }},
		{"filter of a question", func(w *draft.Work) { w.Score.Questions[0].Filter = long }},
		{"order of a question", func(w *draft.Work) { w.Score.Questions[0].Sort = long }},
		{"$top of a question", func(w *draft.Work) { w.Score.Questions[0].Top = -1 }},
		{"times of a question", func(w *draft.Work) { w.Score.Questions[0].Times = draft.MaxTimes + 1 }},
		{"time of a question", func(w *draft.Work) { w.Score.Questions[0].Per = draft.PerDay + 1 }},
		{"number of questions", func(w *draft.Work) { w.Score.Questions = make([]draft.Query, draft.MaxQuestions+1) }},
		{"title of a transaction", func(w *draft.Work) { w.Score.Transactions[0].Title = long }},
		{"columns of a transaction", func(w *draft.Work) { w.Score.Transactions[0].By = make([]string, 300) }},
		{"number of transactions", func(w *draft.Work) { w.Score.Transactions = make([]draft.Transaction, draft.MaxTransactions+1) }},
		{"ranges", func(w *draft.Work) { w.Score.Ranges = 1 << 40 }},
		{"columns that grow", func(w *draft.Work) { w.Score.Growing = []string{long} }},
		{"columns that do not", func(w *draft.Work) { w.Score.Steady = make([]string, 300) }},
		{"other design", func(w *draft.Work) { w.Score.Rival.RowKey = long }},
		{"other design as typed", func(w *draft.Work) { w.Score.RivalTyped[0] = long }},
		{"step", func(w *draft.Work) { w.Wizard.Step = draft.WizardSteps }},
		{"properties", func(w *draft.Work) { w.Wizard.Used = []string{long} }},
		{"key properties", func(w *draft.Work) { w.Wizard.Keys = make([]draft.KeyProperty, 300) }},
		{"a key property", func(w *draft.Work) { w.Wizard.Keys = []draft.KeyProperty{{Name: long}} }},
		{"identity", func(w *draft.Work) { w.Wizard.Identity = long }},
		{"split", func(w *draft.Work) { w.Wizard.Split = -1 }},
		{"separator", func(w *draft.Work) { w.Wizard.Separator = long }},
		{"buckets", func(w *draft.Work) { w.Wizard.Buckets = 1 << 40 }},
		{"peak", func(w *draft.Work) { w.Wizard.Peak = -1 }},
		{"target", func(w *draft.Work) { w.Wizard.Target = 1 << 40 }},
		{"fan-out", func(w *draft.Work) { w.Index.Fanout = 5 }},
		{"small fan-out", func(w *draft.Work) { w.Index.Fanout = 2 }},
		{"class of a range", func(w *draft.Work) { w.Index.Class = draft.OwnRange + 1 }},
		{"range", func(w *draft.Work) { w.Index.Filter = long }},
		{"key to find", func(w *draft.Work) { w.Index.Find.RowKey = long }},
		{"key to insert", func(w *draft.Work) { w.Index.Insert.PartitionKey = long }},
	} {
		w := whole()
		if !w.Sound() {
			t.Fatal("the work of a few gestures is refused")
		}
		if c.harm(&w); w.Sound() {
			t.Errorf("%s: a work beyond the bound is taken", c.name)
		}
	}
}

// A gesture that would leave the bounds does nothing, so that whatever was made
// can be read back.
func TestGesturesStayWithinBounds(t *testing.T) {
	p := pasted(t, "city,n\nBern,1\nBasel,2\n")
	p.Questions.AddQuestion()
	p.Questions.AddTransaction()
	at := p.Edit.Journal().Position()
	long := strings.Repeat("a", 200<<10)
	p.Keys.SetTemplate(draft.RowKey, long)
	p.Rival.SetRivalTemplate(draft.RowKey, long)
	p.Questions.NameTransaction(0, long)
	p.Questions.EditQuestion(0, "$filter", true, func(q *draft.Query) { q.Filter = long })
	p.Index().Find(table.Key{PartitionKey: long})
	if got := p.Edit.Journal().Position(); got != at || !p.Edit.Work().Sound() {
		t.Errorf("the journal stands at %d, want %d, and the work within its bounds", got, at)
	}
}

// A table that stands on no page's list of samples can be opened, and is not
// taken from what was saved.
func TestUnlistedSample(t *testing.T) {
	p, s := New(1), newSaved()
	p.Incoming.Open(draft.Sample{ID: "unlisted", Title: "Unlisted", File: "u.csv", Format: dataset.CSV, Designs: []draft.Design{{PartitionKey: "{a}", RowKey: "{b}"}}}, []byte("a,b\n1,2\n"))
	finish(p)
	if p.Table.Entities() != 1 {
		t.Fatalf("%d entities, want 1", p.Table.Entities())
	}
	s.keep(p)
	r := draft.NewRestoring(s.head, draft.FromStorage)
	for _, text := range s.moments {
		r.Add(text)
	}
	if err := New(1).Finish(r); err != draft.ErrSavedDamaged {
		t.Errorf("got %v, want ErrSavedDamaged", err)
	}
}
