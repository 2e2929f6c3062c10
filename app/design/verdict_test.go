package design

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/design/score"
	"github.com/keyrange/keyrange/engine/table"
)

// towns are eight rows: Bern four times, Basel three times, and one without a
// city. n is 1 to 8.
const towns = "city,n,k,name\nBern,1,1,a\nBern,2,1,b\nBern,3,2,c\nBern,4,2,d\nBasel,5,1,e\nBasel,6,2,f\nBasel,7,3,g\n,8,1,h\n"

var (
	byCity   = draft.Design{Title: "city", PartitionKey: "{or(city,'none')}", RowKey: "{n}"}
	byNumber = draft.Design{Title: "number", PartitionKey: "{n}", RowKey: "x"}
	inOne    = draft.Design{Title: "one", PartitionKey: "all", RowKey: "{n}"}
	inOneToo = draft.Design{Title: "one too", PartitionKey: "every", RowKey: "{n}"}
	keyless  = draft.Design{Title: "keyless", PartitionKey: "{city}", RowKey: "{n}"}
	twice    = draft.Design{Title: "twice", PartitionKey: "{or(city,'none')}", RowKey: "{k}"}
	losesTwo = draft.Design{Title: "two reasons", PartitionKey: "{city}", RowKey: "{k}"}

	bern    = draft.Query{Title: "Bern", Filter: "city eq 'Bern'", Times: 10}
	number3 = draft.Query{Title: "Number 3", Filter: "n eq 3"}
	nobody  = draft.Query{Title: "Nobody", Filter: "n eq 99"}
	all     = draft.Query{Title: "All", Filter: ""}
)

// compared puts two designs over rows side by side.
func compared(t *testing.T, csv string, a, b draft.Design, questions ...draft.Query) *Playground {
	t.Helper()
	p := pasted(t, csv)
	p.Keys.UseDesign(a)
	p.Questions.EditScore("Questions", false, func(s *draft.Scorecard) { s.Questions, s.Transactions = questions, nil })
	p.Questions.SetRanges(1)
	p.Rival.Compare(b)
	finish(p)
	return p
}

// Each sentence of the verdict, once where it has to stand and once where it
// would be wrong.
func TestVerdictSentences(t *testing.T) {
	often := draft.Query{Title: "Often", Filter: "city eq 'Bern'", Times: 9, Per: draft.PerMinute}
	for _, c := range []struct {
		name   string
		a, b   draft.Design
		ask    []draft.Query
		says   string
		absent string // from the same verdict
	}{
		{"nothing lost", byCity, inOne, []draft.Query{bern}, "Design A suits these questions better: it examines 40 entities an hour, design B 80.", "loses"},
		{"B loses a row", byCity, keyless, []draft.Query{all}, "Design B loses 1 of 8 rows: it gives no key.", "Design A loses"},
		{"A loses rows", twice, byCity, []draft.Query{all}, "Design A loses 2 of 8 rows: they repeat the key of an earlier row.", "Design B loses"},
		{"two reasons", byCity, losesTwo, []draft.Query{bern}, "Design B loses 3 of 8 rows: 2 repeat the key of an earlier row and 1 gives no key.", "suits"},
		{"the cheaper one loses", byCity, keyless, []draft.Query{all}, "Design B examines 7 entities an hour, design A 8. That is no win: it answers without the rows that it lost. “All”, asked once per hour, accounts for all of that gap.", "better"},
		{"the dearer one loses", byCity, twiceInOne, []draft.Query{bern, all}, "Design A suits these questions better", "no win"},
		{"both lose", losesTwo, keyless, []draft.Query{all}, "Design A examines 5 entities an hour, design B 7. Neither is better, because both lose rows.", "suits"},
		{"the same cost", inOne, inOneToo, []draft.Query{bern}, "Both designs cost the same for these questions: 10 requests an hour.", "decides"},
		{"the weight", byCity, inOne, []draft.Query{bern, often}, "“Often” decides it: asked 9 times per minute, it accounts for 98% of what design A saves.", "“Bern” decides"},
		{"all of it", byCity, inOne, []draft.Query{bern, all}, "“Bern” decides it: asked 10 times per hour, it accounts for all of what design A saves.", "The price"},
		{"the price", byCity, byNumber, []draft.Query{bern, number3}, "The price is “Number 3”: it examines 8 entities under design A and 1 under design B. Asked once per hour, that gives back 18% of it.", "“Number 3” decides"},
		{"the same rows", byCity, inOne, []draft.Query{bern, number3}, "Both designs return the same rows for every question.", "not return"},
		{"two questions differ", byCity, twice, []draft.Query{bern, {Title: "Twos", Filter: "n eq 2"}, nobody}, "2 questions do not return the same rows. The widest gap is in “Bern”: design B misses 2 of the 4 rows that design A returns: they repeat the key of an earlier row.", "Both designs return"},
		{"another differs", keyless, byCity, []draft.Query{bern, all}, "One question does not return the same rows, “All”: design A misses 1 of the 8 rows that design B returns: it gives no key.", "questions do not"},
		{"ties", byCity, byNumber, []draft.Query{{Title: "First", Top: 2, Sort: "k", Times: 1}}, "Both designs return the same rows for every question.", "up to ties"},
		{"set aside", byCity, inOne, []draft.Query{bern, {Title: "Own", Filter: "PartitionKey eq 'Bern'"}}, "1 question names PartitionKey or RowKey and is set aside.", "error"},
		{"an error", byCity, inOne, []draft.Query{bern, {Title: "Bad", Filter: "city eq"}, {Title: "Worse", Filter: "("}}, "2 questions have an error and do not count.", "set aside"},
		{"nothing to compare", byCity, inOne, []draft.Query{{Title: "Own", Filter: "RowKey eq '3'"}}, "No question compares the two designs.", "suits"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := compared(t, towns, c.a, c.b, c.ask...)
			if v := verdict(p); !strings.Contains(v, c.says) || strings.Contains(v, c.absent) {
				t.Errorf("want %q and not %q:\n%s", c.says, c.absent, v)
			}
		})
	}
}

// twiceInOne loses rows and reads everything.
var twiceInOne = draft.Design{Title: "twice in one", PartitionKey: "all", RowKey: "{k}_{or(city,'none')}"}

// What both cost nearly alike is not a win, and fewer requests that examine more
// say so.
func TestVerdictOfNearFigures(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("g,id,v\n")
	for i := range 300 {
		fmt.Fprintf(&rows, "%d,%d,%d\n", i%3, i, i%50)
	}
	near := draft.Design{PartitionKey: "{g}", RowKey: "{id}"}
	even := compared(t, rows.String(), near, draft.Design{PartitionKey: "{g}", RowKey: "{v}_{id}"}, draft.Query{Title: "One", Filter: "g eq 1 and id eq 7"}, draft.Query{Title: "All", Times: 500})
	if v := verdict(even); !strings.Contains(v, "Both designs cost about the same for these questions: design A examines 150,001 entities an hour, design B 150,100.") || strings.Contains(v, "decides") {
		t.Errorf("within one in twenty: %s", v)
	}
	requests := compared(t, rows.String(), near, draft.Design{PartitionKey: "{hash(id)%2}_{g}", RowKey: "{id}"}, draft.Query{Title: "One", Filter: "g eq 1"}, draft.Query{Title: "All", Times: 500})
	if v := verdict(requests); !strings.Contains(v, "Both designs cost about the same for these questions: design A takes 501 requests an hour, design B 502.") {
		t.Errorf("within one in twenty: %s", v)
	}
	spread := draft.Design{PartitionKey: "{hash(id)%8:02}_{v}", RowKey: "{g}_{id}"}
	dear := compared(t, rows.String(), spread, draft.Design{PartitionKey: "all", RowKey: "{id}"}, draft.Query{Title: "Seven", Filter: "v eq 7"})
	if v := verdict(dear); !strings.Contains(v, "Design B suits these questions better: it takes 1 request an hour, design A 8.") ||
		!strings.Contains(v, "Fewer requests do not mean less work here: design B examines 300 entities an hour, design A 6.") {
		t.Errorf("fewer requests that examine more: %s", v)
	}
	if v := verdict(dear); !strings.Contains(v, "The price is “Seven”: it examines 300 entities under design B and 6 under design A.") {
		t.Errorf("what the question examines more: %s", v)
	}
	if v := verdict(even); strings.Contains(v, "examine more") || strings.Contains(v, "The price") {
		t.Errorf("as much is examined: %s", v)
	}
}

// A tie at the end of $top is told as a tie, and only there.
func TestTiesAtTop(t *testing.T) {
	first := draft.Query{Title: "First", Filter: "city eq 'Bern'", Top: 1, Sort: "k"}
	p := compared(t, towns, draft.Design{PartitionKey: "{or(city,'none')}", RowKey: "{k}_{n}"}, draft.Design{PartitionKey: "{or(city,'none')}", RowKey: "{k}_{name}"}, first)
	if v := verdict(p); !strings.Contains(v, "Both designs return the same rows for every question.") {
		t.Errorf("the same row first: %s", v)
	}
	p = compared(t, towns, draft.Design{PartitionKey: "{or(city,'none')}", RowKey: "{k}_{n}"}, draft.Design{PartitionKey: "{or(city,'none')}", RowKey: "{k}_{9-n}"}, first)
	if v := verdict(p); !strings.Contains(v, "the same rows for every question, up to ties in its order.") {
		t.Errorf("another row of a tie: %s", v)
	}
	a, b := p.Score.Scores(score.A)[0], p.Score.Scores(score.B)[0]
	if d := score.Differ(&a, &b); !strings.Contains(d.Sentence, "Several rows share the last place that $top=1 lets in") {
		t.Errorf("the tie is not told: %s", d.Sentence)
	}
}

// Differences between two designs over one question, each with who is better.
func TestDiffer(t *testing.T) {
	for _, c := range []struct {
		a, b   draft.Design
		ask    draft.Query
		says   string
		better int
	}{
		{byCity, byNumber, draft.Query{Filter: "city eq 'Bern' and n eq 3"}, "Both designs cost the same.", 0},
		{byCity, inOne, bern, "Design A examines 4 entities for it, design B 8.", -1},
		{inOne, byCity, bern, "Design A examines 8 entities for it, design B 4.", 1},
		{byCity, twice, bern, "Design A examines 4 entities for it, design B 2. Design B misses 2 of the 4 rows that design A returns: they repeat the key of an earlier row.", 0},
		{keyless, byCity, draft.Query{Filter: "n eq 3"}, "Design A examines 7 entities for it, design B 8.", 0},
		{inOne, inOneToo, all, "Both designs cost the same.", 0},
		{byCity, inOne, all, "Both designs cost the same.", 0},
		{byCity, inOne, draft.Query{Filter: "RowKey eq '3'"}, "Set aside: the question names PartitionKey or RowKey, and these hold something else under the other design.", 0},
	} {
		p := compared(t, towns, c.a, c.b, c.ask)
		a, b := p.Score.Scores(score.A)[0], p.Score.Scores(score.B)[0]
		d := score.Differ(&a, &b)
		if a.Kind != b.Kind && a.Cost.Examined == b.Cost.Examined && !a.Own {
			c.says = "Both examine the same number of entities here: design A in a " + score.Lowered(a.Kind.String()) + ", design B in a " + score.Lowered(b.Kind.String()) + "."
		}
		if d.Sentence != c.says || d.Better != c.better {
			t.Errorf("%s: %+v, want %q and %d", c.ask.Filter, d, c.says, c.better)
		}
	}
}

// A design that loses rows is not called better for a transaction either.
func TestDifferOver(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b score.Grouping
		want score.Difference
	}{
		{"stale", score.Grouping{Stale: true}, score.Grouping{}, score.Difference{}},
		{"both", score.Grouping{Groups: 2, Fits: 2}, score.Grouping{Groups: 2, Fits: 2}, score.Difference{Sentence: "Both designs can hold it.", Better: 0}},
		{"A", score.Grouping{Groups: 2, Fits: 2}, score.Grouping{Groups: 2, Fits: 1, Worst: score.Group{Partitions: 3}}, score.Difference{Sentence: "Design A can hold it. Design B cannot: one group lies in 3 partitions.", Better: -1}},
		{"B", score.Grouping{Groups: 2, Fits: 1, Worst: score.Group{Lost: 1}}, score.Grouping{Groups: 2, Fits: 2}, score.Difference{Sentence: "Design B can hold it. Design A cannot: one group loses 1 row.", Better: 1}},
		{"too many", score.Grouping{Groups: 2, Fits: 1, Worst: score.Group{Entities: 101}}, score.Grouping{Groups: 2, Fits: 2}, score.Difference{Sentence: "Design B can hold it. Design A cannot: one group has 101 entities, and a transaction takes at most 100.", Better: 1}},
		{"too large", score.Grouping{Groups: 2, Fits: 1, Worst: score.Group{Bytes: 5 << 20}}, score.Grouping{Groups: 2, Fits: 2}, score.Difference{Sentence: "Design B can hold it. Design A cannot: one group is larger than 4 MiB.", Better: 1}},
		{"more", score.Grouping{Groups: 4, Fits: 1}, score.Grouping{Groups: 4, Fits: 3}, score.Difference{Sentence: "Neither holds all of it: design A holds 1 of 4 groups, design B 3.", Better: 1}},
		{"more, but lossy", score.Grouping{Groups: 4, Fits: 1}, score.Grouping{Groups: 4, Fits: 3, Lost: 2}, score.Difference{Sentence: "Neither holds all of it: design A holds 1 of 4 groups, design B 3.", Better: 0}},
		{"neither", score.Grouping{Groups: 4, Fits: 1}, score.Grouping{Groups: 4, Fits: 1}, score.Difference{Sentence: "Neither design can hold it.", Better: 0}},
	} {
		c.a.By, c.b.By = []string{"n"}, []string{"n"}
		if got := score.DifferOver(&c.a, &c.b); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// Each reason for which a row is lost has its words, for one row and for more.
func TestLossSentence(t *testing.T) {
	for code, want := range map[table.Code]string{
		"":                          "gives no key/give no key",
		table.EntityAlreadyExists:   "repeats the key of an earlier row/repeat the key of an earlier row",
		table.OutOfRangeInput:       "has a key or a date that the service refuses/have a key or a date that the service refuses",
		table.PropertyValueTooLarge: "has a key or a text that is too long/have a key or a text that is too long",
		table.EntityTooLarge:        "is larger than 1 MiB/are larger than 1 MiB",
		table.InvalidInput:          "is refused by the service/are refused by the service",
	} {
		one, more, _ := strings.Cut(want, "/")
		l := model.Losses{Of: 9, Rows: []model.LostRow{{Row: 3, Code: code}}}
		if got := l.Sentence("This design"); got != "This design loses 1 of 9 rows: it "+one+"." {
			t.Error(got)
		}
		l.Rows = append(l.Rows, model.LostRow{Row: 5, Code: code})
		if got := l.Sentence("This design"); got != "This design loses 2 of 9 rows: they "+more+"." {
			t.Error(got)
		}
	}
	if got := (&model.Losses{Of: 9}).Sentence("This design"); got != "" {
		t.Errorf("nothing is lost: %s", got)
	}
}

// The verdict of one design alone.
func TestVerdictAlone(t *testing.T) {
	for _, c := range []struct {
		design draft.Design
		ask    []draft.Query
		want   string
	}{
		{byCity, []draft.Query{bern}, "1 question takes 10 requests and examines 40 entities an hour."},
		{byCity, []draft.Query{number3}, "1 question takes 1 request and examines 8 entities an hour. It examines the whole table."},
		{byCity, []draft.Query{bern, number3}, "2 questions take 11 requests and examine 48 entities an hour. 1 of them examines the whole table."},
		{byCity, []draft.Query{all, number3}, "2 questions take 2 requests and examine 16 entities an hour. 2 of them examine the whole table."},
		{keyless, []draft.Query{bern}, "This design loses 1 of 8 rows: it gives no key. 1 question takes 10 requests and examines 40 entities an hour."},
		{byCity, nil, ""},
	} {
		p := compared(t, towns, c.design, byCity, c.ask...)
		p.Rival.StopComparing()
		finish(p)
		if got := verdict(p); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	if got := score.Alone(score.Total{Asked: 2, Pages: 24, Examined: 24, Transactions: 1}); !strings.HasSuffix(got, "The keys cannot hold the transaction.") {
		t.Error(got)
	}
	if got := score.Alone(score.Total{Asked: 2, Transactions: 3, Holds: 2}); !strings.HasSuffix(got, "The keys can hold 2 of 3 transactions.") {
		t.Error(got)
	}
	if got := score.Alone(score.Total{Asked: 2, Transactions: 1, Holds: 1}); !strings.HasSuffix(got, "The keys can hold the transaction.") {
		t.Error(got)
	}
}

// The totals are the sums of what the rows of the table say.
func TestTotalsAreSums(t *testing.T) {
	p := compared(t, towns, byCity, inOne, bern, number3, draft.Query{Title: "Own", Filter: "PartitionKey eq 'all'"}, draft.Query{Title: "Bad", Filter: "("})
	for _, at := range []score.Side{score.A, score.B} {
		pages, examined := 0, 0
		for _, s := range p.Score.Scores(at)[:2] {
			pages, examined = pages+s.PagesPerDay(), examined+s.ExaminedPerDay()
		}
		if total, ok := p.Score.Totals(at); !ok || total.Pages != pages || total.Examined != examined || total.Asked != 2 || total.Aside != 1 || total.Faulty != 1 {
			t.Errorf("design %v: %+v, want %d pages and %d examined", at, total, pages, examined)
		}
	}
}

// What the verdict says of the transactions.
func TestVerdictOnTransactions(t *testing.T) {
	for _, c := range []struct {
		a, b score.Total
		want string
	}{
		{score.Total{}, score.Total{}, ""},
		{score.Total{Transactions: 1, Holds: 1}, score.Total{Transactions: 1, Holds: 1}, "Both can hold the transaction."},
		{score.Total{Transactions: 2, Holds: 2}, score.Total{Transactions: 2, Holds: 2}, "Both can hold every transaction."},
		{score.Total{Transactions: 2, Holds: 1}, score.Total{Transactions: 2, Holds: 1}, ""},
		{score.Total{Transactions: 1, Holds: 1}, score.Total{Transactions: 1}, "Design A can hold the transaction, design B cannot."},
		{score.Total{Transactions: 1}, score.Total{Transactions: 1, Holds: 1}, "But design B can hold the transaction, design A cannot. You decide what matters more."},
		{score.Total{Transactions: 3, Holds: 2}, score.Total{Transactions: 3, Holds: 1}, "Design A can hold 2 of 3 transactions, design B 1."},
	} {
		if got := (&score.Duel{Total: [2]score.Total{c.a, c.b}}).Held(); got != c.want {
			t.Errorf("%+v and %+v: %q, want %q", c.a, c.b, got, c.want)
		}
	}
}
