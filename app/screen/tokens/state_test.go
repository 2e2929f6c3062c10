package tokens

import (
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// trapped is a story after its gestures.
func trapped(t *testing.T, id string) *State {
	t.Helper()
	s, ok := storyByID(id)
	if !ok {
		t.Fatalf("no story %q", id)
	}
	k := NewState()
	k.Tell(s)
	k.Show()
	if k.Refusal() != "" {
		t.Fatalf("%s: %s", id, k.Refusal())
	}
	return k
}

func rowKeys(list []table.Entity) string {
	var names []string
	for _, e := range list {
		names = append(names, e.RowKey)
	}
	return strings.Join(names, ", ")
}

func last(k *State) tokenPage { return k.Reading.Pages()[len(k.Reading.Pages())-1] }

// Every story leads into its trap, and the sentence about it names it.
func TestTokenTraps(t *testing.T) {
	for id, check := range map[string]struct {
		title string
		is    func(k *State) bool
	}{
		"empty": {"0 entities, and that is fine", func(k *State) bool {
			p := last(k)
			return len(p.Entities) == 0 && p.Next != nil && p.Examined == 8 && p.Stop == query.TimeUp
		}},
		"no-row-key": {"This token has no NextRowKey", func(k *State) bool {
			p := last(k)
			return p.Next != nil && !p.Next.HasRowKey && p.Next.NextPartitionKey == "Drama" && p.Stop == query.RangeBoundary
		}},
		"short": {"This token has no NextRowKey", func(k *State) bool {
			p := last(k)
			return len(p.Entities) == 2 && p.Next != nil && p.Request.Top == 5
		}},
		"top": {"No bookmark: this is the end", func(k *State) bool {
			return len(k.Reading.Pages()) == 4 && k.Reading.sofar().Got == 10 && len(k.Reading.Pages()[0].Entities) == 3
		}},
		"filter": {"Another filter, the same bookmark", func(k *State) bool {
			p := k.Reading.Pages()[2]
			return p.Changed && p.Request.Filter == "Year lt 1970" && len(k.Reading.sofar().Wrong) > 0 && len(k.Reading.sofar().Missed) > 0
		}},
		"inserted": {"Inserted after the bookmark", func(k *State) bool {
			k.RunAll()
			var all []table.Entity
			for _, p := range k.Reading.Pages() {
				all = append(all, p.Entities...)
			}
			return !strings.Contains(rowKeys(all), "Terminator 2") && strings.Contains(rowKeys(all), "Top Gun 2")
		}},
		"deleted": {"The bookmarked entity is gone", func(k *State) bool {
			k.Next()
			return strings.HasPrefix(rowKeys(last(k).Entities), "Bambi") && k.Reading.Pages()[0].Next.NextRowKey == "Top Gun"
		}},
		"lost": {"The token is lost", func(k *State) bool {
			p := k.Reading.Pages()
			return p[2].Lost && rowKeys(p[2].Entities) == rowKeys(p[0].Entities) && len(k.Reading.sofar().Twice) == 5
		}},
		"exact": {"Exactly full, and no bookmark", func(k *State) bool {
			return len(k.Reading.Pages()) == 2 && len(last(k).Entities) == 5 && last(k).Next == nil && last(k).Stop == query.End
		}},
	} {
		k := trapped(t, id)
		title, text := k.Reading.Explain()
		if title != check.title || !check.is(k) {
			t.Errorf("%s: %d pages end with %q, %q: want %q and the trap", id, len(k.Reading.Pages()), title, text, check.title)
		}
	}
	if len(Stories()) != 9 {
		t.Errorf("%d stories, want the 9 that are tried here", len(Stories()))
	}
}

// A page ends with the entity that brings it to the size that is allowed, and
// says so.
func TestTokenSize(t *testing.T) {
	k := NewState()
	k.Reading.SetFilter("")
	k.Allow(0, 0, 400)
	k.Next()
	size := func(list []table.Entity) (n int) {
		for _, e := range list {
			n += table.EntityBytes(e.Key, e.Properties)
		}
		return n
	}
	p := last(k)
	title, _ := k.Reading.Explain()
	if all := len(p.Entities); p.Stop != query.SizeFull || p.Bytes != 400 || size(p.Entities) < 400 || size(p.Entities[:all-1]) >= 400 || title != "Page 1 is large enough" {
		t.Errorf("page 1 has %d entities of %d bytes, ends by %v with %q", all, size(p.Entities), p.Stop, title)
	}
}

// The way down the tree ends at the entity that the token names, or at the first
// one of its partition.
func TestTokenTree(t *testing.T) {
	for id, want := range map[string]string{"empty": "Amadeus", "no-row-key": "Amadeus", "top": "", "deleted": "Bambi"} {
		tree, got := trapped(t, id).Reading.Tree(), ""
		if tree.To > tree.From {
			got = tree.Keys[tree.From].RowKey
		}
		if got != want || (len(tree.Path) > 0) != (want != "") || len(tree.Keys) < 65 {
			t.Errorf("%s: the bookmark of %d entities is at %q, %d nodes down; want %q", id, len(tree.Keys), got, len(tree.Path), want)
		}
	}
}

// The loop of each story falls into its trap, and the same loop with the right
// line gives every entity once.
func TestTokenLoops(t *testing.T) {
	for id, want := range map[string]func(tokenEnd) bool{
		"empty":      func(e tokenEnd) bool { return len(e.Missed) > 0 },
		"no-row-key": func(e tokenEnd) bool { return len(e.Missed) > 0 },
		"short":      func(e tokenEnd) bool { return len(e.Missed) > 0 },
		"top":        func(e tokenEnd) bool { return e.Got == 3 && len(e.Missed) == 7 },
		"filter":     func(e tokenEnd) bool { return len(e.Wrong) > 0 && len(e.Missed) > 0 },
		"lost":       func(e tokenEnd) bool { return len(e.Twice) == 5 && e.Pages == client.MaxForgetful },
	} {
		s, _ := storyByID(id)
		k := NewState()
		k.Tell(s)
		k.LoopRun()
		end, begun := k.Loop.End(&k.Reading)
		if !begun || !want(end) {
			t.Errorf("%s: the wrong loop gives %+v", id, end)
		}
		if text, ok, done := k.Loop.verdict(&k.Reading); ok || !done || !strings.Contains(text, k.Loop.Chosen().Why) {
			t.Errorf("%s: the wrong loop is judged %q", id, text)
		}
		k.Loop.Repair(slices.Index(k.Loop.Chosen().fixes, client.AllPages))
		k.LoopRun()
		if text, ok, done := k.Loop.verdict(&k.Reading); !ok || !done || !strings.HasPrefix(text, "Right. ") {
			t.Errorf("%s: the right loop is judged %q", id, text)
		}
		if got := k.Reading.sofar(); !got.Right() {
			t.Errorf("%s: the pages of the right loop give %+v", id, got)
		}
	}
}

// Each of the three lines of a loop is another one in every language, and only
// the line that is chosen differs.
func TestLoopCode(t *testing.T) {
	k := NewState()
	for _, l := range Loops() {
		k.Loop.Choose(l.ID)
		for n := range loopLanguages {
			k.Loop.Language = n
			seen := map[string]bool{}
			for fix := range l.fixes {
				k.Loop.Repair(fix)
				lines, slot := k.Loop.code(fix)
				if strings.ContainsAny(strings.Join(lines, ""), "@") {
					t.Errorf("%s in %s: a place is left open:\n%s", l.ID, loopLanguages[n], strings.Join(lines, "\n"))
				}
				seen[lines[slot]] = true
			}
			if len(seen) != len(l.fixes) {
				t.Errorf("%s in %s: %d different lines, want %d", l.ID, loopLanguages[n], len(seen), len(l.fixes))
			}
		}
		if n := slices.Index(l.fixes, client.AllPages); n < 1 {
			t.Errorf("%s: the right line is number %d", l.ID, n)
		}
	}
}

// A token that its caller sends along goes on where it was, whatever a server
// has forgotten.
func TestTokensKeep(t *testing.T) {
	k := trapped(t, "lost")
	k.Seek(3)
	first := k.Reading.Pages()[1].Next.Key()
	k.Keep(1)
	if got := last(k).Entities[0].Key; got.Compare(first) < 0 {
		t.Errorf("the page after a kept token begins at %v, before %v", got, first)
	}
	if title, _ := k.Reading.Explain(); title != "Page 4 is full" {
		t.Errorf("explained as %q", title)
	}
}

// Going back gives the pages back, and the rows say of each entity what the
// pages that are left did with it.
func TestTokensSeek(t *testing.T) {
	k := trapped(t, "empty")
	k.RunAll()
	if k.Reading.Asks() != asksNothing {
		t.Fatal("the reading does not end")
	}
	sum := k.Reading.sofar()
	if !sum.Right() || sum.Got != 6 {
		t.Errorf("all pages give %+v, want 6 entities, each once", sum)
	}
	k.Seek(3)
	if len(k.Reading.Pages()) != 3 || k.Reading.Asks() != asksNext {
		t.Fatalf("%d pages after going back, want 3", len(k.Reading.Pages()))
	}
	read, live := 0, table.Key{}
	for _, r := range k.Reading.Rows() {
		if r.Read > 0 {
			read++
		}
		if r.Live {
			live = r.Key
		}
	}
	if token, _ := k.Reading.Marked(); read != 24 || live != token.Key() {
		t.Errorf("%d entities read and the bookmark at %v, want 24 and %v", read, live, token.Key())
	}
	k.Seek(-1)
	if k.Position() != 0 || len(k.Reading.Pages()) != 0 || k.Reading.Asks() != asksFirst {
		t.Error("the set-up can be undone")
	}
}

// What is shown as HTTP is what the page says: the token that was sent is that
// of the page before, and the one that is answered that of the page.
func TestTokensTraffic(t *testing.T) {
	k := trapped(t, "no-row-key")
	for i, p := range k.Reading.Pages() {
		messages := k.Reading.Traffic(i)
		if len(messages) != 1 || messages[0].Response.Status != 200 {
			t.Fatalf("page %d: %d messages", i+1, len(messages))
		}
		m := messages[0]
		if sent := i > 0; strings.Contains(m.Request.URL, "NextPartitionKey=") != sent {
			t.Errorf("page %d asks for %s", i+1, m.Request.URL)
		}
		if got, want := m.Response.Header.Get("x-ms-continuation-NextPartitionKey"), p.Next.PartitionText(); got != want {
			t.Errorf("page %d answers the token %q, want %q", i+1, got, want)
		}
		if got := m.Response.Header.Get("x-ms-continuation-NextRowKey"); (got != "") != p.Next.HasRowKey {
			t.Errorf("page %d answers NextRowKey %q", i+1, got)
		}
	}
}

// A filter that the service refuses leaves the bookmark where it is.
func TestTokensRefusal(t *testing.T) {
	k := NewState()
	k.Next()
	before, _ := k.Reading.Marked()
	k.Reading.SetFilter("Year lt")
	k.changeFilter()
	if title, _ := k.Reading.Explain(); title != "The service refuses the request" {
		t.Errorf("explained as %q", title)
	}
	if after, ok := k.Reading.Marked(); !ok || after != before || k.Reading.Typed.filterProblem() == "" {
		t.Errorf("the bookmark is %v, want %v", after, before)
	}
	if k.Next(); last(k).Refusal != nil || len(k.Reading.Pages()) != 3 {
		t.Error("the reading does not go on after a refusal")
	}
}

// A place of its own for what a deletion and an insert leave in the ledger.
func TestTokenRows(t *testing.T) {
	k := trapped(t, "deleted")
	k.Next()
	gone, _ := k.Reading.row(table.Key{PartitionKey: "Action", RowKey: "Top Gun"})
	if !gone.Gone || gone.Bookmark != 1 || gone.Live {
		t.Errorf("the deleted entity is told as %+v", gone)
	}
	k = trapped(t, "inserted")
	since, _ := k.Reading.row(table.Key{PartitionKey: "Action", RowKey: "Terminator 2"})
	if !since.Since || since.Returned != 0 || !since.Matches {
		t.Errorf("the entity inserted before the bookmark is told as %+v", since)
	}
	k.Next()
	if w := k.World(); w.Command(w.Len()-1).Verb != command.Next {
		t.Error("a page is not asked for with next")
	}
}
