package script

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/table"
)

// What a check of a lesson reads: each part of the state, after commands that
// set it, and nothing of a client that never spoke.
func TestLook(t *testing.T) {
	w := New(1, DefaultStart, nil)
	for _, text := range []string{
		"create table Movies", "create table Gone", "drop table Gone", "insert Movies a/1 n=1", "insert Movies b/1 n=1",
		"design Movies partition 'x' row '{A}'", "split Movies b,a", "A: policy fixed", "A: track option NoTracking", "A: track attach Movies a/1 etag *",
		"A: get Movies a/1", "merge Movies a/1 n=2", "query Movies top 1", "fault busy", "network travel 5ms",
		"queue create jobs", "blob create photos",
	} {
		if r, err := w.DoText(text); err != nil || !r.OK() {
			t.Fatalf("%s: %v, %v", text, r.Lines(), err)
		}
	}
	k := table.Key{PartitionKey: "a", RowKey: "1"}
	stale, ok := w.Client("A").Seen("movies", k)
	fresh, _ := w.Client("").Seen("Movies", k)
	if !ok || stale == fresh || fresh == "" {
		t.Errorf("A has seen %s and the console %s, want two versions", stale, fresh)
	}
	if _, ok := w.Client("B").Seen("Movies", k); ok || len(w.Client("B").Tracked()) > 0 {
		t.Error("B never spoke and has seen something")
	}
	if d, ok := w.state.designs["movies"]; !ok || d.RowKey != "{A}" {
		t.Errorf("got design %v", d)
	}
	if b := w.Borders("Movies"); len(b) != 2 || b[0] != "a" {
		t.Errorf("got borders %v, want a and b", b)
	}
	a, option := w.Client("A"), w.state.speakers["A"].context.MergeOption
	if a.Policy() != client.Fixed || option != client.NoTracking || len(a.Tracked()) != 1 || len(w.state.clientNames()) != 1 {
		t.Errorf("got %s, %s, %d tracked, clients %v", a.Policy(), option, len(a.Tracked()), w.state.clientNames())
	}
	if c, ok := w.Client("").Bookmark(); !ok || c.String() != "query Movies top 1 from a" {
		t.Errorf("got token %s, want one at the border a", c)
	}
	n := w.state.network
	if n.Travel != 5*table.Millisecond || n.Timeout != client.DefaultTimeout || len(n.Faults()) != 1 || n.Held() != 0 {
		t.Errorf("got %v, %v, %v, %d", n.Travel, n.Timeout, n.Faults(), n.Held())
	}
	if len(w.Queues()) != 1 || len(w.Containers()) != 1 || len(w.state.tables.Deletions()) != 1 {
		t.Error("a queue, a container or a deletion is missing")
	}
}

// A write tells the range in which it landed and a page the one in which it was
// read, recounted here from the borders; a table in one piece tells none.
func TestRangeReached(t *testing.T) {
	w := New(1, DefaultStart, nil)
	do := func(text string) Result {
		r, err := w.DoText(text)
		if err != nil || !r.OK() {
			t.Fatalf("%s: %v, %v", text, r.Lines(), err)
		}
		return r
	}
	do("create table Movies")
	if r := do("insert Movies m/0"); r.Range != 0 || r.Ranges != 0 {
		t.Errorf("got range %d of %d of a table that is one", r.Range, r.Ranges)
	}
	borders := []string{"b", "d", "f"}
	do("split Movies " + strings.Join(borders, ","))
	inRange := func(key string) int {
		n := 1
		for _, b := range borders {
			if key >= b {
				n++
			}
		}
		return n
	}
	for _, key := range []string{"a", "b", "c", "d", "e", "f", "z"} {
		if r := do("insert Movies " + key + "/1"); r.Range != inRange(key) || r.Ranges != 4 {
			t.Errorf("%s landed in range %d of %d, want %d of 4", key, r.Range, r.Ranges, inRange(key))
		}
	}
	for page, verb := 1, "query Movies"; page <= 4; page, verb = page+1, "next" {
		if r := do(verb); r.Range != page || r.Ranges != 4 || inRange(r.Entities[0].PartitionKey) != page {
			t.Errorf("page %d: got range %d of %d", page, r.Range, r.Ranges)
		}
	}
	if r := do("query Movies where PartitionKey eq 'e'"); r.Range != 3 {
		t.Errorf("got range %d, want 3", r.Range)
	}
}
