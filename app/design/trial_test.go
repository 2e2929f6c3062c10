package design

import (
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/keys/check"
)

// fixOf returns the fix that is offered for a kind of finding, and what it was
// found to come to.
func fixOf(t *testing.T, p *Playground, kind check.Kind) (check.Finding, []string) {
	t.Helper()
	for _, f := range append(p.Table.Findings(), append(p.Keys.Anatomy(draft.PartitionKey).Findings, p.Keys.Anatomy(draft.RowKey).Findings...)...) {
		if f.Kind != kind || f.Fix == nil {
			continue
		}
		said, ok := p.Trials.Tried(*f.Fix)
		if !ok {
			t.Fatalf("the fix %q was not run", f.Fix.Label)
		}
		return f, said
	}
	t.Fatalf("no fix of %s is offered: %+v", kind, p.Table.Findings())
	return check.Finding{}, nil
}

func overRows(t *testing.T, csv, pk, rk string, arrival draft.Arrival) *Playground {
	t.Helper()
	p := pasted(t, csv)
	p.Keys.SetTemplate(draft.PartitionKey, pk)
	p.Keys.SetTemplate(draft.RowKey, rk)
	p.Table.SetArrival(arrival)
	finish(p)
	return p
}

// A fix that keeps its promise has nothing said about it, and one that does not
// says what it fails to do or costs.
func TestTrials(t *testing.T) {
	numbered := "Name,Id\n"
	for i := range 120 {
		numbered += "n" + strconv.Itoa(i%7) + "," + strconv.Itoa(i) + "\n"
	}
	long := "Name,Id\n" + strings.Repeat("x", 600) + "a,1\n" + strings.Repeat("x", 600) + "b,2\nshort,3\n"

	t.Run("keeps its promise", func(t *testing.T) {
		p := overRows(t, numbered, "{Name}", "{Id}", draft.Arrival{})
		f, said := fixOf(t, p, check.UnpaddedNumber)
		if price := p.Trials.Price(*f.Fix); len(said) > 0 || price != "" {
			t.Errorf("of %q it is said: %q, %q", f.Fix.Label, said, price)
		}
		p.Keys.Fix(*f.Fix)
		finish(p)
		if kindsOf(p)[check.UnpaddedNumber] || p.Table.Entities() != 120 {
			t.Error("the fix does not do what its run said")
		}
	})
	t.Run("makes a question dearer", func(t *testing.T) {
		p := overRows(t, numbered, "all", "{Name}_{Id:03}", draft.Arrival{Kind: check.RowOrder})
		p.Questions.EditQuestion(0, "$filter", true, func(q *draft.Query) { q.Title, q.Filter = "Some of all", "Name ge 'n1' and Name lt 'n3'" })
		finish(p)
		f, said := fixOf(t, p, check.OnePartition)
		if got := p.Trials.Price(*f.Fix); got != "makes a question dearer" {
			t.Errorf("its price is %q", got)
		}
		if !strings.Contains(strings.Join(said, " "), "“Some of all” would have to read 120 entities instead of 34.") {
			t.Errorf("16 buckets are said to come to %q", said)
		}
	})
	t.Run("loses rows", func(t *testing.T) {
		p := overRows(t, long, "{Id}", "{Name}", draft.Arrival{})
		f, said := fixOf(t, p, check.LongKey)
		if len(said) > 0 {
			t.Errorf("where every row has a partition of its own it is said: %q", said)
		}
		p = overRows(t, long+"c,4\n", "all", "{Name}", draft.Arrival{})
		f, said = fixOf(t, p, check.LongKey)
		if got := p.Trials.Price(*f.Fix); got != "brings a new problem" {
			t.Errorf("its price is %q", got)
		}
		p.Keys.Fix(*f.Fix)
		finish(p)
		if text := strings.Join(said, " "); !kindsOf(p)[check.DuplicateKey] || !strings.Contains(text, "A new problem would appear: “1 row repeats a key”.") {
			t.Errorf("cutting two names to the same text is said to come to %q", text)
		}
	})
	t.Run("loses a row that was stored", func(t *testing.T) {
		x := strings.Repeat("x", 300)
		p := overRows(t, "Name,Id\n"+x+"a,1\n"+x+"b,2\n"+x+x+",3\n", "all", "{Name}", draft.Arrival{})
		f, said := fixOf(t, p, check.LongKey)
		if got := p.Trials.Price(*f.Fix); got != "loses 1 row" {
			t.Errorf("its price is %q", got)
		}
		if text := strings.Join(said, " "); !strings.Contains(text, "1 row of the 3 tried would no longer be stored.") {
			t.Errorf("it is said: %q", text)
		}
	})
	t.Run("makes a value a missing one", func(t *testing.T) {
		p := overRows(t, "Name,D\na,2008-10-28T09:00:00+09:00\nb,2008-10-28T08:00:00+01:00\nc/c,soon\n", "{Name}", "{D}", draft.Arrival{})
		_, said := fixOf(t, p, check.LocalTime)
		if text := strings.Join(said, " "); text != "1 value of D would not fit the new type and would count as missing." {
			t.Errorf("reading D as a date is said to come to %q", text)
		}
	})
	t.Run("does not remove the finding", func(t *testing.T) {
		same := "Name,Id\n"
		for i := range 40 {
			same += "n," + strconv.Itoa(100+i) + "\n"
		}
		p := overRows(t, same, "all", "{Name}_{Id}", draft.Arrival{Kind: check.RowOrder})
		_, said := fixOf(t, p, check.OnePartition)
		if !strings.Contains(strings.Join(said, " "), "It does not remove the finding.") {
			t.Errorf("buckets by a column with one value are said to come to %q", said)
		}
	})
}

// What a run says holds when the fix is made: a finding said to go is gone, and
// one said to stay is there.
func TestTrialsComeTrue(t *testing.T) {
	csv := "Name,Id,D\nb/c,-5,5.0\nB,-7,5.05\na,10,0.5\n,9,12.25\nZ,100,7.5\nb/c,3,5.0\nZZ,-5,5.5\n"
	tried := 0
	for _, d := range [][2]string{{"{Name}", "{Id}"}, {"{Id}", "{Name}"}, {"x", "{D}_{Name}"}, {"{D}", "{Id}{Name}"}, {"x", "{Id}_{Id}"}, {"{or(Name,'q')}_{Id}", "{D}_{Id}"}} {
		p := overRows(t, csv, d[0], d[1], draft.Arrival{})
		for _, f := range p.Table.Findings() {
			if f.Fix == nil {
				continue
			}
			p := overRows(t, csv, d[0], d[1], draft.Arrival{})
			said, ok := p.Trials.Tried(*f.Fix)
			before, entities := count(p, f), p.Table.Entities()
			p.Keys.Fix(*f.Fix)
			finish(p)
			stays := strings.Contains(strings.Join(said, " "), "It does not remove the finding.")
			loses := strings.Contains(strings.Join(said, " "), "would no longer be stored")
			if tried++; !ok || stays != (count(p, f) >= before) || loses != (p.Table.Entities() < entities) {
				t.Errorf("%v, %s: run %v, said %q; afterwards %d of %d findings and %d of %d entities", d, f.Fix.Template, ok, said, count(p, f), before, p.Table.Entities(), entities)
			}
		}
	}
	if tried < 8 {
		t.Errorf("only %d fixes were tried", tried)
	}
}

func count(p *Playground, f check.Finding) int {
	n := 0
	for _, g := range p.Table.Findings() {
		if g.Kind == f.Kind && (g.Fix == nil || g.Fix.RowKey == f.Fix.RowKey) {
			n++
		}
	}
	return n
}
