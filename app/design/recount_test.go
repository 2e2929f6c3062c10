package design

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/apptest"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/score"
	"github.com/keyrange/keyrange/engine/hash"
	words "github.com/keyrange/keyrange/engine/text"
	"github.com/keyrange/keyrange/engine/trace"
)

// A second, plain account of what a comparison costs: sorted slices, a loop over
// every entity between the bounds, and the documented rules of pages and ranges.

type plainRow struct {
	id, n, day int
	g, w       string
}

func (r plainRow) date() string { return fmt.Sprintf("2008-%02d-%02d", 1+r.day/28, 1+r.day%28) }

func (r plainRow) instant() string { return r.date() + "T00:00:00Z" }

type plainDesign struct {
	partition, row string
	key            func(r plainRow) (pk, rk string, ok bool)
}

var plainDesigns = []plainDesign{
	{"{or(g,'none')}", "{id:04}", func(r plainRow) (string, string, bool) {
		if r.g == "" {
			return "none", fmt.Sprintf("%04d", r.id), true
		}
		return r.g, fmt.Sprintf("%04d", r.id), true
	}},
	{"{g}", "{n:02}", func(r plainRow) (string, string, bool) { return r.g, fmt.Sprintf("%02d", r.n), r.g != "" }},
	{"{t.date}", "{id:04}", func(r plainRow) (string, string, bool) { return r.date(), fmt.Sprintf("%04d", r.id), true }},
	{"{hash(id)%3}_{w}", "{id:04}", func(r plainRow) (string, string, bool) {
		return strconv.Itoa(int(hash.Fold(hash.FNV(hash.Basis, strconv.Itoa(r.id)))%3)) + "_" + r.w, fmt.Sprintf("%04d", r.id), true
	}},
	{"{w}", "{1000-n:04}_{id:04}", func(r plainRow) (string, string, bool) { return r.w, fmt.Sprintf("%04d_%04d", 1000-r.n, r.id), true }},
}

// plainQuestion matches rows by their place, and knows their order.
type plainQuestion struct {
	draft.Query
	match  func(row int) bool
	before func(x, y int) bool // nil: in any order
}

type plainEntity struct {
	pk, rk string
	row    int
}

type plainTable struct {
	entities []plainEntity
	lost     []int    // rows
	firsts   []string // the first PartitionKey of each range but the first
}

// plainTableOf stores each row that has a key, unless an earlier row has the same.
func plainTableOf(rows int, key func(row int) (pk, rk string, ok bool)) plainTable {
	var t plainTable
	taken := map[[2]string]bool{}
	for row := range rows {
		pk, rk, ok := key(row)
		if !ok || taken[[2]string{pk, rk}] {
			t.lost = append(t.lost, row)
			continue
		}
		taken[[2]string{pk, rk}] = true
		t.entities = append(t.entities, plainEntity{pk, rk, row})
	}
	slices.SortFunc(t.entities, func(x, y plainEntity) int { return strings.Compare(x.pk+"\x00"+x.rk, y.pk+"\x00"+y.rk) })
	for i, e := range t.entities {
		if k := len(t.firsts) + 1; k < draft.StandardRanges && i > 0 && t.entities[i-1].pk != e.pk && i*draft.StandardRanges >= k*len(t.entities) {
			t.firsts = append(t.firsts, e.pk)
		}
	}
	return t
}

func (t plainTable) rangeOf(pk string) int {
	n := 0
	for _, first := range t.firsts {
		if first <= pk {
			n++
		}
	}
	return n
}

var plainBound = regexp.MustCompile(`^(PartitionKey|RowKey) (eq|ge|gt|lt|le) '([^']*)'(?: and |$)`)

// between returns the entities between the bounds that a request begins with.
func (t plainTable) between(request string) []plainEntity {
	var kept []plainEntity
	var bounds [][]string
	for b := plainBound.FindStringSubmatch(request); b != nil; b = plainBound.FindStringSubmatch(request) {
		bounds, request = append(bounds, b), request[len(b[0]):]
	}
	for _, e := range t.entities {
		inside := true
		for _, b := range bounds {
			key := e.pk
			if b[1] == "RowKey" {
				key = e.rk
			}
			inside = inside && map[string]bool{"eq": key == b[3], "ge": key >= b[3], "gt": key > b[3], "lt": key < b[3], "le": key <= b[3]}[b[2]]
		}
		if inside {
			kept = append(kept, e)
		}
	}
	return kept
}

// ask counts one question: a page ends when it is full, or where a range ends
// before the bounds do.
func (t plainTable) ask(q plainQuestion, requests []string) (cost trace.Cost, rows []int) {
	ordered := true
	for _, request := range requests {
		last := -1
		for _, e := range t.between(request) {
			if q.match(e.row) {
				ordered = ordered && (last < 0 || q.before == nil || !q.before(e.row, last))
				last = e.row
			}
		}
	}
	stop := ordered && q.Top > 0
	met := map[int]bool{}
	for _, request := range requests {
		entities := t.between(request)
		size, got, page := 1000, 0, 0
		if stop {
			size = q.Top
		}
		cost.Pages++
		now := 0 // the range that is read: the first page may find nothing before its end
		if low := plainBound.FindStringSubmatch(request); low != nil && low[2][0] != 'l' {
			now = t.rangeOf(low[3])
		}
		met[now] = true
		for _, e := range entities {
			if page == size || t.rangeOf(e.pk) != now {
				now, page = t.rangeOf(e.pk), 0
				met[now] = true
				cost.Pages++
			}
			cost.Examined++
			if q.match(e.row) {
				rows, got, page = append(rows, e.row), got+1, page+1
			}
			if stop && page == size && got >= q.Top {
				break
			}
		}
	}
	cost.Returned, cost.Ranges = len(rows), len(met)
	slices.Sort(rows)
	if q.Top > 0 && q.before != nil {
		slices.SortStableFunc(rows, func(x, y int) int {
			switch {
			case q.before(x, y):
				return -1
			case q.before(y, x):
				return 1
			}
			return 0
		})
		rows = rows[:min(len(rows), q.Top)]
		slices.Sort(rows)
	}
	return cost, rows
}

func plainQuestions(r *rand.Rand, rows []plainRow) []plainQuestion {
	g, w, day, n := "g"+strconv.Itoa(r.IntN(4)), "w"+strconv.Itoa(r.IntN(6)), r.IntN(100), r.IntN(60)
	at := func(day int) string { return "datetime'" + plainRow{day: day}.instant() + "'" }
	type one struct {
		draft.Query
		match func(r plainRow) bool
	}
	all := []one{
		{draft.Query{Filter: "g eq '" + g + "'"}, func(r plainRow) bool { return r.g == g }},
		{draft.Query{Filter: "w eq '" + w + "'"}, func(r plainRow) bool { return r.w == w }},
		{draft.Query{Filter: "w eq '" + w + "'", Top: 5, Sort: "n", Newest: true}, func(r plainRow) bool { return r.w == w }},
		{draft.Query{Filter: "t ge " + at(day) + " and t lt " + at(day+9)}, func(r plainRow) bool { return r.day >= day && r.day < day+9 }},
		{draft.Query{Filter: "n ge " + strconv.Itoa(n) + " and n lt " + strconv.Itoa(n+20)}, func(r plainRow) bool { return r.n >= n && r.n < n+20 }},
		{draft.Query{Filter: "id eq " + strconv.Itoa(7+day) + " and w eq '" + w + "'"}, func(r plainRow) bool { return r.id == 7+day && r.w == w }},
		{draft.Query{Top: 7}, func(plainRow) bool { return true }},
		{draft.Query{Filter: "g ne 'none'"}, func(r plainRow) bool { return r.g != "" }},
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	all = all[:2+r.IntN(5)]
	var questions []plainQuestion
	for i, x := range all {
		q := plainQuestion{Query: x.Query, match: func(row int) bool { return x.match(rows[row]) }}
		if q.Sort != "" {
			q.before = func(x, y int) bool { return rows[x].n > rows[y].n }
		}
		q.Title, q.Times, q.Per = "Q"+strconv.Itoa(i), 1+r.IntN(50), draft.PerMinute-draft.Per(r.IntN(2)*r.IntN(3))
		questions = append(questions, q)
	}
	return questions
}

func plainRows(r *rand.Rand) []plainRow {
	rows := make([]plainRow, 300+r.IntN(2)*2400)
	for i := range rows {
		rows[i] = plainRow{i, r.IntN(90), r.IntN(110), "g" + strconv.Itoa(r.IntN(4)), "w" + strconv.Itoa(r.IntN(6))}
		if r.IntN(20) == 0 {
			rows[i].g = ""
		}
	}
	return rows
}

// ask compares two designs over rows and questions.
func plainCompare(t *testing.T, rows []plainRow, a, b plainDesign, questions []plainQuestion) *Playground {
	t.Helper()
	var text strings.Builder
	text.WriteString("id,n,t,g,w\n")
	for _, r := range rows {
		fmt.Fprintf(&text, "%d,%d,%s,%s,%s\n", r.id, r.n, r.instant(), r.g, r.w)
	}
	p := pasted(t, text.String())
	p.Keys.UseDesign(draft.Design{PartitionKey: a.partition, RowKey: a.row})
	p.Questions.EditScore("Questions", false, func(s *draft.Scorecard) {
		s.Questions, s.Transactions = nil, nil
		for _, q := range questions {
			s.Questions = append(s.Questions, q.Query)
		}
	})
	p.Rival.Compare(draft.Design{Title: "B", PartitionKey: b.partition, RowKey: b.row})
	finish(p)
	return p
}

// Every figure of a comparison, the rows that each design returns, and what the
// verdict says of them equal the plain count.
func TestComparisonRecounted(t *testing.T) {
	r := apptest.Seeded(t)
	winners := map[string]int{}
	for range 40 {
		rows := plainRows(r)
		questions := plainQuestions(r, rows)
		order := r.Perm(len(plainDesigns))
		designs := [2]plainDesign{plainDesigns[order[0]], plainDesigns[order[1]]}
		p := plainCompare(t, rows, designs[score.A], designs[score.B], questions)
		var tables [2]plainTable
		for at, d := range designs {
			tables[at] = plainTableOf(len(rows), func(row int) (string, string, bool) { return d.key(rows[row]) })
		}
		winners[recount(t, p, questions, tables, len(rows))]++
	}
	if len(winners) < 3 {
		t.Errorf("the designs were all judged alike: %v", winners)
	}
}

// recount holds a comparison to the plain count and returns who wins it.
func recount(t *testing.T, p *Playground, questions []plainQuestion, tables [2]plainTable, rows int) string {
	t.Helper()
	var costs [2][]trace.Cost
	for at := range tables {
		for i, s := range p.Score.Scores(score.Side(at)) {
			var requests []string
			for _, x := range s.Requests {
				requests = append(requests, x.Filter)
			}
			cost, returned := tables[at].ask(questions[i], requests)
			costs[at] = append(costs[at], cost)
			if s.Cost != cost {
				t.Fatalf("%s under design %v: %+v, counted plainly %+v, sent as %q", s.Filter, score.Side(at), s.Cost, cost, requests)
			}
			if !s.Rows.First && !slices.Equal(rowsOf(&s.Rows), returned) {
				t.Fatalf("%s under design %v: rows %v, counted plainly %v", s.Filter, score.Side(at), rowsOf(&s.Rows), returned)
			}
		}
	}
	return checkVerdict(t, verdict(p), questions, costs, tables, rows)
}

func rowsOf(a *score.Returned) (rows []int) {
	a.Beyond(&score.Returned{}, func(row, more int) {
		for range more {
			rows = append(rows, row)
		}
	})
	return rows
}

// checkVerdict works out from the plain count what the verdict has to say.
func checkVerdict(t *testing.T, text string, questions []plainQuestion, costs [2][]trace.Cost, tables [2]plainTable, rows int) string {
	t.Helper()
	perDay := []int{24, 86_400, 1440, 1}
	var pages, examined [2]int
	for at := range costs {
		if lost := fmt.Sprintf("Design %s loses %s of %s rows", score.Side(at), words.Number(len(tables[at].lost)), words.Number(rows)); strings.Contains(text, lost) != (len(tables[at].lost) > 0) {
			t.Errorf("want %q exactly when rows are lost: %s", lost, text)
		}
		for i, q := range questions {
			pages[at] += q.Times * perDay[q.Per] * costs[at][i].Pages
			examined[at] += q.Times * perDay[q.Per] * costs[at][i].Examined
		}
	}
	close := func(x [2]int) bool { return 20*max(x[0]-x[1], x[1]-x[0]) <= min(x[0], x[1]) }
	figure, per := pages, func(c trace.Cost) int { return c.Pages }
	if close(pages) {
		figure, per = examined, func(c trace.Cost) int { return c.Examined }
	}
	better := strings.Contains(text, "suits these questions better")
	if close(pages) && close(examined) {
		if better || !strings.Contains(text, "cost the same") && !strings.Contains(text, "cost about the same") {
			t.Errorf("both cost about the same, pages %v, examined %v: %s", pages, examined, text)
		}
		return "same"
	}
	win := score.A
	if figure[score.B] < figure[score.A] {
		win = score.B
	}
	if lossy := len(tables[win].lost) > 0; better == lossy || better && !strings.Contains(text, "Design "+win.String()+" suits") {
		t.Errorf("design %v wins, pages %v, examined %v, lossy %v: %s", win, pages, examined, lossy, text)
	}
	most, widest, saved := 0, 0, 0
	for i, q := range questions {
		gap := q.Times * perDay[q.Per] * (per(costs[win.Other()][i]) - per(costs[win][i]))
		if saved += max(gap, 0); gap > widest {
			most, widest = i, gap
		}
	}
	part := fmt.Sprintf("%.0f%%", 100*float64(widest)/float64(saved))
	if widest == saved {
		part = "all"
	} else if part == "100%" {
		part = "over 99%"
	}
	if want := fmt.Sprintf("“%s” decides it: asked %s, it accounts for %s of", questions[most].Title, questions[most].Often(), part); better && !strings.Contains(text, want) {
		t.Errorf("want %q: %s", want, text)
	}
	return win.String() + strconv.FormatBool(better)
}
