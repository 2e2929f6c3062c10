package script

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// sameWorld reports how two Worlds differ, or "".
func sameWorld(a, b *World) string {
	switch {
	case a.Hash() != b.Hash():
		return fmt.Sprintf("hash %x and %x", a.Hash(), b.Hash())
	case a.Seed() != b.Seed() || a.Start() != b.Start() || a.Position() != b.Position():
		return "another seed, start or position"
	case FormatScript(a.Log()) != FormatScript(b.Log()):
		return "another log"
	case !slices.Equal(a.Branches(), b.Branches()):
		return fmt.Sprintf("branches %v and %v", a.Branches(), b.Branches())
	}
	return ""
}

// A World that was shared and opened is the same: state, log, branches, place;
// and it goes on the same.
func TestShare(t *testing.T) {
	r := newRandom(t)
	for range 10 {
		w := history(t, r, 100)
		share, err := w.Share()
		if err != nil {
			t.Fatal(err)
		}
		opened, err := Open(" "+share+"\n", testLibrary)
		if err != nil {
			t.Fatal(err)
		}
		if difference := sameWorld(w, opened); difference != "" {
			t.Fatal(difference)
		}
		again, err := opened.Share()
		if err != nil || again != share {
			t.Errorf("sharing again gives another text, %v", err)
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

// forge returns a share string with a right checksum around a payload.
func forge(payload []byte) string {
	packed := compress(payload)
	return shareVersion + base64.RawURLEncoding.EncodeToString(append(binary.LittleEndian.AppendUint32(nil, checksum(packed)), packed...))
}

// forged packs one World by hand, with the given commands and branch.
func forged(commands []string, back uint64, name string, tip, at, current uint64) []byte {
	p := packer{}
	p.number(1)
	p.number(uint64(DefaultStart))
	p.number(0)
	p.number(uint64(len(commands)))
	for _, c := range commands {
		p.number(back)
		p.text(c)
	}
	p.number(1)
	p.text(name)
	for _, n := range []uint64{tip, at, 0, 0} {
		p.number(n)
	}
	p.number(current)
	return p.bytes
}

// What is no share string, or not one of this version, or not whole, is an
// error that says so.
func TestOpenError(t *testing.T) {
	w := New(1, DefaultStart, testLibrary)
	for _, text := range []string{"create table Posts", "import Posts partition '{Channel}' row '{PostId}' data posts.csv", "get Posts Chess/3"} {
		if _, err := w.DoText(text); err != nil {
			t.Fatal(err)
		}
	}
	share, err := w.Share()
	if err != nil {
		t.Fatal(err)
	}
	one := []string{"advance 1s"}
	if _, err := Open(forge(forged(one, 0, MainBranch, 1, 1, 0)), nil); err != nil {
		t.Fatalf("the forged World is no good: %v", err)
	}
	for _, c := range []struct {
		title, share string
		library      Library
		want         error
	}{
		{"empty", "", testLibrary, ShareUnknown},
		{"another version", "k2." + share[3:], testLibrary, ShareUnknown},
		{"not base64", shareVersion + "!", testLibrary, ShareDamaged},
		{"nothing in it", shareVersion, testLibrary, ShareDamaged},
		{"a checksum alone", shareVersion + "AAAAAA", testLibrary, ShareDamaged},
		{"cut", share[:len(share)-5], testLibrary, ShareDamaged},
		{"too long", shareVersion + strings.Repeat("A", MaxShare), testLibrary, ShareTooLong},
		{"too large", forge(make([]byte, MaxUnpacked+1)), testLibrary, ShareTooLarge},
		{"without its data set", share, nil, ShareOther},
		{"another data set", share, Library{"posts.csv": []byte("A\n1\n")}, ShareOther},
		{"no payload", forge(nil), nil, ShareDamaged},
		{"more behind it", forge(append(forged(one, 0, MainBranch, 1, 1, 0), 0)), nil, ShareDamaged},
		{"no command", forge(forged([]string{"advance"}, 0, MainBranch, 1, 1, 0)), nil, ShareDamaged},
		{"not canonical", forge(forged([]string{"advance 1000ms"}, 0, MainBranch, 1, 1, 0)), nil, ShareDamaged},
		{"parent before the root", forge(forged(one, 1, MainBranch, 1, 1, 0)), nil, ShareDamaged},
		{"tip beyond the tree", forge(forged(one, 0, MainBranch, 2, 1, 0)), nil, ShareDamaged},
		{"place beyond the tip", forge(forged(one, 0, MainBranch, 1, 2, 0)), nil, ShareDamaged},
		{"no main", forge(forged(one, 0, "other", 1, 1, 0)), nil, ShareDamaged},
		{"no such branch", forge(forged(one, 0, MainBranch, 1, 1, 1)), nil, ShareDamaged},
	} {
		t.Run(c.title, func(t *testing.T) {
			if _, err := Open(c.share, c.library); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

// A short text that would keep the reader busy for minutes is given up.
func TestOpenTooMuch(t *testing.T) {
	list := []string{"create table Posts", "import Posts partition 'a' row '{rowNumber()}' csv \"A" + strings.Repeat("\\n1", 1000) + "\""}
	for range 200 {
		list = append(list, "query Posts")
	}
	tip := uint64(len(list))
	payload := forged(list, 0, MainBranch, tip, tip, 0)
	if _, err := unpack(payload, nil, table.NewAccount(), 10_000); err != ShareTooMuch {
		t.Errorf("got %v, want ShareTooMuch", err)
	}
	if _, err := unpack(payload, nil, table.NewAccount(), MaxWork); err != nil {
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
	share, err := w.Share()
	if err != nil {
		t.Fatal(err)
	}
	opened, err := OpenOver(share, nil, tables())
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
	share, err := w.Share()
	if err != nil {
		t.Fatal(err)
	}
	for i := range share {
		for _, c := range []byte{'A', 'z', '-', '=', ' '} {
			damaged := share[:i] + string(c) + share[i+1:]
			if damaged == share {
				continue
			}
			if opened, err := Open(damaged, nil); err == nil && sameWorld(w, opened) != "" {
				t.Errorf("%q in place of %q at %d is not noticed", c, share[i], i)
			}
		}
	}
}
