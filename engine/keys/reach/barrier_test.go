package reach

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// Each reason for which a condition does not reach a key, with its way out, and
// that it stays away where the condition does.
func TestBarriers(t *testing.T) {
	x := NewExtents(boundTo(t, "{N}", reachColumns), boundTo(t, "{R}", reachColumns))
	for _, n := range []int32{7, 42, 12345} {
		x.Add(changedRow{make(knownRow, len(reachColumns)), 1, table.Int32Value(n)})
	}
	for _, c := range []struct{ pk, rk, question, reason, edit string }{
		{"{A}", "{N:05}", "A eq 'x' and N ge 5", "", ""},
		{"{A}", "{N:05}", "A ge 'x' and A lt 'z'", "", ""},
		{"{clean(or(A,'-'))}", "{N:05}", "A ge 'C' and A lt 'E'", "", ""},
		{"{A}", "{N:05}", "A eq 'x' and R gt 1.5", "Neither key holds R", "RowKey {R:10}_{N:05}"},
		{"{A}", "{N:05}", "R gt 1.5", "Neither key holds R", "PartitionKey {R:10}_{A}"},
		{"{A}", "{N:05}", "A ge 'x' and R gt 1.5", "more than one PartitionKey", ""},
		{"{A}", "{N:05}", "N ge 500", "helps only inside one PartitionKey. The question does not say which one: add an eq condition on A", ""},
		{"{A}_{N:05}", "x", "N ge 500", "has A before N", "PartitionKey {N:05}_{A}"},
		{"all", "{A}-{N:05}", "N ge 500", "has A before N", "RowKey {N:05}-{A}"},
		{"all", "{hash(A)}", "A ge 'C'", "does not keep the order of A", "RowKey {clean(A)}"},
		{"all", "{reverse(A)}", "A ge 'C' and A lt 'D'", "does not keep the order of A", "RowKey {clean(A)}"},
		{"all", "{N}", "N ge 500 and N lt 900", "numbers of different length", "RowKey {N:05}"},
		{"all", "{N:03}", "N ge 500", "numbers of different length", "RowKey {N:05}"},
		{"{A}", "x", "A ne 'x'", "ne excludes one value of A and keeps those on both sides", ""},
		{"{A}", "x", "not (A eq 'x')", "A condition with not also holds for entities without A", ""},
		{"{A}", "x", "A eq 'x' or R gt 1.5", "One side of the or does not bound A", ""},
		{"{D.month}", "x", "D ge datetime'2020-01-01T00:00:00Z'", "D.month does not keep the order of D", "PartitionKey {D}"},
		{"{A}", "x", "A gt 5", "compared with a value of another type", ""},
	} {
		got := Barriers(asked(t, c.question), boundTo(t, c.pk, reachColumns), boundTo(t, c.rk, reachColumns), x)
		if c.reason == "" {
			if got != nil {
				t.Errorf("%s under %s, %s: got %+v", c.question, c.pk, c.rk, got)
			}
			continue
		}
		if len(got) == 0 || !strings.Contains(got[0].Reason, c.reason) {
			t.Errorf("%s under %s, %s: got %+v, want %q", c.question, c.pk, c.rk, got, c.reason)
			continue
		}
		edit := ""
		if f := got[0].Edit; f != nil {
			edit = map[bool]string{false: "PartitionKey ", true: "RowKey "}[f.RowKey] + f.Template
		}
		if edit != c.edit {
			t.Errorf("%s under %s, %s: the edit is %q, want %q", c.question, c.pk, c.rk, edit, c.edit)
		}
	}
}
