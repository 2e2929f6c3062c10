package design

import (
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/review"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	words "github.com/keyrange/keyrange/engine/text"
)

// section returns a section of the review as it stands.
func section(t testing.TB, p *Playground, title string) review.Section {
	t.Helper()
	d, ok := p.Review.Document()
	if !ok {
		t.Fatal("there is no review")
	}
	for _, s := range d.Sections {
		if s.Title == title {
			return s
		}
	}
	t.Fatalf("there is no section %s", title)
	return review.Section{}
}

// cell returns what stands in a row behind its first cell.
func cell(s review.Section, first string, at int) string {
	for _, r := range s.Rows {
		if r[0] == first {
			return r[at]
		}
	}
	return ""
}

// What a review says of the micro-blog is what a plain count of its file says.
func TestReviewRecounted(t *testing.T) {
	p := microblog(t)
	under(t, p, 0)
	posts, best := map[string]int{}, 0
	rows := strings.Split(strings.TrimSpace(string(draft.Microblog())), "\n")[1:]
	for _, row := range rows {
		f := strings.Split(row, ",")
		posts[f[0]]++
		if f[5] == "5" {
			best++
		}
	}
	s := section(t, p, "Partitions")
	if want := words.Count(len(posts), "partition", "partitions"); !strings.HasPrefix(s.Text[0], want) {
		t.Errorf("got %q, want %s", s.Text[0], want)
	}
	listed := 0
	for channel, n := range posts {
		if got := cell(s, channel, 1); got != "" {
			if listed++; got != words.Number(n) {
				t.Errorf("%s: got %s, want %d", channel, got, n)
			}
		}
	}
	if listed < 10 {
		t.Errorf("%d partitions are listed, want 10", listed)
	}
	if s := section(t, p, "Table"); s.Text[0] != words.Count(len(rows), "row", "rows")+" of "+p.Rows.Source().Name+" become "+
		words.Count(len(rows), "entity", "entities")+"." {
		t.Errorf("got %q", s.Text[0])
	}
	p.Questions.EditScore("one", false, func(s *draft.Scorecard) {
		s.Own, s.Questions = true, []draft.Query{{Title: "The best", Filter: "Rating eq 5"}, {Title: "Broken", Filter: "Rating eq"}}
	})
	finish(p)
	s = section(t, p, "Questions")
	if got := cell(s, "The best", 4) + " " + cell(s, "The best", 5); got != words.Number(len(rows))+" "+words.Number(best) {
		t.Errorf("the best: examined and returned %s, want %d %d", got, len(rows), best)
	}
	if got := cell(s, "Broken", 2); !strings.HasPrefix(got, "not asked: ") || cell(s, "Broken", 4) != "" {
		t.Errorf("a question with an error: %q, examined %q", got, cell(s, "Broken", 4))
	}
}

// The load test is what the simulator says in one go; one partition throttles
// what many do not; and figures are gone as soon as they are of other keys.
func TestReviewLoad(t *testing.T) {
	p := microblog(t)
	if s := section(t, p, "Load test"); s.Text[0] != "None was run." {
		t.Errorf("before it: %q", s.Text)
	}
	p.Review.SetRate(3000)
	if s := section(t, p, "Load test"); s.Text[0] != "It is under way." || s.Rows != nil {
		t.Errorf("meanwhile: %q", s.Text)
	}
	finish(p)
	spread := section(t, p, "Load test")
	if !strings.Contains(spread.Text[0], "3,000 per second") || !strings.Contains(spread.Text[0], "Seed 1.") {
		t.Errorf("it does not name its scenario: %q", spread.Text)
	}
	for _, c := range []string{p.Edit.Design().PartitionKey, "everything"} {
		p.Keys.SetTemplate(draft.PartitionKey, c)
		finish(p)
		whole := wholeLoad(t, p, c, 3000)
		s := section(t, p, "Load test")
		for figure, want := range whole {
			if got := cell(s, figure, 1); got != want {
				t.Errorf("%s, %s: got %s, want %s", c, figure, got, want)
			}
		}
	}
	single := section(t, p, "Load test")
	if a, b := stored(t, spread), stored(t, single); b > 66_000 || a < 2*b {
		t.Errorf("twelve partitions store %d, one %d: want at most about 1,000 per second in one, and far more in twelve", a, b)
	}
	p.Review.SetRate(2000)
	if s := section(t, p, "Load test"); s.Rows != nil {
		t.Errorf("figures of another rate are shown: %q", s.Rows)
	}
	p.Edit.Undo()
	p.Review.SetRate(0)
	if s := section(t, p, "Load test"); s.Text[0] != "None was run." {
		t.Errorf("after it was taken back: %q", s.Text)
	}
	p.Edit.Undo()
	finish(p)
	if s := section(t, p, "Load test"); cell(s, "Entities stored", 1) != cell(single, "Entities stored", 1) {
		t.Error("undo does not bring the load test back")
	}
}

func stored(t testing.TB, s review.Section) int {
	t.Helper()
	n, err := strconv.Atoi(strings.ReplaceAll(cell(s, "Entities stored", 1), ",", ""))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A review names what is missing, keeps what was written, and is bounded.
func TestReviewWritten(t *testing.T) {
	p := microblog(t)
	missing := func() string {
		text := section(t, p, "Table").Text
		return text[min(1, len(text)-1)]
	}
	if got := missing(); got != "Not in this review yet: a load test and trade-offs." {
		t.Errorf("got %q", got)
	}
	p.Review.SetNotes("Channels grow.\n\nWe accept a scan at night. <b>")
	p.Review.SetRate(500)
	finish(p)
	if got := missing(); strings.HasPrefix(got, "Not in") {
		t.Errorf("got %q", got)
	}
	if s := section(t, p, "Trade-offs"); len(s.Text) != 2 || s.Text[1] != "We accept a scan at night. <b>" {
		t.Errorf("got %q", s.Text)
	}
	p.Review.SetNotes(strings.Repeat("x", draft.MaxNotes+1))
	if got := p.Review.Notes(); !strings.HasPrefix(got, "Channels") {
		t.Errorf("notes beyond the bound replace those that were there: %d bytes", len(got))
	}
	d, _ := p.Review.Document()
	if text := d.Markdown(); len(text) > 64<<10 || !strings.Contains(text, "# Design review: ") {
		t.Errorf("%d bytes: %.80s", len(text), text)
	}
	if _, ok := New(startOfTests).Review.Document(); ok {
		t.Error("there is a review of nothing")
	}
}

// wholeLoad runs the load test once more, in one go.
func wholeLoad(t testing.TB, p *Playground, template string, rate int) map[string]string {
	t.Helper()
	data := p.Rows.Data()
	s, err := sim.New(review.Scenario(data.Columns, data, data.Len(), template, rate, draft.StandardRanges))
	if err != nil {
		t.Fatal(err)
	}
	s.Run(review.LoadSeconds * clock.Second)
	n := s.Total()
	if n.Sent != n.Done+n.Throttled+n.Unavailable+n.AccountThrottled+n.InFlight {
		t.Errorf("requests are lost: %+v", n)
	}
	return map[string]string{"Requests sent": words.Number(int64(n.Sent)), "Entities stored": words.Number(int64(n.Entities)),
		"Splits": words.Number(int64(n.Splits))}
}

// A review that was saved is refused beyond its bounds.
func TestReviewBounds(t *testing.T) {
	for _, r := range []draft.Review{{Rate: -1}, {Rate: draft.MaxRate + 1}, {Notes: strings.Repeat("x", draft.MaxNotes+1)}} {
		if w := (draft.Work{Review: r}); w.Sound() {
			t.Errorf("rate %d with %d bytes of notes is taken", r.Rate, len(r.Notes))
		}
	}
	if w := (draft.Work{Review: draft.Review{Rate: draft.MaxRate, Notes: "a"}}); !w.Sound() {
		t.Error("a review within its bounds is refused")
	}
}
