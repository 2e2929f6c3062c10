package reach

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

var blogColumns = []keys.Column{
	{Name: "Channel", Type: table.String}, {Name: "PostId", Type: table.Int32}, {Name: "At", Type: table.DateTime},
	{Name: "Author", Type: table.String}, {Name: "Rating", Type: table.Double},
}

func boundTo(t testing.TB, text string, columns []keys.Column) *keys.Bound {
	t.Helper()
	parsed, err := keys.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	b, err := parsed.Bind(columns)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return b
}

func asked(t testing.TB, text string) *filter.Expr {
	t.Helper()
	e, err := filter.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return e
}

// A question over properties gets the bounds on the keys that a design allows,
// and no others. The question itself follows them in every request.
func TestTranslate(t *testing.T) {
	const october = "Channel eq 'Football' and At ge datetime'2008-10-05T00:00:00Z' and At lt datetime'2008-10-06T00:00:00Z'"
	for _, c := range []struct {
		pk, rk, question string
		want             []string // the bounds of each request
	}{
		{"{Channel}", "{PostId:06}", "Channel eq 'Football'", []string{"PartitionKey eq 'Football'"}},
		{"{Channel}", "{PostId:06}", "Channel eq 'Football' and PostId eq 42", []string{"PartitionKey eq 'Football' and RowKey eq '000042'"}},
		{"{Channel}", "{PostId:06}", "Channel eq 'Football' and PostId gt 41 and PostId le 99", []string{"PartitionKey eq 'Football' and RowKey ge '000042' and RowKey le '000099'"}},
		{"{Channel}", "{PostId}", "Channel eq 'Football' and PostId gt 41 and PostId le 999", // 100 is the least text of these numbers
			[]string{"PartitionKey eq 'Football' and RowKey ge '100' and RowKey le '999'"}},
		{"{Channel}", "{PostId:06}", "Author eq 'Brady'", []string{""}},
		{"{Channel}_{9999-At.year}_{13-At.month:02}", "{reverseTicks(At):19}_{PostId}", october,
			[]string{"PartitionKey eq 'Football_7991_03' and RowKey ge '2521790496000000000_' and RowKey lt '2521791359999999999`'"}},
		{"{Channel}_{9999-At.year}_{13-At.month:02}", "{reverseTicks(At):19}_{PostId}", "Channel eq 'Football'",
			[]string{"PartitionKey ge 'Football_' and PartitionKey lt 'Football`'"}},
		{"{Channel}_{9999-At.year}_{13-At.month:02}", "{PostId}", "Channel eq 'Football' and At ge datetime'2008-11-05T00:00:00Z' and At lt datetime'2009-02-02T00:00:00Z'",
			[]string{"PartitionKey ge 'Football_7990_11' and PartitionKey le 'Football_7991_02'"}},
		{"{clean(or(Channel,'Unknown'))}", "{clean(or(Author,'Nobody'))}", "Channel eq 'A/B' and Author ge 'S' and Author lt 'T'",
			[]string{"PartitionKey eq 'A_B' and RowKey ge 'S' and RowKey lt 'T'"}},
		{"{Channel}", "{Author}", "Channel ge 'F' and Channel lt 'H'", []string{"PartitionKey ge 'F' and PartitionKey lt 'H'"}},
		{"{Channel}_{Author}", "{PostId}", "Channel ge 'F' and Channel lt 'Foot'", []string{"PartitionKey ge 'F' and PartitionKey lt 'Foot'"}},
		{"{Channel}{Author}", "{PostId}", "Channel ge 'Fo' and Channel lt 'Foot'", []string{"PartitionKey ge 'Fo' and PartitionKey lt 'Fp'"}},
		{"{Channel}", "", "Channel eq 'A' or Channel eq 'B'", []string{"PartitionKey eq 'A' and RowKey eq ''", "PartitionKey eq 'B' and RowKey eq ''"}},
		{"{Channel}", "{PostId}", "Channel eq 'A' or Author eq 'B'", []string{""}},
		{"{hash(PostId)%3:02}_{Channel}", "{PostId}", "Channel eq 'A'", []string{"PartitionKey eq '00_A'", "PartitionKey eq '01_A'", "PartitionKey eq '02_A'"}},
		{"{hash(PostId)%3:02}_{Channel}", "{PostId}", "Author eq 'A'", []string{""}},
		{"all", "{PostId:06}", "PostId ge 7", []string{"PartitionKey eq 'all' and RowKey ge '000007'"}}, // a number of 7 digits begins with 1 or more
		{"all", "{PostId:02}", "PostId ge 70", []string{"PartitionKey eq 'all' and RowKey ge '100'"}},   // and so does 100, which is among them
		{"all", "{PostId:010}", "PostId ge 7", []string{"PartitionKey eq 'all' and RowKey ge '0000000007'"}},
		{"{Channel}", "{PostId:06}", "PartitionKey eq 'x' and PostId eq 3", []string{""}},
	} {
		got := Translate(asked(t, c.question), boundTo(t, c.pk, blogColumns), boundTo(t, c.rk, blogColumns), nil)
		if len(got.Requests) != len(c.want) {
			t.Errorf("%s under %s, %s: got %d requests, want %d", c.question, c.pk, c.rk, len(got.Requests), len(c.want))
			continue
		}
		for i, r := range got.Requests {
			if !strings.HasPrefix(r.String(), c.want[i]) || strings.Contains(strings.TrimPrefix(r.String(), c.want[i]), "Key ") && !strings.Contains(c.question, "Key ") {
				t.Errorf("%s under %s, %s:\ngot  %s\nwant %s and the question", c.question, c.pk, c.rk, r, c.want[i])
			}
		}
	}
}

var (
	partitionTemplates = []string{"{Channel}", "all", "{Channel}_{At.year}", "{Channel}_{9999-At.year}_{13-At.month:02}", "{Channel}{Author}", "{Channel}-{Author}",
		"{hash(PostId)%4:02}_{Channel}", "{hash(Channel)%4}", "{upper(Channel)}", "{prefix(Channel,2)}", "{clean(or(Channel,'none'))}", "{At.year}-{At.month}", "{At.weekYear}{At.week:02}",
		"{At.date}", "{or(Author,'none')}_{Channel}", "{PostId/10}", "{floor(Rating)}", "{At.year}{At.dayOfYear:02}", "{reverse(Channel)}", "{PostId%7}", "{join('x',Channel)}-{Author}",
		"{or(when(Channel,'Foo',PostId),'other')}", "{or(join(Channel,'_',Author),'none')}", "{lower(clean(Channel))}", "{prefix(upper(Author),1)}{Channel}", "{-PostId/7:03}_{Channel}", "{hash(Channel)%4}_{PostId:03}"}
	rowTemplates = []string{"{PostId:06}", "{PostId}", "{reverseTicks(At):19}_{PostId}", "{ticks(At):19}_{PostId}", "{At}_{PostId}", "{13-At.month:02}{32-At.day:02}{PostId}",
		"{105-At.month:02}{At.day:02}_{PostId}", "{Author}_{PostId}", "{Rating}_{PostId}", "{-PostId:08}", "{100-PostId:03}_{PostId}", "{At.time}_{PostId}", "{lower(Author)}{PostId}", "{Rating:03}_{PostId}", "{9-Rating}", "{Rating*PostId}", "{At.month:02}{PostId:03}",
		"{PostId:02}{Author}", "{or(PostId,0):03}{Author}", "{At.year*100+At.month}_{PostId}", "{or(Author,Channel)}_{PostId}", "{At.weekYear}{At.week:02}{At.weekday}{At.time}", "{PostId%10}{PostId/10}"}
	questionTerms = []string{"Channel eq 'Football'", "Channel ge 'Fo'", "Channel lt 'Foo'", "Channel le 'Foo'", "Channel gt 'A'", "Channel eq 'A' or Channel eq 'Foo'", "Channel ne 'A'",
		"not (Channel eq 'A')", "PostId eq 7", "PostId ge 5", "PostId lt 12", "PostId le 120", "PostId gt -3", "PostId lt 5L", "At ge datetime'2008-11-05T00:00:00Z'", "At lt datetime'2009-02-02T00:00:00Z'",
		"At ge datetime'2008-01-01T00:00:00Z'", "At le datetime'2008-01-31T00:00:00Z'", "At eq datetime'2008-10-28T19:04:11Z'", "Author eq 'Ann'", "Author ge 'A'", "Author lt 'B'", "Rating ge 1.5", "Rating le 2",
		"Rating eq 0.0", "Rating eq 2.5", "Author eq 'Ann' or PostId eq 7", "Author eq 'Ann' or Channel eq 'Foo'", "PartitionKey ge 'F'", "PostId ge 100", "Author gt 'A'", "Author le ''", "Rating gt -1", "Rating lt 0.0", "Rating ge 0",
		"(Channel eq 'A' and (PostId eq 7 or PostId ge 100)) or Channel eq 'Foo'", "PostId lt 0 or PostId gt 90", "Channel lt 'B' or Channel ge 'Foo'", "At ge datetime'2008-10-28T00:00:00Z' and At lt datetime'2008-10-28T20:00:00Z'"}
)

// Whatever the rows, the design and the question are: a row that the question
// returns is returned by exactly one request, and no other row is.
func TestTranslateSound(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	bounded, rounds := 0, enginetest.InWasm(1500)
	for range rounds {
		pk, rk := boundTo(t, partitionTemplates[r.IntN(len(partitionTemplates))], blogColumns), boundTo(t, rowTemplates[r.IntN(len(rowTemplates))], blogColumns)
		rows, seen := blogTable(pk, rk, r)
		for range 8 {
			terms := make([]string, 1+r.IntN(4))
			for i := range terms {
				terms[i] = "(" + questionTerms[r.IntN(len(questionTerms))] + ")"
			}
			question := strings.Join(terms, " and ")
			if r.IntN(2) == 0 {
				seen = nil // what is said of these rows is then said of all
			}
			got := Translate(asked(t, question), pk, rk, seen)
			if got.Bounded {
				bounded++
			}
			checkSound(t, question, pk, rk, got, rows)
			if r.IntN(10) > 0 {
				continue
			}
			for _, b := range Barriers(asked(t, question), pk, rk, seen) {
				if f := b.Edit; b.Reason == "" || f != nil && boundTo(t, f.Template, blogColumns) == nil {
					t.Fatalf("%s under %s, %s: %+v", question, pk.Template().Text(), rk.Template().Text(), b)
				}
			}
		}
	}
	if bounded < 2*rounds {
		t.Errorf("only %d of %d questions had a bound: the test says little", bounded, 8*rounds)
	}
}

func checkSound(t *testing.T, question string, pk, rk *keys.Bound, got Translation, rows []table.Row) {
	t.Helper()
	want := filter.Compile(asked(t, question))
	requests := make([]*filter.Predicate, len(got.Requests))
	for i, e := range got.Requests {
		requests[i] = filter.Compile(asked(t, e.String())) // what is shown is what is sent
	}
	for _, row := range rows {
		times := 0
		for _, p := range requests {
			if p.Match(row) {
				times++
			}
		}
		if w := want.Match(row); w && times != 1 || !w && times != 0 {
			t.Fatalf("%s under %s, %s: the entity %v %v is returned %d times, the question wants it: %v\n%s", question, pk.Template().Text(), rk.Template().Text(), row.Key(), row.Entity(), times, w, got.Requests[0])
		}
	}
}

func blogTable(pk, rk *keys.Bound, r *rand.Rand) ([]table.Row, *Extents) {
	channels := []string{"Football", "Foo", "Fo", "Foot", "A", "A_", "", "foo", "Ｆ", "Fo\U0001F600"}
	authors := []string{"Ann", "B", "", "A", "ann", "Zoë"}
	days := []string{"2008-10-28T19:04:11Z", "2008-11-05T00:00:00Z", "2008-12-31T23:59:59Z", "2009-01-01T00:00:00Z", "2009-02-01T10:00:00Z", "1999-01-01T00:00:00Z", "2008-01-31T00:00:00Z", "2008-01-09T00:00:00Z", "9999-12-31T00:00:00Z"}
	t, seen := table.New("blog"), NewExtents(pk, rk)
	for n := range 60 {
		day, _ := table.ParseTicks(days[r.IntN(len(days))])
		row := knownRow{table.StringValue(channels[r.IntN(len(channels))]), table.Int32Value(int32(r.IntN(150) - 20)), table.DateTimeValue(day),
			table.StringValue(authors[r.IntN(len(authors))]), table.DoubleValue(float64(r.IntN(9)-3) / 2 * math.Copysign(1, float64(r.IntN(2))-.5))}
		var properties []table.Property
		for i, c := range blogColumns {
			if r.IntN(15) == 0 {
				row[i] = table.Value{}
				continue
			}
			properties = append(properties, table.Property{Name: c.Name, Value: row[i]})
		}
		seen.Add(row)
		k1, err1 := pk.Key(row, n)
		k2, err2 := rk.Key(row, n)
		if err1 == nil && err2 == nil {
			t.Insert(table.Entity{Key: table.Key{PartitionKey: k1, RowKey: k2}, Properties: properties}, table.MinDateTime)
		}
	}
	var rows []table.Row
	t.Snapshot().Scan(table.Key{}, func(run []table.Row) bool {
		rows = append(rows, run...)
		return true
	})
	return rows, seen
}

// The least text after all that begin with a text, in UTF-16 order.
func TestAfter(t *testing.T) {
	for text, want := range map[string]string{"": "", "a": "b", "Football_": "Football`", "a\uFFFF": "b", "\uFFFF": "", "\uD7FF": "\U00010000", "\U0010FFFF": "\uE000", "x\U0001F600": "x\U0001F601"} {
		if got := after(text); got != want {
			t.Errorf("after %q: got %q, want %q", text, got, want)
		}
	}
}
