package script

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/link"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// sameWorld reports how two Worlds differ, or "".
func sameWorld(a, b *World) string {
	switch {
	case a.Hash() != b.Hash():
		return fmt.Sprintf("hash %x and %x", a.Hash(), b.Hash())
	case a.Seed() != b.Seed() || a.Start() != b.Start() || a.Position() != b.Position():
		return "another seed, start or position"
	case !slices.EqualFunc(a.Log(), b.Log(), command.Command.Equal):
		return "another log"
	case !slices.Equal(a.Branches(), b.Branches()):
		return fmt.Sprintf("branches %v and %v", a.Branches(), b.Branches())
	}
	return ""
}

// linkOf returns the whole of a World as a link.
func linkOf(w *World) string { return MomentOf(w, 0, true).Link(func() {}) }

// openOver does what a link or text of a moment has in a World that has done
// nothing, and returns that World.
func openOver(w *World, link string) (*World, error) {
	m, err := OpenMoment(link, func() {})
	if err != nil {
		return nil, err
	}
	return w, m.Continue(w, func(command.Command) bool { return true })
}

// A World that was shared and opened is the same: state, log, branches, place;
// and it goes on the same.
func TestShare(t *testing.T) {
	r := newRandom(t)
	for range 10 {
		w := history(t, r, 100)
		link := linkOf(w)
		opened, err := openOver(New(w.Seed(), w.Start(), testLibrary), " "+link+"\n")
		if err != nil {
			t.Fatal(err)
		}
		if difference := sameWorld(w, opened); difference != "" {
			t.Fatal(difference)
		}
		if linkOf(opened) != link {
			t.Error("sharing again gives another text")
		}
		for range 20 {
			text := randomCommand(r)
			w.DoText(text)
			opened.DoText(text)
		}
		if difference := sameWorld(w, opened); difference != "" {
			t.Fatal("after more commands: " + difference)
		}
	}
}

// forge returns a link with a right checksum around a payload.
func forge(payload []byte) string {
	return linkVersion + "x." + link.Seal(link.Compress(payload, func() {}))
}

// forged packs the moment of one World by hand, with the given commands and
// branch.
func forged(commands []string, back uint64, name string, tip, at, current uint64) []byte {
	p := link.Writer{}
	p.Number(0) // no notes
	p.Number(New(1, DefaultStart, nil).beginning(0))
	p.Number(uint64(len(commands)))
	for _, c := range commands {
		p.Number(back)
		p.Text(c)
	}
	p.Number(1)
	p.Text(name)
	for _, n := range []uint64{tip, at, 0, 0} {
		p.Number(n)
	}
	p.Number(current)
	return p.Bytes
}

// What is no link, or not one of a version that is known, or not whole, is an
// error that says so.
func TestOpenError(t *testing.T) {
	w := New(1, DefaultStart, nil)
	for _, text := range []string{"create table Posts", "get Posts Chess/3"} {
		if _, err := w.DoText(text); err != nil {
			t.Fatal(err)
		}
	}
	whole := linkOf(w)
	one := []string{"advance 1s"}
	if _, err := openOver(New(1, DefaultStart, nil), forge(forged(one, 0, MainBranch, 1, 1, 0))); err != nil {
		t.Fatalf("the forged World is no good: %v", err)
	}
	for _, c := range []struct {
		title, text string
		want        error
	}{
		{"empty", "", link.Unknown},
		{"another version", "km2." + whole[4:], link.Unknown},
		{"not base64", linkVersion + "x.!", link.Damaged},
		{"nothing in it", linkVersion, link.Damaged},
		{"a checksum alone", linkVersion + "x.AAAAAA", link.Damaged},
		{"cut", whole[:len(whole)-5], link.Damaged},
		{"too long", linkVersion + "x." + strings.Repeat("A", link.MaxText), link.TooLong},
		{"too long a file", textVersion + "x." + strings.Repeat("A", MaxMoment), TextTooLong},
		{"too large", forge(make([]byte, link.MaxText+1)), link.TooLarge},
		{"no payload", forge(nil), link.Damaged},
		{"another beginning", forge([]byte{0, 1, 0}), link.OtherStory},
		{"more behind it", forge(append(forged(one, 0, MainBranch, 1, 1, 0), 0)), link.Damaged},
		{"no command", forge(forged([]string{"advance"}, 0, MainBranch, 1, 1, 0)), link.Damaged},
		{"not canonical", forge(forged([]string{"advance 1000ms"}, 0, MainBranch, 1, 1, 0)), link.Damaged},
		{"parent before the root", forge(forged(one, 1, MainBranch, 1, 1, 0)), link.Damaged},
		{"tip beyond the tree", forge(forged(one, 0, MainBranch, 2, 1, 0)), link.Damaged},
		{"place beyond the tip", forge(forged(one, 0, MainBranch, 1, 2, 0)), link.Damaged},
		{"no main", forge(forged(one, 0, "other", 1, 1, 0)), link.Damaged},
		{"no such branch", forge(forged(one, 0, MainBranch, 1, 1, 1)), link.Damaged},
	} {
		t.Run(c.title, func(t *testing.T) {
			if _, err := openOver(New(1, DefaultStart, nil), c.text); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

// catchesUp does the commands of a payload unless they are more than the given
// work.
func catchesUp(t *testing.T, payload []byte, most int) error {
	t.Helper()
	m, err := OpenMoment(forge(payload), func() {})
	if err != nil {
		t.Fatal(err)
	}
	u, w := &link.Reader{Bytes: m.log}, New(1, DefaultStart, nil)
	u.Number() // the beginning
	if err := readLog(u, w, 0, command.MaxCommands, nil); err != nil {
		t.Fatal(err)
	}
	return w.catchUp(most, func() {})
}

// A short text that would keep the reader busy for minutes is given up.
func TestOpenTooMuch(t *testing.T) {
	list := []string{"create table Posts", "import Posts partition 'a' row '{rowNumber()}' csv \"A" + strings.Repeat("\\n1", 1000) + "\""}
	for range 200 {
		list = append(list, "query Posts")
	}
	tip := uint64(len(list))
	payload := forged(list, 0, MainBranch, tip, tip, 0)
	if err := catchesUp(t, payload, 10_000); err != link.TooMuch {
		t.Errorf("got %v, want link.TooMuch", err)
	}
	if err := catchesUp(t, payload, MaxWork); err != nil {
		t.Errorf("got %v, want what the bound allows", err)
	}
}

// A World over tables that were there first goes back to them, and is opened
// over the same ones.
func TestOpenOver(t *testing.T) {
	tables := func() *table.Account {
		a := table.NewAccount()
		movies, err := a.Create("Movies", DefaultStart)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range []string{"1", "2"} {
			if _, err := movies.Insert(table.Entity{Key: table.Key{PartitionKey: "a", RowKey: row}}, DefaultStart); err != nil {
				t.Fatal(err)
			}
		}
		return a
	}
	w := NewOver(1, DefaultStart, nil, tables())
	before := w.Hash()
	for _, text := range []string{"delete Movies a/1", "insert Movies a/3", "drop table Movies"} {
		if _, err := w.DoText(text); err != nil {
			t.Fatal(err)
		}
	}
	if w.Seek(0); w.Hash() != before || w.Tables()[0].Len() != 2 {
		t.Errorf("the beginning is not what it was over")
	}
	w.Seek(2)
	opened, err := openOver(NewOver(1, DefaultStart, nil, tables()), linkOf(w))
	if err != nil {
		t.Fatal(err)
	}
	if difference := sameWorld(w, opened); difference != "" {
		t.Error(difference)
	}
}

// Every single damaged character is noticed.
func TestOpenDamaged(t *testing.T) {
	w := New(1, DefaultStart, nil)
	w.DoText("create table Posts")
	w.DoText("insert Posts a/b n=1")
	link := linkOf(w)
	for i := range link {
		for _, c := range []byte{'A', 'z', '-', '=', ' '} {
			damaged := link[:i] + string(c) + link[i+1:]
			if damaged == link {
				continue
			}
			if opened, err := openOver(New(1, DefaultStart, nil), damaged); err == nil && sameWorld(w, opened) != "" {
				t.Errorf("%q instead of %q at %d is not noticed", c, link[i], i)
			}
		}
	}
}

// More steps or notes than a moment may have are told with their number, before
// any of them is read.
func TestOpenTooMany(t *testing.T) {
	steps := forged(slices.Repeat([]string{"advance 1s"}, 9_000), 0, MainBranch, 9_000, 9_000, 0)
	notes := link.Writer{}
	notes.Number(9_000)
	for range 9_000 {
		notes.Text("{}")
	}
	for _, c := range []struct {
		payload []byte
		want    link.Error
	}{
		{steps, "This moment has 9,000 steps. At most 4,000 can be opened."},
		{notes.Bytes, "This moment has 9,000 parts. At most 400 can be opened."},
		{binary.AppendUvarint(nil, 1<<60), link.Damaged},
	} {
		rests := 0
		m, err := OpenMoment(textVersion+"x."+link.Seal(c.payload), func() { rests++ })
		if err == nil {
			err = m.Continue(New(1, DefaultStart, nil), func(command.Command) bool { return true })
		}
		if err != c.want || rests > 0 {
			t.Errorf("got %v after %d rests, want %v and none", err, rests, c.want)
		}
	}
}

// Reading a log and doing it rest at every command, so that the page has its turns.
func TestContinueRests(t *testing.T) {
	rests := 0
	m, err := OpenMoment(textVersion+"x."+link.Seal(forged(slices.Repeat([]string{"advance 1s"}, 300), 0, MainBranch, 300, 300, 0)), func() { rests++ })
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Continue(New(1, DefaultStart, nil), func(command.Command) bool { return true }); err != nil || rests < 600 {
		t.Errorf("got %v after %d rests, want at least 600", err, rests)
	}
}

// What holds more than a link may gives no link, and its text all the same.
func TestLinkTooLarge(t *testing.T) {
	m := Moment{Screen: "x", Notes: []string{strings.Repeat("a", link.MaxText)}}
	if text := m.Link(func() {}); text != "" {
		t.Errorf("a link of %d characters", len(text))
	}
	if _, err := OpenMoment(m.Text(), func() {}); err != nil {
		t.Error(err)
	}
}
