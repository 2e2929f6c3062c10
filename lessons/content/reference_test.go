package content

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/lessons"
)

// Every row has a cell below each head, and a lesson of the curriculum.
func TestReference(t *testing.T) {
	known := map[string]bool{}
	for _, e := range Catalogue() {
		known[e.ID] = true
	}
	for _, s := range Reference() {
		if len(s.Rows) == 0 || len(s.Heads) < 2 {
			t.Errorf("%s has %d rows and %d heads", s.Title, len(s.Rows), len(s.Heads))
		}
		for _, r := range s.Rows {
			if len(r.Cells) != len(s.Heads) || slices.Contains(r.Cells, "") || !known[r.Lesson] {
				t.Errorf("%s: %q is not one cell for each of %q and a lesson", s.Title, r, s.Heads)
			}
		}
	}
}

// rowsOf returns the rows of a section by their first cells.
func rowsOf(t *testing.T, title string) map[string][]string {
	t.Helper()
	rows := map[string][]string{}
	for _, s := range Reference() {
		for _, r := range s.Rows {
			if s.Title == title {
				rows[r.Cells[0]] = r.Cells
			}
		}
	}
	if len(rows) == 0 {
		t.Fatalf("there is no section %s", title)
	}
	return rows
}

// The limits are those of the engine.
func TestReferenceLimits(t *testing.T) {
	rows := rowsOf(t, "Limits")
	for what, want := range map[string]string{
		"Properties of an entity":    strconv.Itoa(table.MaxProperties+3) + ", with",
		"One entity, names included": strconv.Itoa(table.MaxEntityBytes>>20) + " MB",
		"One String":                 strconv.Itoa(table.MaxStringLength/1000) + "," + strconv.Itoa(table.MaxStringLength%1000) + " characters",
		"One Binary":                 strconv.Itoa(table.MaxBinaryBytes>>10) + " KB",
		"PartitionKey or RowKey":     strconv.Itoa(table.MaxKeyLength) + " characters",
		"A transaction":              strconv.Itoa(table.MaxChanges) + " changes",
	} {
		if got := rows[what]; len(got) < 2 || !strings.Contains(got[1], want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
}

// provoked are commands of which the last is refused with the code.
var provoked = map[string]string{
	"EntityAlreadyExists":                     "A: insert Tab P/a",
	"ResourceNotFound":                        "A: get Tab P/none",
	"UpdateConditionNotSatisfied":             "A: get Tab P/a; merge Tab P/a V=2; A: merge Tab P/a V=3 if seen",
	"PropertyValueTooLarge":                   "A: insert Tab P/b V='x'*32769",
	"EntityTooLarge":                          "A: insert Tab P/b" + filled(17, "='x'*32768"),
	"TooManyProperties":                       "A: insert Tab P/b" + filled(253, "=1"),
	"OutOfRangeInput":                         "A: insert Tab P/'b#'",
	"InvalidInput":                            "A: query Tab top 1001",
	"CommandsInBatchActOnDifferentPartitions": "A: batch Tab { insert P/b;insert Q/b }",
	"InvalidDuplicateRow":                     "A: batch Tab { insert P/b;merge P/b V=1 }",
	"TableAlreadyExists":                      "A: create table Tab",
	"TableBeingDeleted":                       "drop table Tab; A: create table Tab",
	"TableNotFound":                           "A: insert None P/a",
	"ServerBusy":                              "A: policy none; fault busy; A: get Tab P/a",
}

func filled(n int, value string) (text string) {
	for i := range n {
		text += " N" + strconv.Itoa(i) + value
	}
	return text
}

// Each error code is the answer to something, with the status that stands beside it.
func TestReferenceCodes(t *testing.T) {
	rows := rowsOf(t, "Error codes")
	if len(rows) != len(provoked) {
		t.Errorf("%d codes, and %d are provoked", len(rows), len(provoked))
	}
	for code, cells := range rows {
		w := script.New(1, script.DefaultStart, nil)
		f := lessons.NewFacts(w)
		carry(t, w, f, "create table Tab; insert Tab P/a V=1; "+provoked[code])
		if is(t, f, "code()") != code || !strings.HasSuffix(cells[1], is(t, f, "status()")) {
			t.Errorf("%s %s: %s is answered with %s %s", code, cells[1], provoked[code], is(t, f, "code()"), is(t, f, "status()"))
		}
	}
}

// What each operator says of an unlike type is what a query returns.
func TestReferenceOperators(t *testing.T) {
	for operator, cells := range rowsOf(t, "Operators") {
		if len(operator) != 2 || operator == "or" {
			continue
		}
		w := script.New(1, script.DefaultStart, nil)
		f := lessons.NewFacts(w)
		carry(t, w, f, "create table Tab; insert Tab P/a V='x'; query Tab where V "+operator+" 1")
		if got := is(t, f, "returned() = 1"); got != map[string]string{"true": "yes", "false": "no"}[cells[2]] {
			t.Errorf("%s: a text against a number is %s, and the page says %s", operator, got, cells[2])
		}
	}
}

func carry(t *testing.T, w *script.World, f *lessons.Facts, commands string) {
	t.Helper()
	for _, text := range strings.Split(commands, "; ") {
		c, err := command.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := w.Do(c)
		if err != nil {
			t.Fatal(err)
		}
		f.Add(r)
	}
}

func is(t *testing.T, f *lessons.Facts, text string) string {
	t.Helper()
	e, problem := lessons.ParseExpr(text)
	if problem != "" {
		t.Fatal(problem)
	}
	return e.Format(f)
}
