package query

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// $top is 0 to 1,000; anything else is refused with InvalidInput.
func TestParseTop(t *testing.T) {
	for text, want := range map[string]int{"": NoTop, " ": NoTop, "0": 0, "1": 1, "1000": 1000} {
		if got, err := ParseTop(text); got != want || err != nil {
			t.Errorf("ParseTop(%q): got %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"-1", "1001", "abc", "1.5", "99999999999999999999", "1 2"} {
		if _, err := ParseTop(text); codeOf(err) != table.InvalidInput {
			t.Errorf("ParseTop(%q): got %v, want InvalidInput", text, err)
		}
	}
}

// $select is names between commas, trimmed; blank selects everything; at most
// 255 names.
func TestParseSelect(t *testing.T) {
	for text, want := range map[string][]string{
		"": nil, "  ": nil, " , ": nil, "*": nil, "A,*": nil, "A": {"A"}, " A , b ,A": {"A", "b"}, "RowKey,A": {"RowKey", "A"},
	} {
		if got, err := ParseSelect(text); !slices.Equal(got, want) || err != nil {
			t.Errorf("ParseSelect(%q): got %q, %v, want %q", text, got, err, want)
		}
	}
	names := make([]string, 256)
	for i := range names {
		names[i] = fmt.Sprintf("n%d", i)
	}
	if got, err := ParseSelect(strings.Join(names[:255], ",")); len(got) != 255 || err != nil {
		t.Errorf("255 names: got %d, %v", len(got), err)
	}
	if _, err := ParseSelect(strings.Join(names, ",")); codeOf(err) != table.InvalidInput {
		t.Errorf("256 names: got %v, want InvalidInput", err)
	}
}

// Run refuses by itself what came in without the parsers.
func TestRunRefuses(t *testing.T) {
	s := table.New("t").Snapshot()
	for name, request := range map[string]Request{
		"$top 1001":         {Top: 1001},
		"$select 256 names": {Top: NoTop, Select: make([]string, 256)},
	} {
		if _, err := Run(s, Plan{}, request, Limits{}); codeOf(err) != table.InvalidInput {
			t.Errorf("%s: got %v, want InvalidInput", name, err)
		}
	}
}

// A boundary that does not lie ahead is ignored: the page reads on.
func TestBoundaryBehind(t *testing.T) {
	s := numbers(t, 3, 2).Snapshot()
	for _, answer := range []string{"", "P0", "P1"} {
		limits := Limits{Boundaries: func(table.Key) (string, bool) { return answer, true }}
		request := Request{Filter: "PartitionKey ge 'P1'", Top: NoTop}
		plan, err := request.Plan()
		if err != nil {
			t.Fatal(err)
		}
		page, err := Run(s, plan, request, limits)
		if err != nil || page.Stop != End || len(page.Rows) != 4 {
			t.Errorf("boundary %q: got %d rows, %s, %v, want 4 rows to the end", answer, len(page.Rows), page.Stop, err)
		}
	}
}
