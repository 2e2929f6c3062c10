package script

import (
	"bytes"
	"testing"

	"github.com/keyrange/keyrange/engine/query"
)

// A page that is asked for beside a World has the request and the body that
// the same query has as a command of the World.
func TestAsk(t *testing.T) {
	w := New(1, DefaultStart, nil)
	for _, text := range []string{"create table Movies", "insert Movies Drama/Jaws Year=1975", "insert Movies Drama/Psycho Year=1960", "query Movies top 1 where Year gt 1900"} {
		if _, err := w.DoText(text); err != nil {
			t.Fatal(err)
		}
	}
	want := w.Traffic(3)[0]
	before := w.Hash()
	got := Ask("Movies", query.Request{Filter: "Year gt 1900", Top: 1}, w.state.tables, w.Now())
	if got.Request.URL != want.Request.URL || got.Response.Status != 200 || !bytes.Equal(got.Response.Body, want.Response.Body) {
		t.Errorf("got %s\n%s\nwant %s\n%s", got.Request.URL, got.Response.Body, want.Request.URL, want.Response.Body)
	}
	if w.Hash() != before {
		t.Error("asking changed the World")
	}
}
