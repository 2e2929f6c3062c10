package schedule

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
)

// turns parses a program.
func turns(t *testing.T, lines ...string) []Turn {
	t.Helper()
	var program []Turn
	for _, line := range lines {
		turn, err := Parse(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		program = append(program, turn)
	}
	return program
}

// A turn prints as the text that reads back as the same turn, and a mistake in
// one has its place in the whole text.
func TestTurn(t *testing.T) {
	for _, text := range []string{
		"A: get Stock shop/apples",
		"with add Count, whole: A: replace Stock shop/apples Count=-1 if seen",
		"with add Count, add Price, response-lost: A: merge Stock shop/apples Count=-1 Price=1",
		"with delayed 40s: B: delete Stock shop/apples if seen",
	} {
		turn, err := Parse(text)
		if err != nil || turn.String() != text {
			t.Errorf("%q: got %q and %v", text, turn.String(), err)
		}
	}
	for text, offset := range map[string]int{
		"with add Count A get":       0,
		"with add: A: get Stock s/a": 0,
		"with whole: A: gett":        15,
		"with " + strings.Repeat("whole,", 50) + ": A: get Stock s/a": 0,
	} {
		_, err := Parse(text)
		at, is := err.(*command.Error)
		if !is || at.Offset != offset {
			t.Errorf("%q: got %v, want a mistake at %d", text, err, offset)
		}
	}
}

func stock(t *testing.T) *script.World {
	t.Helper()
	w := script.New(1, script.DefaultStart, nil)
	for _, line := range []string{"create table Stock", "insert Stock shop/apples Count=10 Price=3"} {
		if r, err := w.DoText(line); err != nil || !r.OK() {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return w
}

// tally runs all orders and counts their verdicts.
func tally(o *Orders) (count map[Verdict]int, total int) {
	count = map[Verdict]int{}
	for order, ok := o.Next(); ok; order, ok = o.Next() {
		count[order.Verdict]++
		total++
	}
	return count, total
}

// Two programs of m and n turns have (m+n)! / (m! n!) orders, each once.
func TestOrdersAreAll(t *testing.T) {
	for m := range MaxTurns + 1 {
		for n := range MaxTurns + 1 {
			w := stock(t)
			a, b := make([]string, m), make([]string, n)
			for i := range a {
				a[i] = "A: get Stock shop/apples"
			}
			for i := range b {
				b[i] = "B: get Stock shop/apples"
			}
			o := NewOrders(w, nil, turns(t, a...), turns(t, b...))
			seen := map[string]bool{}
			for order, ok := o.Next(); ok; order, ok = o.Next() {
				seen[fmt.Sprint(order.Second)] = true
			}
			want := 1
			for i := 1; i <= n; i++ {
				want = want * (m + i) / i
			}
			if len(seen) != want || o.Count() != want {
				t.Errorf("%d and %d turns: got %d orders and a count of %d, want %d", m, n, len(seen), o.Count(), want)
			}
		}
	}
}

// The counts of lost updates are those of an enumeration that knows nothing of
// the engine: a counter with a version, and two clients that read and write.
func TestOrdersAgainstModel(t *testing.T) {
	for _, test := range []struct {
		name        string
		conditional bool
	}{{"without a condition", false}, {"with the ETag", true}} {
		t.Run(test.name, func(t *testing.T) {
			w := stock(t)
			condition := ""
			if test.conditional {
				condition = " if seen"
			}
			program := func(who string) []Turn {
				return turns(t,
					who+": get Stock shop/apples",
					"with add Count, whole: "+who+": replace Stock shop/apples Count=-1"+condition,
					who+": get Stock shop/apples")
			}
			got, total := tally(NewOrders(w, nil, program("A"), program("B")))
			want := map[Verdict]int{}
			interleave(3, 3, nil, func(order []int) { want[counterVerdict(order, test.conditional)]++ })
			if total != 20 || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("got %v of %d, want %v of 20", got, total, want)
			}
		})
	}
}

// interleave visits every order of a turns of the first and b of the second client.
func interleave(a, b int, order []int, visit func([]int)) {
	if a+b == 0 {
		visit(order)
		return
	}
	if a > 0 {
		interleave(a-1, b, append(order[:len(order):len(order)], 0), visit)
	}
	if b > 0 {
		interleave(a, b-1, append(order[:len(order):len(order)], 1), visit)
	}
}

// counterVerdict plays read, write, read of two clients on a bare counter.
func counterVerdict(order []int, conditional bool) Verdict {
	version, writer := 0, -1
	read, at := [2]int{}, [2]int{}
	verdict := Fine
	for _, who := range order {
		switch at[who]++; {
		case at[who] != 2:
			read[who] = version
		case conditional && read[who] != version:
			verdict = max(verdict, Refused)
		default:
			if writer >= 0 && writer != who && read[who] < version {
				verdict = Lost
			}
			version++
			writer = who
		}
	}
	return verdict
}

// Merging different properties loses nothing, replacing the whole entity does.
func TestOrdersOfMerge(t *testing.T) {
	for verb, want := range map[string]int{"merge": 0, "replace": 4} {
		w := stock(t)
		head := map[string]string{"merge": "", "replace": "with whole: "}[verb]
		a := turns(t, "A: get Stock shop/apples", head+"A: "+verb+" Stock shop/apples Count=9")
		b := turns(t, "B: get Stock shop/apples", head+"B: "+verb+" Stock shop/apples Price=4")
		got, total := tally(NewOrders(w, nil, a, b))
		if total != 6 || got[Lost] != want {
			t.Errorf("%s: %d of %d orders lose an update, want %d of 6", verb, got[Lost], total, want)
		}
	}
}

// A client that meets 412 from its own first try loses nothing of another.
func TestOrdersOwnRetry(t *testing.T) {
	w := stock(t)
	for _, line := range []string{"A: policy fixed"} {
		if _, err := w.DoText(line); err != nil {
			t.Fatal(err)
		}
	}
	a := turns(t, "A: get Stock shop/apples", "with add Count, whole, response-lost: A: replace Stock shop/apples Count=-1 if seen")
	got, total := tally(NewOrders(w, nil, a, nil))
	if total != 1 || got[Refused] != 1 {
		t.Errorf("got %v of %d, want one order that is refused", got, total)
	}
}

// Running orders leaves the World as it was, and playing one gives its verdict
// in the World's own log.
func TestOrdersPlay(t *testing.T) {
	w := stock(t)
	program := func(who string) []Turn {
		return turns(t, who+": get Stock shop/apples", "with add Count, whole: "+who+": replace Stock shop/apples Count=-1")
	}
	o, before := NewOrders(w, nil, program("A"), program("B")), w.Hash()
	var lost Order
	for order, ok := o.Next(); ok; order, ok = o.Next() {
		if order.Verdict == Lost {
			lost = order
		}
	}
	if w.Hash() != before || w.Len() != 2 {
		t.Fatalf("the World has changed: %d commands", w.Len())
	}
	if err := o.Play(lost); err != nil {
		t.Fatal(err)
	}
	var j Judge
	for n := range w.Len() {
		j.Watch(w.Result(n))
	}
	if len(lost.Losses) == 0 || fmt.Sprint(j.Losses) != fmt.Sprint(lost.Losses) {
		t.Errorf("the log loses %v, want %v", j.Losses, lost.Losses)
	}
}

// The judge tells what the service did, also to an answer that nobody heard
// and to a request that arrived late.
func TestJudge(t *testing.T) {
	for _, test := range []struct {
		name   string
		script string
		want   string
	}{
		{"heard by nobody", "A: get Stock shop/apples\nB: get Stock shop/apples\nfault response-lost\nA: merge Stock shop/apples Count=9\nB: merge Stock shop/apples Count=8", "A by B: Count"},
		{"never arrived", "A: get Stock shop/apples\nB: get Stock shop/apples\nfault request-lost\nA: merge Stock shop/apples Count=9\nB: merge Stock shop/apples Count=8", ""},
		{"arrived late", "A: get Stock shop/apples\nB: get Stock shop/apples\nfault delayed 40s\nA: merge Stock shop/apples Count=9\nB: merge Stock shop/apples Count=8\nadvance 60s", "B by A: Count"},
		{"read before", "A: merge Stock shop/apples Count=9\nB: get Stock shop/apples\nB: merge Stock shop/apples Count=8", ""},
		{"own write after a matching one", "B: get Stock shop/apples\nB: merge Stock shop/apples Count=9 if seen\nB: merge Stock shop/apples Count=8", ""},
		{"deleted unread", "A: merge Stock shop/apples Count=9\nB: delete Stock shop/apples", "A by B: everything"},
		{"stale after an unconditional write", "B: get Stock shop/apples\nA: merge Stock shop/apples Count=9\nB: merge Stock shop/apples Price=5\nB: merge Stock shop/apples Count=7", "A by B: Count"},
		{"in a batch", "B: get Stock shop/apples\nA: batch Stock { merge shop/apples Count=9 }\nB: batch Stock { merge shop/apples Count=8 }", "A by B: Count"},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := stock(t)
			var j Judge
			for _, line := range strings.Split(test.script, "\n") {
				r, err := w.DoText(line)
				if err != nil {
					t.Fatalf("%s: %v", line, err)
				}
				j.Watch(r)
			}
			var got []string
			for _, l := range j.Losses {
				what := l.Property
				if what == "" {
					what = "everything"
				}
				got = append(got, l.Of+" by "+l.By+": "+what)
			}
			if strings.Join(got, ", ") != test.want {
				t.Errorf("got %q lost, want %q", strings.Join(got, ", "), test.want)
			}
		})
	}
}
