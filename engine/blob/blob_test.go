package blob

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

const noon table.Ticks = 639_308_592_000_000_000 // 2026-11-21T12:00:00Z

func open(t *testing.T) (*Account, *Container) {
	t.Helper()
	a := NewAccount()
	c, err := a.Create("photos")
	if err != nil {
		t.Fatal(err)
	}
	return a, c
}

func wantCode(t *testing.T, err error, want table.Code) {
	t.Helper()
	var refusal *table.Error
	if want == "" && err == nil || errors.As(err, &refusal) && refusal.Code == want {
		return
	}
	t.Errorf("got %v, want %q", err, want)
}

func TestPut(t *testing.T) {
	_, c := open(t)
	want, err := c.Put("a/1.txt", "hello", "text/plain", Condition{}, noon)
	if err != nil || want.ETag != `"0x8DF47C6F803E000"` {
		t.Fatalf("got %+v, %v", want, err)
	}
	got, err := c.Get("a/1.txt")
	if err != nil || got != want || got.Content != "hello" || got.Type != "text/plain" || got.Modified != noon {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	for _, test := range []struct {
		name, content string
		want          table.Code
	}{
		{"", "", table.OutOfRangeInput},
		{strings.Repeat("ä", MaxName), "", ""},
		{strings.Repeat("ä", MaxName+1), "", table.OutOfRangeInput},
		{"\xff", "", table.InvalidResourceName},
		{"large", strings.Repeat("x", MaxContent+1), RequestBodyTooLarge},
	} {
		_, err := c.Put(test.name, test.content, "", Condition{}, noon)
		wantCode(t, err, test.want)
	}
}

// If-Match and If-None-Match (Specifying conditional headers for Blob service
// operations, REST reference). A version grows even when the clock does not.
func TestCondition(t *testing.T) {
	_, c := open(t)
	one, _ := c.Put("a", "1", "", Condition{}, noon)
	two, _ := c.Put("a", "2", "", Condition{}, noon)
	if one.ETag == two.ETag {
		t.Fatalf("both versions have ETag %s", one.ETag)
	}
	for _, test := range []struct {
		title string
		name  string
		when  Condition
		want  table.Code
	}{
		{"stale", "a", Condition{Match: one.ETag}, ConditionNotMet},
		{"any version of none", "b", Condition{Match: Any}, ConditionNotMet},
		{"a version of none", "b", Condition{Match: one.ETag}, ConditionNotMet},
		{"only new, but exists", "a", Condition{NoneMatch: Any}, BlobAlreadyExists},
		{"not this version", "a", Condition{NoneMatch: two.ETag}, ConditionNotMet},
		{"any version", "a", Condition{Match: Any}, ""},
		{"only new", "c", Condition{NoneMatch: Any}, ""},
	} {
		t.Run(test.title, func(t *testing.T) {
			_, err := c.Put(test.name, "3", "", test.when, noon)
			wantCode(t, err, test.want)
		})
	}
	last, _ := c.Get("a")
	if _, err := c.Put("a", "4", "", Condition{Match: last.ETag}, noon); err != nil {
		t.Errorf("the current version is refused: %v", err)
	}
	wantCode(t, c.Delete("a", Condition{Match: last.ETag}), ConditionNotMet)
	wantCode(t, c.Delete("a", Condition{}), "")
	wantCode(t, c.Delete("a", Condition{}), BlobNotFound)
	_, err := c.Get("a")
	wantCode(t, err, BlobNotFound)
}

// Names come in order, those with the prefix only, page by page.
func TestList(t *testing.T) {
	_, c := open(t)
	for _, name := range []string{"b/2", "a/1", "b/1", "b", "b/3", "c/1", "b0"} {
		c.Put(name, "", "", Condition{}, noon)
	}
	for prefix, want := range map[string][]string{
		"":   {"a/1", "b", "b/1", "b/2", "b/3", "b0", "c/1"},
		"b/": {"b/1", "b/2", "b/3"}, "b": {"b", "b/1", "b/2", "b/3", "b0"}, "x": nil,
	} {
		for size := 1; size <= 8; size++ {
			var got []string
			for marker, pages := "", 0; pages < 9; pages++ {
				blobs, next, err := c.List(prefix, marker, size)
				if err != nil {
					t.Fatal(err)
				}
				for _, b := range blobs {
					got = append(got, b.Name)
				}
				if marker = next; next == "" {
					break
				}
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("prefix %q by pages of %d: got %q, want %q", prefix, size, got, want)
			}
		}
	}
	for n, want := range map[int]table.Code{0: OutOfRangeParameter, MaxList: "", MaxList + 1: OutOfRangeParameter} {
		_, _, err := c.List("", "", n)
		wantCode(t, err, want)
	}
}

func TestAccount(t *testing.T) {
	a, _ := open(t)
	for name, want := range map[string]table.Code{
		"photos": ContainerAlreadyExists, "abc": "", "a-1": "", "ab": table.OutOfRangeInput,
		"Abc": table.InvalidResourceName, "a--b": table.InvalidResourceName, "ab-": table.InvalidResourceName,
	} {
		_, err := a.Create(name)
		wantCode(t, err, want)
	}
	_, err := a.Container("nowhere")
	wantCode(t, err, ContainerNotFound)
	wantCode(t, a.Delete("nowhere"), ContainerNotFound)
	wantCode(t, a.Delete("abc"), "")
	var names []string
	for _, c := range a.Containers() {
		names = append(names, c.Name())
	}
	if want := []string{"a-1", "photos"}; !reflect.DeepEqual(names, want) {
		t.Errorf("containers are %q, want %q", names, want)
	}
}

// state is everything that an account can show.
func state(a *Account) string {
	text := ""
	for _, c := range a.Containers() {
		blobs, _, _ := c.List("", "", MaxList)
		text += fmt.Sprintf("%s %d %+v\n", c.Name(), c.Len(), blobs)
	}
	return text
}

// For any sequence of calls: a snapshot does not change, restoring it brings
// back the state, and the same calls give the same state again.
func TestSnapshot(t *testing.T) {
	seed, err := strconv.ParseUint(os.Getenv("KEYRANGE_SEED"), 10, 64)
	if err != nil {
		seed = 20261121
	}
	t.Logf("KEYRANGE_SEED=%d", seed)
	a, _ := open(t)
	run := func(from int) {
		random := rand.New(rand.NewPCG(seed, uint64(from)))
		for i := range 300 {
			c, err := a.Container("photos")
			if err != nil {
				t.Fatal(err)
			}
			name := strconv.Itoa(random.IntN(100))
			if random.IntN(3) == 0 {
				c.Delete(name, Condition{})
				continue
			}
			if _, err := c.Put(name, strconv.Itoa(i), "", Condition{}, noon+table.Ticks(from+i)); err != nil {
				t.Fatal(err)
			}
		}
	}
	run(0)
	snapshot, before := a.Snapshot(), state(a)
	run(1000)
	after := state(a)
	a.Restore(snapshot)
	if got := state(a); got != before {
		t.Errorf("after Restore:\n%s\nwant\n%s", got, before)
	}
	run(1000)
	if got := state(a); got != after {
		t.Errorf("the same calls again give\n%s\nwant\n%s", got, after)
	}
}
