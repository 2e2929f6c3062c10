package check

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/form"
	"github.com/keyrange/keyrange/engine/keys/keystest"
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// The columns of the rows that posts makes.
var postColumns = []keys.Column{
	{Name: "Channel", Type: table.String}, {Name: "PostId", Type: table.Int32},
	{Name: "PostedAt", Type: table.DateTime}, {Name: "Title", Type: table.String},
}

// posts makes rows as an application would write them: one every three hours
// from 2008 on, in eight channels that take turns in no order.
func posts(n int) []keystest.Row {
	random := rand.New(rand.NewPCG(1, 2))
	start, _ := table.ParseTicks("2008-01-01")
	rows := make([]keystest.Row, n)
	for i := range rows {
		at := start + table.Ticks(i)*3*3600*table.Second
		channel := string(rune('A'+random.IntN(8))) + "-channel"
		rows[i] = keystest.Row{table.StringValue(channel), table.Int32Value(int32(i)), table.DateTimeValue(at), table.StringValue("Title " + strconv.Itoa(i))}
	}
	return rows
}

func analyse(t testing.TB, pk, rk string, columns []keys.Column, rows []keystest.Row) *Analysis {
	t.Helper()
	p, err := keys.Parse(pk)
	if err != nil {
		t.Fatal(err)
	}
	r, err := keys.Parse(rk)
	if err != nil {
		t.Fatal(err)
	}
	bp, err := p.Bind(columns)
	if err != nil {
		t.Fatal(err)
	}
	br, err := r.Bind(columns)
	if err != nil {
		t.Fatal(err)
	}
	a := NewAnalysis(bp, br, Arrival{Kind: RowOrder})
	for i, row := range rows {
		x, errX := bp.Key(row, i)
		y, errY := br.Key(row, i)
		a.Add(x, y, errors.Join(errX, errY))
	}
	return a
}

func find(all []Finding, kind Kind) *Finding {
	for i := range all {
		if all[i].Kind == kind {
			return &all[i]
		}
	}
	return nil
}

// change returns the rows with one column replaced in some of them.
func change(rows []keystest.Row, col int, value func(i int) (table.Value, bool)) []keystest.Row {
	changed := make([]keystest.Row, len(rows))
	for i, r := range rows {
		changed[i] = append(keystest.Row(nil), r...)
		if v, ok := value(i); ok {
			changed[i][col] = v
		}
	}
	return changed
}

// Each finding is provoked by a small data set and a naive design, and is gone
// once the edit that it offers is made, where it offers one.
func TestFindings(t *testing.T) {
	rows := posts(400)
	at := func(n int, v table.Value) func(int) (table.Value, bool) {
		return func(i int) (table.Value, bool) { return v, i == n || i == n+7 }
	}
	tests := []struct {
		kind          Kind
		severity      Severity
		pk, rk        string
		rows          []keystest.Row
		title, detail string
		fixPK, fixRK  string // the design after the fix; empty: none is offered
	}{
		{OnePartition, Problem, "posts", "{PostId:06}", rows, "Everything is in one partition",
			"All 400 entities have the PartitionKey posts.", "posts_{hash(PostId)%16:02}", "{PostId:06}"},
		{HotPartition, Problem, "{PostedAt.year}_{PostedAt.month:02}", "{PostId:06}", rows, "Hot partition",
			"2008_02 takes 76% of the last 200 writes.", "{PostedAt.year}_{PostedAt.month:02}_{hash(PostId)%16:02}", "{PostId:06}"},
		{LargePartition, Note, "{PostedAt.year}_{PostedAt.month:02}_{PostedAt.monthWeek}", "{PostId:06}", change(rows, 2, func(i int) (table.Value, bool) { return keystest.Date("2007-05-05"), i < 100 }), "Large partition",
			"2007_05_1 holds 25% of the 400 entities.", "", ""},
		{SinglePartitions, Note, "{PostId:06}", "", rows, "One entity per partition", "400 of 400 partitions hold one entity.", "", ""},
		{AppendOnly, Problem, "{PostedAt}", "{PostId:06}", rows, "Append-only",
			"100% of the last 200 writes land in the last of 10 ranges.", "{hash(PostId)%16:02}_{PostedAt}", "{PostId:06}"},
		{PrependOnly, Problem, "{reverseTicks(PostedAt):19}", "", rows, "Prepend-only",
			"100% of the last 200 writes land in the first of 10 ranges.", "{hash(PostedAt)%16:02}_{reverseTicks(PostedAt):19}", ""},
		{DuplicateKey, Problem, "{Channel}", "{Title}", change(rows, 3, at(20, table.StringValue("Title 3"))), "1 row repeats a key",
			"Rows 21 and 28 both give B-channel, Title 3. A table keeps one of them.", "{Channel}", "{Title}_{rowNumber():03}"},
		{RefusedCharacter, Problem, "{Channel}", "{Title}", change(rows, 3, at(5, table.StringValue("Face/Off"))), "2 RowKeys hold a refused character",
			"Row 6 gives Face/Off. The service refuses '/' in a key", "{Channel}", "{clean(Title)}"},
		{RefusedCharacter, Problem, "{{#}}{Channel}", "{PostId:06}", rows, "400 PartitionKeys hold a refused character",
			"Row 1 gives {#}", "{{_}}{Channel}", "{PostId:06}"},
		{LongKey, Problem, "{Channel}", "{ Title }_{PostId:06}", change(rows, 3, at(5, table.StringValue(strings.Repeat("x", 600)))), "2 RowKeys are too long",
			"Row 6 gives a key of 607 characters. The service allows 512", "{Channel}", "{prefix(Title,252) }_{PostId:06}"},
		{MissingValue, Problem, "{upper(Channel)}", "{PostId:06}", change(rows, 0, at(11, table.Value{})), "2 rows have no Channel",
			"Row 12: Channel is missing.", "{or(upper(Channel),'Unknown')}", "{PostId:06}"},
		{UnusableValue, Problem, "{Channel}", "{1000/PostId:06}_{PostId:06}", rows, "1 row gives no RowKey",
			"Row 1: 1000/PostId divides by 0.", "", ""},
		{UnpaddedNumber, Problem, "{Channel}", "{PostId}", rows, "Numbers in RowKey sort as text",
			"100 sorts before 9, because PostId is 1 to 3 digits wide.", "{Channel}", "{PostId:03}"},
		{UnpaddedNumber, Problem, "{PostedAt.year}_{PostedAt.month}_{PostedAt.day:1}", "{Channel}{PostedAt}", rows, "Numbers in PartitionKey sort as text",
			"10 sorts before 9, because PostedAt.day is 1 to 2 digits wide.", "{PostedAt.year}_{PostedAt.month}_{PostedAt.day:02}", "{Channel}{PostedAt}"},
		{UnpaddedNumber, Problem, "{Channel}", "{or(PostId,'Unknown')}", change(rows, 1, at(3, table.Value{})), "Numbers in RowKey sort as text",
			"100 sorts before 9, because or(PostId,'Unknown') is 1 to 3 digits wide.", "{Channel}", "{or(PostId,'Unknown'):03}"},
		{UnpaddedNumber, Note, "{hash(Title)%16}", "{PostId:06}", rows, "Numbers in PartitionKey sort as text",
			"10 sorts before 9", "{hash(Title)%16:02}", "{PostId:06}"},
		{NegativeNumber, Problem, "{Channel}", "{PostId-200:03}", rows, "Numbers below 0 in RowKey sort backwards",
			"Row 1 gives -200 for PostId-200.", "{Channel}", "{PostId-200+1000:04}"},
	}
	for _, test := range tests {
		t.Run(string(test.kind)+" "+test.pk+" "+test.rk, func(t *testing.T) {
			f := find(analyse(t, test.pk, test.rk, postColumns, test.rows).Findings(), test.kind)
			if f == nil {
				t.Fatal("not found")
			}
			if f.Severity != test.severity || f.Title != test.title || !strings.HasPrefix(f.Detail, test.detail) {
				t.Errorf("got %v %q %q, want %v %q %q", f.Severity, f.Title, f.Detail, test.severity, test.title, test.detail)
			}
			checkFix(t, f, test.pk, test.rk, test.fixPK, test.fixRK, test.rows)
		})
	}
}

// checkFix compares the design after a fix and holds the fix to its promise.
func checkFix(t *testing.T, f *Finding, pk, rk, wantPK, wantRK string, rows []keystest.Row) {
	t.Helper()
	if f.Fix == nil {
		if wantPK != "" || wantRK != "" {
			t.Error("no fix is offered")
		}
		return
	}
	if f.Fix.RowKey {
		rk = f.Fix.Template
	} else {
		pk = f.Fix.Template
	}
	if pk != wantPK || rk != wantRK {
		t.Fatalf("the fix gives %s, %s, want %s, %s", pk, rk, wantPK, wantRK)
	}
	if again := find(analyse(t, pk, rk, postColumns, rows).Findings(), f.Kind); again != nil {
		t.Errorf("after the fix: %s %s", again.Title, again.Detail)
	}
}

// A good design for the same rows has nothing but what passed.
func TestGoodDesign(t *testing.T) {
	a := analyse(t, "{Channel}_{9999-PostedAt.year}_{13-PostedAt.month:02}", "{reverseTicks(PostedAt):19}_{PostId:06}", postColumns, posts(3000))
	kinds := []Kind{}
	for _, f := range a.Findings() {
		kinds = append(kinds, f.Kind)
		if f.Severity != Passed {
			t.Errorf("%s: %s", f.Title, f.Detail)
		}
	}
	if got, want := fmt.Sprint(kinds), "[SpreadWrites UsableKeys UniqueKeys PaddedNumbers OrderedTexts Partitions]"; got != want {
		t.Errorf("the findings are %s, want %s", got, want)
	}
}

// Every row is counted once, whatever is wrong with it, and the sizes of the
// partitions add up. The twin keeps every key in a map.
func TestAnalysisAccounts(t *testing.T) {
	random := rand.New(rand.NewPCG(enginetest.Seed(t, 20081028), 0))
	for range 200 {
		rows := make([]keystest.Row, random.IntN(300))
		for i := range rows {
			rows[i] = keystest.Row{table.StringValue(strings.Repeat("é/x"[random.IntN(3):], random.IntN(300)*random.IntN(2))), table.Int32Value(int32(random.IntN(50)))}
			if random.IntN(9) == 0 {
				rows[i][0] = table.Value{}
			}
		}
		columns := []keys.Column{{Name: "A", Type: table.String}, {Name: "B", Type: table.Int32}}
		a := analyse(t, "{A}", "{B%7}{10/(B-3)}", columns, rows)
		checkAccounts(t, a, rows)
	}
}

func checkAccounts(t *testing.T, a *Analysis, rows []keystest.Row) {
	t.Helper()
	twin := map[string]map[string]bool{}
	want := 0
	for _, r := range rows {
		pk, b := r[0].Str(), r[1].Int()
		if r[0].IsNull() || b == 3 || strings.ContainsAny(pk, "/") || table.UTF16Len(pk) > form.MaxKey {
			continue
		}
		rk := strconv.FormatInt(b%7, 10) + strconv.FormatInt(10/(b-3), 10)
		if twin[pk] == nil {
			twin[pk] = map[string]bool{}
		}
		if !twin[pk][rk] {
			want++
		}
		twin[pk][rk] = true
	}
	s := a.PartitionSizes(3)
	if a.Rows() != len(rows) || a.Entities() != want || s.Partitions != len(twin) || s.Entities != want {
		t.Fatalf("%d rows, %d entities, %d partitions; want %d, %d, %d", a.Rows(), a.Entities(), s.Partitions, len(rows), want, len(twin))
	}
	sum := s.RestEntities
	for i, top := range s.Top {
		sum += top.Entities
		if len(twin[top.PartitionKey]) != top.Entities || i > 0 && s.Top[i-1].Entities < top.Entities {
			t.Fatalf("the largest partitions are %v", s.Top)
		}
	}
	if sum != want || s.Rest+len(s.Top) != len(twin) {
		t.Fatalf("the sizes add up to %d entities, want %d", sum, want)
	}
}

func TestPartitionSizes(t *testing.T) {
	rows := []keystest.Row{}
	for i, name := range []string{"c", "a", "b", "c", "c", "d", "a", "b"} {
		rows = append(rows, keystest.Row{table.StringValue(name), table.Int32Value(int32(i))})
	}
	a := analyse(t, "{A}", "{B}", []keys.Column{{Name: "A", Type: table.String}, {Name: "B", Type: table.Int32}}, rows)
	got := a.PartitionSizes(2)
	want := "{4 8 [{c 3} {a 2}] 2 3 0.375 0.25}"
	if fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if got := NewAnalysis(a.pk, a.rk, Arrival{Kind: RowOrder}).PartitionSizes(2); fmt.Sprint(got) != "{0 0 [] 0 0 0 0}" {
		t.Errorf("of nothing: %v", got)
	}
}

// The sample is in key order and marks where the next write lands.
func TestSortSample(t *testing.T) {
	rows := posts(100)
	tests := []struct{ pk, rk, want string }{
		{"{PostedAt.date}", "{100-PostId:03}", "2008-01-13: >001=99 002=98 003=97 004=96; The next write lands before the first key of its partition."},
		{"{10-PostedAt.monthWeek:02}", "{100-PostId:03}", "08: >001=99 002=98 003=97 004=96 | 09: 045=55 046=54; The next write lands before the first key of its partition."},
		{"{PostedAt.date}", "{PostId:03}", "2008-01-12: 094=94 095=95 | 2008-01-13: 096=96 097=97 098=98 099=99>; The next write lands after the last key of its partition."},
		{"{PostId:03}", "", "094: =94 | 095: =95 | 096: =96 | 097: =97 | 098: =98 | 099: =99>; The next write lands in a new partition after the last one."},
		{"{100-PostId:03}", "", "001: >=99 | 002: =98 | 003: =97 | 004: =96 | 005: =95 | 006: =94; The next write lands in a new partition before the first one."},
		{"x", "{PostId*37%101:03}", "x: 000=0 001=71 002=41 003=11; The next write can land anywhere in x."},
	}
	for _, test := range tests {
		a := analyse(t, test.pk, test.rk, postColumns, rows)
		s := a.SortSample(6)
		got := sampleText(s)
		if got != test.want {
			t.Errorf("%s, %s:\ngot  %s\nwant %s", test.pk, test.rk, got, test.want)
		}
		checkOrder(t, a, s, 6)
	}
}

func sampleText(s Sample) string {
	var groups []string
	for _, g := range s.Groups {
		text := g.PartitionKey + ":"
		for i, r := range g.Rows {
			text += " "
			if g.Next == i {
				text += ">"
			}
			text += r.RowKey + "=" + strconv.Itoa(r.Row)
		}
		if g.Next == len(g.Rows) {
			text += ">"
		}
		groups = append(groups, text)
	}
	return strings.Join(groups, " | ") + "; " + s.Next
}

// checkOrder holds a sample to the order of the service, without gaps inside a
// partition.
func checkOrder(t *testing.T, a *Analysis, s Sample, k int) {
	t.Helper()
	n := 0
	last := table.Key{}
	for _, g := range s.Groups {
		for _, r := range g.Rows {
			key := table.Key{PartitionKey: g.PartitionKey, RowKey: r.RowKey}
			if n > 0 && key.Compare(last) <= 0 {
				t.Errorf("%v does not sort after %v", key, last)
			}
			last = key
			n++
		}
		between := 0
		for _, w := range a.writes {
			if a.key(w).PartitionKey == g.PartitionKey && a.rowKey(w) >= g.Rows[0].RowKey && a.rowKey(w) <= g.Rows[len(g.Rows)-1].RowKey {
				between++
			}
		}
		if between != len(g.Rows) {
			t.Errorf("%s: %d keys are shown of %d in a row", g.PartitionKey, len(g.Rows), between)
		}
	}
	if n == 0 || n > k {
		t.Errorf("%d keys are shown, want 1 to %d", n, k)
	}
}

func TestPercent(t *testing.T) {
	for share, want := range map[float64]string{0: "0%", 1: "100%", 0.38: "38%", 0.126: "12.6%", 0.0005: "0.05%", 0.9999: "99.9%", 0.996: "99.6%", 0.00001: "under 0.01%"} {
		if got := words.Percent(share); got != want {
			t.Errorf("words.Percent(%v) = %s, want %s", share, got, want)
		}
	}
}

// Two partitions have no median: the words name both shares.
func TestSharesOfPartitions(t *testing.T) {
	for _, test := range []struct {
		sizes Sizes
		want  string
	}{
		{Sizes{Partitions: 2, LargestShare: 0.5, MedianShare: 0.5}, "Each holds 50% of the entities."},
		{Sizes{Partitions: 2, LargestShare: 0.7, MedianShare: 0.5}, "The larger holds 70% of the entities, the other 30%."},
		{Sizes{Partitions: 3, LargestShare: 0.5, MedianShare: 0.3}, "The largest holds 50% of the entities, the median one 30%."},
	} {
		if got := test.sizes.Shares(); got != test.want {
			t.Errorf("%+v: %q, want %q", test.sizes, got, test.want)
		}
	}
}
