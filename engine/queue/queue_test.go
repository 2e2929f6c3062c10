package queue

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

const (
	noon table.Ticks = 639_308_592_000_000_000 // 2026-11-21T12:00:00Z
	sec              = table.Second
)

func open(t *testing.T) (*Account, *Queue) {
	t.Helper()
	a := NewAccount()
	q, err := a.Create("work")
	if err != nil {
		t.Fatal(err)
	}
	return a, q
}

func put(t *testing.T, q *Queue, text string, now table.Ticks) Message {
	t.Helper()
	m, err := q.Put(text, 0, 0, now)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func get(t *testing.T, q *Queue, now table.Ticks) Message {
	t.Helper()
	messages, err := q.Get(1, 0, now)
	if err != nil {
		t.Fatal(err)
	}
	if len(messages) == 0 {
		return Message{}
	}
	return messages[0]
}

func wantCode(t *testing.T, err error, want table.Code) {
	t.Helper()
	var refusal *table.Error
	if want == "" && err == nil || errors.As(err, &refusal) && refusal.Code == want {
		return
	}
	t.Errorf("got %v, want %q", err, want)
}

func TestGet(t *testing.T) {
	// A message that is taken is hidden for the visibility timeout, 30 s
	// unless it is said, and then comes back with one more in its dequeue
	// count (Get Messages, REST reference).
	t.Run("visibility timeout", func(t *testing.T) {
		_, q := open(t)
		put(t, q, "a", noon)
		first := get(t, q, noon)
		if first.Text != "a" || first.DequeueCount != 1 || first.NextVisible != noon+30*sec {
			t.Fatalf("got %+v", first)
		}
		if m := get(t, q, noon+30*sec-1); m.Text != "" {
			t.Errorf("a tick before the timeout the message is visible: %+v", m)
		}
		second := get(t, q, noon+30*sec)
		if second.ID != first.ID || second.DequeueCount != 2 || second.PopReceipt == first.PopReceipt {
			t.Errorf("at the timeout: got %+v after %+v", second, first)
		}
	})
	t.Run("order", func(t *testing.T) {
		_, q := open(t)
		for _, text := range []string{"a", "b", "c"} {
			put(t, q, text, noon)
		}
		messages, _ := q.Get(2, 0, noon)
		if len(messages) != 2 || messages[0].Text != "a" || messages[1].Text != "b" {
			t.Errorf("got %+v", messages)
		}
		if m := get(t, q, noon); m.Text != "c" {
			t.Errorf("got %+v, want c", m)
		}
	})
	// One call takes 1 to 32 messages and hides them for 1 s to 7 days.
	for _, c := range []struct {
		name       string
		n          int
		visibility table.Ticks
		want       table.Code
	}{
		{"no message", 0, 0, OutOfRangeParameter},
		{"32 messages", 32, 0, ""},
		{"33 messages", 33, 0, OutOfRangeParameter},
		{"half a second", 1, sec / 2, OutOfRangeParameter},
		{"7 days", 1, 7 * table.Day, ""},
		{"a tick more", 1, 7*table.Day + 1, OutOfRangeParameter},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, q := open(t)
			_, err := q.Get(c.n, c.visibility, noon)
			wantCode(t, err, c.want)
		})
	}
}

func TestPut(t *testing.T) {
	for _, c := range []struct {
		name        string
		text        string
		delay, life table.Ticks
		want        table.Code
	}{
		{"64 KiB", strings.Repeat("x", MaxText), 0, 0, ""},
		{"a byte more", strings.Repeat("x", MaxText+1), 0, 0, MessageTooLarge},
		{"negative delay", "a", -1, 0, OutOfRangeParameter},
		{"delay of its life", "a", sec, sec, OutOfRangeParameter},
		{"delay of 7 days, no end", "a", 7 * table.Day, -1, ""},
		{"a tick more", "a", 7*table.Day + 1, -1, OutOfRangeParameter},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, q := open(t)
			_, err := q.Put(c.text, c.delay, c.life, noon)
			wantCode(t, err, c.want)
			if got := q.Len(noon); (got == 1) != (c.want == "") {
				t.Errorf("the queue has %d messages", got)
			}
		})
	}
	t.Run("delay", func(t *testing.T) {
		_, q := open(t)
		q.Put("later", 10*sec, 0, noon)
		if m := get(t, q, noon+10*sec-1); m.Text != "" {
			t.Errorf("got %+v too early", m)
		}
		if m := get(t, q, noon+10*sec); m.Text != "later" || m.DequeueCount != 1 {
			t.Errorf("got %+v", m)
		}
	})
	// "The default time-to-live is seven days"; -1 never expires.
	t.Run("life", func(t *testing.T) {
		_, q := open(t)
		put(t, q, "a", noon)
		q.Put("b", 0, -1, noon)
		q.Put("c", 0, 5*sec, noon)
		for at, want := range map[table.Ticks]int{noon + 5*sec - 1: 3, noon + 5*sec: 2, noon + 7*table.Day - 1: 2, noon + 7*table.Day: 1} {
			fresh := q.clone()
			if got := fresh.Len(at); got != want {
				t.Errorf("%v after: %d messages, want %d", at-noon, got, want)
			}
		}
	})
}

// A worker deletes what it has done with the receipt of its own Get. One that
// took too long finds that another has the message by now.
func TestDelete(t *testing.T) {
	_, q := open(t)
	put(t, q, "a", noon)
	slow := get(t, q, noon)
	quick := get(t, q, noon+31*sec)
	wantCode(t, q.Delete(slow.ID, slow.PopReceipt, noon+32*sec), PopReceiptMismatch)
	wantCode(t, q.Delete(quick.ID, quick.PopReceipt, noon+33*sec), "")
	wantCode(t, q.Delete(quick.ID, quick.PopReceipt, noon+33*sec), MessageNotFound)
	wantCode(t, q.Delete("", "", noon), MessageNotFound)
	if got := q.Len(noon + 33*sec); got != 0 {
		t.Errorf("%d messages are left", got)
	}
}

// Peek shows what could be taken and changes nothing.
func TestPeek(t *testing.T) {
	_, q := open(t)
	put(t, q, "a", noon)
	for range 2 {
		messages, err := q.Peek(5, noon)
		if err != nil || len(messages) != 1 || messages[0].DequeueCount != 0 || messages[0].PopReceipt != "" {
			t.Fatalf("got %+v, %v", messages, err)
		}
	}
	get(t, q, noon)
	if messages, _ := q.Peek(5, noon); len(messages) != 0 {
		t.Errorf("a hidden message is shown: %+v", messages)
	}
}

// A message that was taken n times without being deleted goes to another
// queue, and not before it is visible again.
func TestPoison(t *testing.T) {
	a, q := open(t)
	bad, _ := a.Create("work-poison")
	put(t, q, "broken", noon)
	put(t, q, "fine", noon)
	now, moved := noon, 0
	for worked := 0; worked < 20 && moved == 0; worked++ {
		moved += len(q.Poison(3, bad, now))
		for m := get(t, q, now); m.ID != ""; m = get(t, q, now) {
			if m.Text == "fine" {
				wantCode(t, q.Delete(m.ID, m.PopReceipt, now), "")
			}
		}
		now += 31 * sec
	}
	if want := noon + 4*31*sec; moved != 1 || now != want {
		t.Errorf("%d moved at %v, want 1 in the round after the third", moved, now-noon)
	}
	if m := get(t, bad, now); m.Text != "broken" || m.DequeueCount != 1 || q.Len(now) != 0 {
		t.Errorf("the other queue has %+v, %d are left", m, q.Len(now))
	}
}

func TestAccount(t *testing.T) {
	a, _ := open(t)
	for name, want := range map[string]table.Code{
		"work": QueueAlreadyExists, "abc": "", "a-1": "", strings.Repeat("x", 63): "",
		"ab": table.OutOfRangeInput, strings.Repeat("x", 64): table.OutOfRangeInput,
		"Work": table.InvalidResourceName, "a--b": table.InvalidResourceName,
		"-ab": table.InvalidResourceName, "ab-": table.InvalidResourceName, "a_b": table.InvalidResourceName,
	} {
		_, err := a.Create(name)
		wantCode(t, err, want)
	}
	_, err := a.Queue("nowhere")
	wantCode(t, err, QueueNotFound)
	wantCode(t, a.Delete("nowhere"), QueueNotFound)
	wantCode(t, a.Delete("abc"), "")
	var names []string
	for _, q := range a.Queues() {
		names = append(names, q.Name())
	}
	if want := []string{"a-1", "work", strings.Repeat("x", 63)}; !reflect.DeepEqual(names, want) {
		t.Errorf("queues are %q, want %q", names, want)
	}
}

// state is everything that an account can show at a time.
func state(a *Account, now table.Ticks) string {
	text := ""
	for _, q := range a.Queues() {
		text += q.Name() + strconv.Itoa(q.Len(now))
		q.items.Scan(func(_ string, i *item) bool { text += fmt.Sprintf(" %+v", *i); return true })
	}
	return text
}

// For any sequence of calls: a snapshot does not change, restoring it brings
// back the state, the same calls give the same state again, and every message
// is in the queue until it is deleted.
func TestSnapshot(t *testing.T) {
	seed, err := strconv.ParseUint(os.Getenv("KEYRANGE_SEED"), 10, 64)
	if err != nil {
		seed = 20261121
	}
	t.Logf("KEYRANGE_SEED=%d", seed)
	a, q := open(t)
	step := func(random *rand.Rand, now table.Ticks) {
		q, _ = a.Queue("work")
		switch random.IntN(4) {
		case 0, 1:
			put(t, q, strconv.Itoa(random.IntN(1000)), now)
		default:
			if m := get(t, q, now); m.ID != "" && random.IntN(2) == 0 {
				wantCode(t, q.Delete(m.ID, m.PopReceipt, now), "")
			}
		}
		if q.items.Len() != q.where.Len() {
			t.Fatalf("%d messages in %d places", q.items.Len(), q.where.Len())
		}
	}
	run := func(from int) {
		random := rand.New(rand.NewPCG(seed, uint64(from)))
		for i := range 200 {
			step(random, noon+table.Ticks(from+i)*sec)
		}
	}
	run(0)
	snapshot, before := a.Snapshot(), state(a, noon+200*sec)
	run(200)
	after := state(a, noon+400*sec)
	a.Restore(snapshot)
	if got := state(a, noon+200*sec); got != before {
		t.Errorf("after Restore:\n%s\nwant\n%s", got, before)
	}
	run(200)
	if got := state(a, noon+400*sec); got != after {
		t.Errorf("the same calls again give\n%s\nwant\n%s", got, after)
	}
}
