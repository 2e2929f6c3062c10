package client

import (
	"fmt"
	"testing"

	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
)

// genres is a table of 30 entities in six partitions, of which the range from
// "c" to "e" has none left: 5 per page, and a boundary at c and e.
func genres(t *testing.T) *Caller {
	t.Helper()
	stored, c := movies(t, Fixed)
	for i := range 30 {
		genre := []string{"a", "b", "e", "f", "g", "h"}[i/5]
		if _, err := stored.Insert(movie(genre, fmt.Sprint(i%5), int32(i)), noon); err != nil {
			t.Fatal(err)
		}
	}
	d := c.Service.(Direct)
	d.Limits = query.Limits{PageSize: 5, Boundaries: func(from table.Key) (string, bool) {
		for _, boundary := range []string{"c", "e"} {
			if from.PartitionKey < boundary {
				return boundary, true
			}
		}
		return "", false
	}}
	c.Service = d
	return c
}

// readAll reads the remaining pages through the caller. When a page has no
// answer after its retries, or is refused, its exchange is returned and ok is
// false; a loop without an answer can go on with readAll again.
func readAll(r *Reading, c *Caller) (failed Exchange, ok bool) {
	for {
		call, more := r.Next()
		if !more {
			return Exchange{}, true
		}
		x := c.Send(call)
		a, answered := x.Answer()
		if answered {
			r.Take(a)
		}
		if x.Failed() {
			return x, false
		}
	}
}

// What each loop returns of the same table: only the first is whole. A page
// ends without entities at a range that has none, with a token that has no
// NextRowKey, and $top is per page (Query timeout and pagination, REST
// reference).
func TestReading(t *testing.T) {
	for _, test := range []struct {
		habit Habit
		later string
		top   int
		want  int
	}{
		{AllPages, "", query.NoTop, 30},
		{AllPages, "", 3, 30},
		{StopAtEmpty, "", query.NoTop, 10},
		{NeedRowKey, "", query.NoTop, 10},
		{OtherFilter, "Rating ge 20", query.NoTop, 15},
		{TopIsAll, "", 3, 3},
		{TopIsAll, "", query.NoTop, 30},
		{StopAtShort, "", query.NoTop, 5},
		{StopAtShort, "", 3, 10},
		{ForgetToken, "", 2, 2 * MaxForgetful},
	} {
		t.Run(fmt.Sprint(test.habit, test.top), func(t *testing.T) {
			c := genres(t)
			r := NewReading("Movies", query.Request{Top: test.top}, test.habit)
			r.Later = test.later
			if _, ok := readAll(r, c); !ok || len(r.Entities) != test.want {
				t.Errorf("got %d entities in %d pages, want %d", len(r.Entities), r.Pages, test.want)
			}
			if whole := test.want == 30 || test.habit == OtherFilter; whole != (r.token == nil) {
				t.Errorf("the loop ends with the token %v", r.token)
			}
		})
	}
}

// The right loop gives every entity once, in order, and meets an empty page.
func TestAllPages(t *testing.T) {
	c, empty := genres(t), 0
	r := NewReading("Movies", query.Request{Top: query.NoTop}, AllPages)
	for {
		call, more := r.Next()
		if !more {
			break
		}
		a, _ := c.Send(call).Answer()
		if len(a.Entities) == 0 && a.Next != nil {
			empty++
		}
		r.Take(a)
	}
	if empty == 0 {
		t.Error("the table gives no empty page with a token, so nothing is tried")
	}
	for i, e := range r.Entities {
		if got := e.Property("Rating").Int(); got != int64(i) {
			t.Fatalf("entity %d has Rating %d: entities are missing, doubled or out of order", i, got)
		}
	}
}

// A page that had no answer is asked for again, from the same token.
func TestReadingGoesOn(t *testing.T) {
	c := genres(t)
	c.Policy = NoRetry
	c.Network.Fail(Fault{}, Fault{Kind: ResponseLost})
	r := NewReading("Movies", query.Request{Top: query.NoTop}, AllPages)
	if x, ok := readAll(r, c); ok || code(x) != "no answer" || len(r.Entities) != 5 {
		t.Fatalf("got %v, %q with %d entities, want no answer after 5", ok, code(x), len(r.Entities))
	}
	if _, ok := readAll(r, c); !ok || len(r.Entities) != 30 {
		t.Errorf("got %d entities, want 30", len(r.Entities))
	}
}

// A refused page ends the loop.
func TestReadingRefused(t *testing.T) {
	c := genres(t)
	r := NewReading("Movies", query.Request{Filter: "Rating eq", Top: query.NoTop}, AllPages)
	if x, ok := readAll(r, c); ok || code(x) != table.InvalidInput {
		t.Errorf("got %v, %q, want InvalidInput", ok, code(x))
	}
	if _, more := r.Next(); more {
		t.Error("the loop goes on after a refusal")
	}
}
