package live

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/query"
)

// A row is named by the only key in it, else by the busiest that is known to lie in it,
// else by where it begins; and what is said of it covers exactly the keys from its
// beginning to the next row's.
func TestRowNames(t *testing.T) {
	s := NewState()
	e := observe.Event{Rows: []observe.Row{{Low: ""}, {Low: "T/b"}, {Low: "T/b\x00"}, {Low: "T/d\x00"}, {Low: "T/g"}, {Low: "T/k"}},
		Keys: []observe.KeyCount{{Place: "T/h", Sent: 9}, {Place: "T/i", Sent: 8}, {Place: "T/a", Sent: 7}, {Place: "T/d", Sent: 6}}}
	s.columns = []observe.Event{e}
	for row, want := range []struct{ label, name string }{
		{"a", "from the first key to before b"},
		{"b", "b"},
		{"d", "after b up to d"},
		{"after d", "after d to before g"},
		{"h", "g to before k"},
		{"k", "from k on"},
	} {
		if label, name := s.rowLabel(0, row), s.rowName(&e, row); label != want.label || name != want.name {
			t.Errorf("row %d is labelled %q and named %q, want %q and %q", row, label, name, want.label, want.name)
		}
	}
}

// A query of which most pages return nothing is told by what it reads in a second, and
// another by what it reads each time.
func TestDearWords(t *testing.T) {
	f := Figures{Micros: 5 * second}
	for _, c := range []struct {
		q    observe.QueryCount
		want string
	}{
		{observe.QueryCount{Plan: int(query.TableScan), Times: 40, Examined: 2000, Returned: 0}, "reads 400 entities/s and returns next to nothing"},
		{observe.QueryCount{Plan: int(query.TableScan), Times: 4, Examined: 4000, Returned: 8}, "reads 1,000 entities to return 2"},
	} {
		n, ok := dear(&c.q, &f)
		if !ok || !strings.HasSuffix(n.Title, c.want) {
			t.Errorf("got %q, want %q", n.Title, c.want)
		}
	}
}
