package store

import "strings"

// Difference is how two designs differ over one question or transaction.
type Difference struct {
	Sentence string
	Better   int // -1 for A, 1 for B, 0 when neither is
}

// Differ says in words how two designs answer the same question.
func Differ(a, b *Score) Difference {
	switch {
	case a.Stale || b.Stale || a.Fault != nil || b.Fault != nil:
		return Difference{}
	case a.Own || b.Own:
		return Difference{"This question names the keys of one design, so it can not compare two. Write it over properties.", 0}
	case a.Cost.Pages != b.Cost.Pages:
		return Difference{"Design A answers with " + counted(a.Cost.Pages, "request", "requests") + ", design B with " + number(b.Cost.Pages) + ".", sign(a.Cost.Pages - b.Cost.Pages)}
	case a.Cost.Examined != b.Cost.Examined:
		return Difference{"Design A reads " + counted(a.Cost.Examined, "entity", "entities") + " for it, design B " + number(b.Cost.Examined) + ".", sign(a.Cost.Examined - b.Cost.Examined)}
	case a.Kind != b.Kind:
		return Difference{"Both read the same here, design A with a " + lowered(a.Kind.String()) + ", design B with a " + lowered(b.Kind.String()) + ".", 0}
	}
	for i, times := range Scales {
		if x, y := a.Estimates[i], b.Estimates[i]; x.Pages != y.Pages {
			return Difference{"Both cost the same now. With " + number(times) + " times the data, design A is estimated at " + counted(x.Pages, "request", "requests") + ", design B at " + number(y.Pages) + ".", 0}
		}
	}
	return Difference{"Both designs cost the same.", 0}
}

func lowered(s string) string { return strings.ToLower(s[:1]) + s[1:] }

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// DifferOver says in words which of two designs can hold a transaction.
func DifferOver(a, b *Grouping) Difference {
	switch {
	case a.Stale || b.Stale || len(a.By) == 0:
		return Difference{}
	case a.Holds() && b.Holds():
		return Difference{"Both designs can hold it.", 0}
	case a.Holds():
		return Difference{"Design A can hold it. Design B can not: " + b.whyNot() + ".", -1}
	case b.Holds():
		return Difference{"Design B can hold it. Design A can not: " + a.whyNot() + ".", 1}
	case a.Fits != b.Fits:
		return Difference{"Neither holds all of it: design A " + number(a.Fits) + " of " + counted(a.Groups, "group", "groups") + ", design B " + number(b.Fits) + ".", sign(b.Fits - a.Fits)}
	}
	return Difference{"Neither design can hold it.", 0}
}

// whyNot says in a few words what is wrong with the worst group.
func (g *Grouping) whyNot() string {
	switch w := &g.Worst; {
	case w.Partitions > 1:
		return counted(w.Partitions, "partition", "partitions")
	case w.Lost > 0:
		return counted(w.Lost, "row", "rows") + " without an entity"
	case w.Bytes > maxTransactionBytes:
		return "more than 4 MiB"
	}
	return counted(g.Worst.Entities, "entity", "entities") + ", 100 is the most"
}

// Total is what all questions together cost in a day under one design, and how
// many transactions it holds.
type Total struct {
	Pages, Examined     int
	Holds, Transactions int
	Scans               int // questions that read the whole table
	Asked               int
	Stored              int // entities in its table
}

// Totals adds up what a design costs; ok is false while something is still
// being tried. In a comparison, a question that names the keys themselves does
// not count: it means something else under the other design.
func (p *Playground) Totals(at Side) (t Total, ok bool) {
	if ok = p.built != nil; ok {
		t.Stored = p.built.snapshot.Len()
	}
	if at == B && p.score.rival.built != nil {
		t.Stored = p.score.rival.built.snapshot.Len()
	}
	for _, s := range p.Scores(at) {
		if s.Stale {
			return t, false
		}
		if s.Fault != nil || s.Own && p.Comparing() {
			continue
		}
		t.Asked++
		t.Pages += s.PagesPerDay()
		t.Examined += s.ExaminedPerDay()
		if s.Kind.String() == "Table scan" {
			t.Scans++
		}
	}
	for _, g := range p.Groupings(at) {
		if g.Stale {
			return t, false
		}
		if len(g.By) > 0 {
			t.Transactions++
			if g.Holds() {
				t.Holds++
			}
		}
	}
	return t, ok
}

// Hourly writes a number of a day as one of an hour.
func Hourly(perDay int) string {
	if perDay > 0 && perDay < 24 {
		return "less than 1"
	}
	return number((perDay + 12) / 24)
}

// Verdict says in one or two sentences which design suits the questions; empty
// while something is still being tried.
func (p *Playground) Verdict() string {
	a, ok := p.Totals(A)
	if !ok {
		return ""
	}
	if !p.Comparing() {
		return p.verdictAlone(a)
	}
	b, ok := p.Totals(B)
	switch {
	case !ok:
		return ""
	case a.Asked == 0:
		return "No question compares the two designs. Write one over properties, and not over PartitionKey and RowKey."
	}
	cheaper, dearer, x, y := "A", "B", a, b
	if b.cheaper(a) {
		cheaper, dearer, x, y = "B", "A", b, a
	}
	better := " suits these questions better: "
	if x.Stored < y.Stored {
		better = " is cheaper for these questions: "
	}
	text := "Both designs cost the same for these questions: " + Hourly(a.Pages) + " requests an hour."
	switch {
	case x.Examined < y.Examined && x.near(y):
		text = "Design " + cheaper + better + "it reads " + Hourly(x.Examined) + " entities an hour, design " + dearer + " " + Hourly(y.Examined) + "."
	case x.Pages < y.Pages:
		text = "Design " + cheaper + better + Hourly(x.Pages) + " requests an hour, design " + dearer + " needs " + Hourly(y.Pages) + "."
	}
	return text + p.weightSentence(x.Examined < y.Examined && x.near(y)) + lostSentence(a.Stored, b.Stored) + heldSentence(a, b, cheaper)
}

// weightSentence names the question that makes most of the difference, and how
// often it is asked: in requests, or in what is read.
func (p *Playground) weightSentence(read bool) string {
	a, b := p.Scores(A), p.Scores(B)
	var most Query
	widest := 0
	for i := range a {
		if Differ(&a[i], &b[i]).Better == 0 {
			continue
		}
		gap := a[i].PagesPerDay() - b[i].PagesPerDay()
		if read {
			gap = a[i].ExaminedPerDay() - b[i].ExaminedPerDay()
		}
		if gap = max(gap, -gap); gap > widest {
			widest, most = gap, a[i].Query
		}
	}
	if widest == 0 {
		return ""
	}
	return " Most of the difference is “" + most.Title + "”, asked " + most.Often() + "."
}

// near reports whether both take about as many requests: within one in twenty.
func (t Total) near(other Total) bool {
	return 20*max(t.Pages-other.Pages, other.Pages-t.Pages) <= min(t.Pages, other.Pages)
}

// cheaper compares what the designs cost. A request that returns one entity may
// read thousands, so where both take about as many requests, what they read
// decides.
func (t Total) cheaper(other Total) bool {
	if t.near(other) && t.Examined != other.Examined {
		return t.Examined < other.Examined
	}
	return t.Pages < other.Pages
}

// lostSentence tells of the rows that find no place under one design alone.
func lostSentence(a, b int) string {
	if a == b {
		return ""
	}
	fewer, more := "A", "B"
	if b < a {
		fewer, more = "B", "A"
	}
	n := max(a-b, b-a)
	return " Design " + fewer + " leaves out " + counted(n, "row", "rows") + " that design " + more + " stores."
}

// heldSentence goes on with the transactions, where the designs differ in them.
func heldSentence(a, b Total, cheaper string) string {
	if a.Holds == b.Holds {
		if a.Transactions == 1 && a.Holds == 1 {
			return " Both can hold the transaction."
		}
		if a.Transactions > 0 && a.Holds == a.Transactions {
			return " Both can hold every transaction."
		}
		return ""
	}
	holds, more, fewer := "A", a, b
	if b.Holds > a.Holds {
		holds, more, fewer = "B", b, a
	}
	other := map[string]string{"A": "B", "B": "A"}[holds]
	text := "design " + holds + " can hold " + number(more.Holds) + " of " + counted(more.Transactions, "transaction", "transactions") + ", design " + other + " " + number(fewer.Holds) + "."
	if more.Transactions == 1 {
		text = "design " + holds + " can hold the transaction, design " + other + " can not."
	}
	if holds != cheaper {
		return " But " + text + " You decide what matters more."
	}
	return " D" + text[1:]
}

func (p *Playground) verdictAlone(a Total) string {
	if a.Asked == 0 {
		return ""
	}
	text := counted(a.Asked, "question", "questions") + " take " + Hourly(a.Pages) + " requests and examine " + Hourly(a.Examined) + " entities an hour."
	if a.Asked == 1 {
		text = strings.Replace(strings.Replace(text, " take ", " takes ", 1), " and examine ", " and examines ", 1)
	}
	if a.Scans > 0 {
		text += " " + number(a.Scans) + " of them " + map[bool]string{true: "reads", false: "read"}[a.Scans == 1] + " the whole table."
	}
	if a.Transactions == 1 {
		return text + map[bool]string{true: " The keys can hold the transaction.", false: " The keys can not hold the transaction."}[a.Holds == 1]
	}
	if a.Transactions > 0 {
		text += " The keys can hold " + number(a.Holds) + " of " + counted(a.Transactions, "transaction", "transactions") + "."
	}
	return text
}
