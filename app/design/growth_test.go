package design

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/score"
	"github.com/keyrange/keyrange/engine/trace"
)

// posted is a table of so many days, a post an hour on each: a new day brings new
// dates and new numbers, and posts of the channels and authors that there are.
func posted(t *testing.T, days int, d draft.Design, questions ...draft.Query) *Playground {
	t.Helper()
	var b strings.Builder
	b.WriteString("id,channel,author,at,words\n")
	for day := range days {
		for hour := range 24 {
			n := day*24 + hour
			fmt.Fprintf(&b, "%07d,c%d,a%02d,%s,%d\n", n, n%4, n%10, dateOf(day, hour), n*7%80)
		}
	}
	return compared(t, b.String(), d, d, questions...)
}

// dateOf counts days of months of 28, from 2001 on.
func dateOf(day, hour int) string {
	return fmt.Sprintf("%d-%02d-%02dT%02d:00:00Z", 2001+day/336, 1+day/28%12, 1+day%28, hour)
}

// What a question would take with a hundred times the data is held to a run with
// a hundred times the data, in ranges of the size that they have now: what is
// examined and returned, exactly, and the pages lie in the range that is given.
// Where a question has no upper bound on a date, all that is new follows it: the
// share of what there is now that lies before the bound is lost in the growth, so
// that the figures may be too small by this share.
func TestGrowthAgainstRun(t *testing.T) {
	questions := []draft.Query{
		{Title: "One post", Filter: "channel eq 'c1' and id eq '0000005'"},
		{Title: "A day of a channel", Filter: "channel eq 'c2' and at ge datetime'2001-01-02T00:00:00Z' and at lt datetime'2001-01-03T00:00:00Z'"},
		{Title: "Since a day", Filter: "channel eq 'c2' and at ge datetime'2001-01-02T00:00:00Z'"},
		{Title: "A channel", Filter: "channel eq 'c3'"},
		{Title: "Of one author", Filter: "author eq 'a03'"},
		{Title: "The first ten of a channel", Filter: "channel eq 'c0'", Top: 10},
		{Title: "Long posts", Filter: "words ge 72"},
		{Title: "Everything", Filter: ""},
	}
	designs := []draft.Design{
		{PartitionKey: "{channel}", RowKey: "{id}"},
		{PartitionKey: "{channel}", RowKey: "{at}_{id}"},
		{PartitionKey: "{channel}_{at.date}", RowKey: "{id}"},
		{PartitionKey: "all", RowKey: "{channel}_{at}_{id}"},
		{PartitionKey: "{author}", RowKey: "{channel}_{id}"},
	}
	const days = 10 // whole rounds of channels and authors
	grew, kept := 0, 0
	for _, d := range designs {
		small, large := posted(t, days, d, questions...), posted(t, days*score.Scales[0], d, questions...)
		for _, name := range []string{"id", "at"} {
			if !small.Questions.Grows(name) {
				t.Fatalf("%s is not taken to grow", name)
			}
		}
		small.Questions.SetGrows("words", false)
		finish(small)
		large.Questions.SetRanges(score.Scales[0])
		finish(large)
		now, then := small.Score.Scores(score.A), large.Score.Scores(score.A)
		for i := range questions {
			got, e := then[i].Cost, now[i].Estimates[0]
			if questions[i].Title == "Since a day" {
				before := small.Table.Entities() / 10 // of ten days one lies before the bound
				share := func(said, ran int) bool { return said <= ran && (ran-said)*small.Table.Entities() <= ran*before }
				if !share(e.Examined, got.Examined) || !share(e.Returned, got.Returned) || got.Pages < e.Pages || got.Pages > e.Most*10/9 {
					t.Errorf("%s: %+v is said, a run takes %+v", questions[i].Title, e, got)
				}
				continue
			}
			if e.Examined != got.Examined || e.Returned != got.Returned || got.Pages < e.Pages || got.Pages > e.Most {
				t.Errorf("%s, %s under %s and %s: %+v is said of a hundred times the data, a run takes %+v; now it is %+v",
					questions[i].Title, questions[i].Filter, d.PartitionKey, d.RowKey, e, got, now[i].Cost)
			}
			if got.Examined > now[i].Cost.Examined {
				grew++
			} else if got != (trace.Cost{}) {
				kept++
			}
		}
	}
	if grew < 10 || kept < 5 {
		t.Errorf("%d questions grew and %d kept their size", grew, kept)
	}
}
