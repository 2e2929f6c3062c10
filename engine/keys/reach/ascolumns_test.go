package reach

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// What a question about keys asks of columns, or why nothing says it.
func TestAsColumns(t *testing.T) {
	for _, c := range []struct{ pk, rk, question, want string }{
		{"{Channel}", "{PostId:06}", "PartitionKey eq 'Drama'", "Channel eq 'Drama'"},
		{"{Channel}", "{PostId:06}", "PartitionKey eq 'Drama' and Author eq 'Ann'", "Channel eq 'Drama' and Author eq 'Ann'"},
		{"{Channel}", "{PostId:06}", "PartitionKey ge 'C' and PartitionKey lt 'E'", "Channel ge 'C' and Channel lt 'E'"},
		{"{Channel}", "{PostId:06}", "PartitionKey ne 'Drama'", "not (Channel eq 'Drama')"},
		{"{Channel}", "{PostId:06}", "PartitionKey eq 'Drama' and RowKey eq '000042'", "Channel eq 'Drama' and PostId eq 42"},
		{"{Channel}", "{PostId:06}", "PartitionKey eq 'Drama' or not (RowKey eq '1234567')", "Channel eq 'Drama' or not (PostId eq 1234567)"},
		{"{Channel}", "{PostId:06}", "RowKey eq '42'", "!No key that {PostId:06} makes reads '42'."},
		{"{Channel}", "{PostId:06}", "RowKey ge '000042'", "!A range of keys such as RowKey ge '000042' is not a range of one column, because {PostId:06} does not sort as one."},
		{"all", "{PostId:06}", "PartitionKey eq 'all' and RowKey eq '000042'", "PostId eq 42"},
		{"all", "{PostId:06}", "PartitionKey eq 'all'", ""},
		{"all", "{PostId:06}", "PartitionKey eq 'none'", "!No key that all makes reads 'none'."},
		{"{or(Channel,'Unknown')}", "x", "PartitionKey eq 'Drama'", "Channel eq 'Drama'"},
		{"{or(Channel,'Unknown')}", "x", "PartitionKey eq 'Unknown'", "!'Unknown' also stands for the rows without Channel, and no filter asks for what is missing."},
		{"{or(Channel,'Unknown')}", "x", "PartitionKey ge 'C'", "!'Unknown' also stands for the rows without Channel, and no filter asks for what is missing."},
		{"{or(Channel,'Unknown')}", "x", "PartitionKey lt 'E'", "Channel gt '' and Channel lt 'E'"},
		{"{clean(Channel)}", "x", "PartitionKey eq 'Face'", "Channel eq 'Face'"},
		{"{clean(Channel)}", "x", "PartitionKey eq 'Face_Off'", "!In a key, '_' may stand for a character that clean(Channel) replaced, so 'Face_Off' is not one value of Channel."},
		{"{upper(Channel)}", "x", "PartitionKey eq 'DRAMA'", "!{upper(Channel)} gives the same text for different rows, so a key does not lead back to one value."},
		{"{hash(PostId)%16:02}_{Channel}", "x", "PartitionKey eq '03_Drama'", "!{hash(PostId)%16} is the number of a bucket, and no condition on columns picks one bucket."},
		{"x", "{rowNumber():06}", "RowKey eq '000001'", "!{rowNumber()} counts the rows of the file, and no column holds that number."},
		{"{Rating}", "x", "PartitionKey eq '4.5'", "!{Rating} is of type Edm.Double, and a key is not read back as one."},
		{"{Channel:08}", "x", "PartitionKey eq '000Drama'", "!{Channel:08} fills texts up with zeros, so '000Drama' may stand for several values of Channel."},
		{"{Channel};{Author}", "x", "PartitionKey ge 'Rep' and PartitionKey lt 'Req'", "Channel ge 'Rep' and Channel lt 'Req'"},
		{"{Channel};{Author}", "x", "PartitionKey ge 'Rep;' and PartitionKey lt 'Rep<'", "Channel eq 'Rep' or Channel ge 'Rep;' and Channel lt 'Rep<'"},
		{"{Channel}_{Author}", "x", "PartitionKey eq 'a_b_c'", "Channel eq 'a' and Author eq 'b_c' or Channel eq 'a_b' and Author eq 'c'"},
		{"{Channel}{Author}", "x", "PartitionKey eq 'abcdef'", "!The key 'abcdef' can be read in many ways, because {Channel}{Author} does not say where one column ends."},
		{"{Channel}_{PostId:06}", "x", "PartitionKey ge 'a_00' and PartitionKey lt 'a_01'", "!The key ends inside {PostId}, and the beginning of a number is no range of PostId."},
		{"{Channel}_{9999-At.year}_{13-At.month:02}", "x", "PartitionKey eq 'Drama_7991_03'", "Channel eq 'Drama' and At ge datetime'2008-10-01T00:00:00Z' and At lt datetime'2008-11-01T00:00:00Z'"},
		{"{At.date}", "x", "PartitionKey eq '2008-10-28'", "At ge datetime'2008-10-28T00:00:00Z' and At lt datetime'2008-10-29T00:00:00Z'"},
		{"{At.date}", "x", "PartitionKey ge '2008-10' and PartitionKey lt '2008-11'", "At ge datetime'2008-10-01T00:00:00Z' and At lt datetime'2008-11-01T00:00:00Z'"},
		{"{At.year}-{At.month:02}", "x", "PartitionKey gt '2008-10'", "At ge datetime'2008-11-01T00:00:00Z'"},
		{"{At.month:02}", "x", "PartitionKey eq '10'", "!{At.month} comes round again, so it is no one period of At."},
		{"{At.year/10}", "x", "PartitionKey eq '200'", "At ge datetime'2000-01-01T00:00:00Z' and At lt datetime'2010-01-01T00:00:00Z'"},
		{"{At.year%10}", "x", "PartitionKey eq '8'", "!{At.year%10} is the same in several periods of At."},
		{"x", "{reverseTicks(At):19}_{PostId:06}", "RowKey eq '2521770801489999999_000042'", "PostId eq 42 and At eq datetime'2008-10-28T19:04:11Z'"},
		{"{At.year}-{At.month:02}", "{At.day:02}T{At.hour:02}", "PartitionKey eq '2015-03' and RowKey ge '03' and RowKey lt '04'", "!The key ends inside {At.day}, and the beginning of a number is no range of At."},
	} {
		got, why := AsColumns(asked(t, c.question), boundTo(t, c.pk, blogColumns), boundTo(t, c.rk, blogColumns))
		text := got.String()
		if got == nil {
			text = "!" + why
		}
		if text != c.want {
			t.Errorf("%s and %s, %s:\n got %s\nwant %s", c.pk, c.rk, c.question, text, c.want)
		}
	}
}

// On every row that has a key, the question about the keys and the one about
// columns agree, whatever the templates and the rows are.
func TestAsColumnsAgrees(t *testing.T) {
	r := rand.New(rand.NewPCG(enginetest.Seed(t, 20261122), 12))
	texts := []string{"", "a", "b", "a_b", "a/b", "Unknown", "é", "B", "ab", "b_"}
	templates := []string{"{Channel}", "{or(Channel,'b')}", "{clean(or(Channel,'Unknown'))}", "{Channel}_{Author}", "{Channel}_{PostId:03}", "{PostId}", "{PostId:02}",
		"{At.date}", "{At.year}-{At.month:02}", "{9999-At.year:04}_{13-At.month:02}_{5-At.monthWeek}", "{Channel}_{9999-At.year}_{13-At.month:02}", "{reverseTicks(At):19}_{PostId:02}",
		"{ticks(At):19}", "all", "p{Author}", "{Channel};{Author};{At.hour}", "{At.year}{At.dayOfYear:03}", "{or(PostId,'none')}", "{prefix(Author,1)}"}
	turned, refused := 0, 0
	for range enginetest.InWasm(4000) {
		pk, rk := boundTo(t, templates[r.IntN(len(templates))], blogColumns), boundTo(t, templates[r.IntN(len(templates))], blogColumns)
		stored := rowsUnder(r, texts, pk, rk)
		if len(stored) == 0 {
			continue
		}
		text := keyQuestion(r, stored)
		e := asked(t, text)
		got, _ := AsColumns(e, pk, rk)
		if got == nil {
			refused++
			continue
		}
		turned++
		again := asked(t, got.String())
		if strings.Contains(again.String(), "PartitionKey") || strings.Contains(again.String(), "RowKey") {
			t.Fatalf("%s still names keys: %s", text, again)
		}
		keyed, columned := filter.Compile(e), filter.Compile(again)
		for _, row := range stored {
			if keyed.Match(row) != columned.Match(row) {
				t.Fatalf("%s and %s, %v (Channel %v, Author %v, PostId %v, At %v):\n%s is %v\n%s is %v", pk.Template().Text(), rk.Template().Text(), row.Key(),
					row.Property("Channel"), row.Property("Author"), row.Property("PostId"), row.Property("At"), text, keyed.Match(row), again, columned.Match(row))
			}
		}
	}
	t.Logf("%d questions turned, %d refused", turned, refused)
	if turned < enginetest.InWasm(1000) || refused < enginetest.InWasm(100) {
		t.Errorf("%d questions turned, %d refused: too few to say much", turned, refused)
	}
}

// rowsUnder stores random rows under two templates.
func rowsUnder(r *rand.Rand, texts []string, pk, rk *keys.Bound) []table.Row {
	tab := table.New("Rows")
	for n := range 40 {
		values := make([]table.Value, len(blogColumns))
		var properties []table.Property
		for i, v := range []table.Value{table.StringValue(texts[r.IntN(len(texts))]), table.Int32Value(int32(r.IntN(130) - 10)),
			table.DateTimeValue(dayOf(2008, 1+int64(r.IntN(24)), 1+int64(r.IntN(28))) + table.Ticks(r.IntN(30))*3600*table.Second), table.StringValue(texts[r.IntN(len(texts))])} {
			if r.IntN(9) > 0 {
				values[i] = v
				properties = append(properties, table.Property{Name: blogColumns[i].Name, Value: v})
			}
		}
		p, err1 := pk.Key(knownRow(values), n)
		k, err2 := rk.Key(knownRow(values), n)
		if err1 == nil && err2 == nil {
			tab.Insert(table.Entity{Key: table.Key{PartitionKey: p, RowKey: k}, Properties: properties}, table.MinDateTime)
		}
	}
	var rows []table.Row
	tab.Snapshot().Scan(table.Key{}, func(run []table.Row) bool {
		rows = append(rows, run...)
		return true
	})
	return rows
}

// keyQuestion asks of keys that there are, of their beginnings, and of others.
func keyQuestion(r *rand.Rand, rows []table.Row) string {
	one := func() string {
		name, text := "PartitionKey", rows[r.IntN(len(rows))].PartitionKey()
		if r.IntN(2) == 0 {
			name, text = "RowKey", rows[r.IntN(len(rows))].RowKey()
		}
		switch r.IntN(8) {
		case 0:
			text = text[:len(text)/2]
			if strings.ToValidUTF8(text, "") != text {
				text = "é"
			}
		case 1:
			text += "0"
		}
		if prefix := text; r.IntN(3) == 0 && prefix != "" {
			return name + " ge " + words.Quote(prefix) + " and " + name + " lt " + words.Quote(after(prefix))
		}
		return name + " " + []string{"eq", "eq", "ne", "lt", "le", "gt", "ge"}[r.IntN(7)] + " " + words.Quote(text)
	}
	switch r.IntN(5) {
	case 0:
		return one() + " and " + one()
	case 1:
		return one() + " or " + one()
	case 2:
		return "not (" + one() + ") and Author ne 'a'"
	}
	return one()
}
