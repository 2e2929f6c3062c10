package draft

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/table"
)

// A value at each bound is parsed, and one beyond it is not.
func TestShape(t *testing.T) {
	s := shape{bytes: 60, depth: 3, text: 5, values: 4}
	for text, want := range map[string]string{
		`{"a":[[1]]}`:                     "",
		`{"a":[[[1]]]}`:                   "nests values more than 3 deep",
		`[[1],[2],[3]]`:                   "",
		`"12345"`:                         "",
		`"123456"`:                        "has a text of more than 5 bytes",
		`"\u003c\u003c\u003c\"\\"`:        "",
		`"\u003c\u003c\u003c\"\\6"`:       "has a text of more than 5 bytes",
		`["[[[[",1,2,3]`:                  "",
		`[",,,,,",1,2]`:                   "",
		`[1,2,3,4,5]`:                     "",
		`[1,2,3,4,5,6]`:                   "has more than 4 values in one piece",
		`"12345` + strings.Repeat("x", 9): "has a text of more than 5 bytes",
		strings.Repeat(" ", 61):           "has more than 60 bytes in one piece",
		``:                                "",
		`"\`:                              "",
	} {
		if want != "" {
			want = most(want)
		}
		if got := s.beyond(text); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// The largest work that a gesture can make is read back, however its letters are
// escaped.
func TestShapeOfLargestWork(t *testing.T) {
	full := func(n int) string { return strings.Repeat("<", n) }
	w := Work{Set: Set{Hash: "h", Name: full(maxTitle)}, Filter: full(2 * filter.MaxLength), Select: full(MaxSelect)}
	for range table.MaxProperties {
		w.Columns = append(w.Columns, Column{Name: full(maxName)})
	}
	for range MaxQuestions {
		w.Score.Questions = append(w.Score.Questions, Query{Title: full(maxTitle), Filter: "a eq '" + strings.Repeat("b", MaxQuestionFilter-7) + "'"})
	}
	if !w.Sound() {
		t.Fatal("the work is not sound")
	}
	text := AsJSON(savedMoment{W: w})
	if why := Beyond(text); why != "" || !json.Valid([]byte(text)) {
		t.Errorf("%d bytes: %s", len(text), why)
	}
}
