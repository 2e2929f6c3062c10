package script

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/keyrange/keyrange/engine/link"
	"github.com/keyrange/keyrange/engine/script/command"
)

// What Parse takes prints as one line that Parse takes again, as the same
// command; what it refuses has a place inside the text. A World can do it, and
// undoing it leaves no trace.
func FuzzCommand(f *testing.F) {
	for _, v := range command.Verbs() {
		f.Add(v.Example())
	}
	files, _ := filepath.Glob("testdata/*.script")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		commands, err := command.ParseScript(string(text))
		if err != nil {
			f.Fatal(err)
		}
		for _, c := range commands {
			f.Add(c.String())
		}
	}
	f.Add("insert M \"\\xff\"/'a''b' \"\\n\"='y'*70")
	f.Fuzz(func(t *testing.T, text string) {
		w := New(1, DefaultStart, testLibrary)
		w.DoText("create table Movies")
		w.DoText("insert Movies Drama/Psycho Year=1960")
		w.Complete(text)
		c, err := command.Parse(text)
		if err != nil {
			e, ok := err.(*command.Error)
			if !ok || e.Offset < 0 || e.End < e.Offset || e.End > len(text) || e.Message == "" || e.Line < 1 || e.Column < 1 {
				t.Fatalf("%q: got %#v", text, err)
			}
			return
		}
		canonical := c.String()
		again, err := command.Parse(canonical)
		if len(canonical) > command.MaxCommand {
			return // escapes made it longer
		}
		if err != nil || again.String() != canonical {
			t.Fatalf("%q prints as %q, which reads as %q, %v", text, canonical, again.String(), err)
		}
		before := w.Hash()
		if _, err := w.Do(c); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if w.Undo(); w.Hash() != before {
			t.Fatalf("%q leaves a trace", text)
		}
	})
}

// No text makes OpenMoment panic, and what it opens can be shared and opened
// again. The bytes are tried as a whole link, as the payload of a right one and
// as packed bytes.
func FuzzShare(f *testing.F) {
	w := New(1, DefaultStart, nil)
	for _, text := range []string{"create table Posts", "A: get Posts Chess/3", "fault busy"} {
		if _, err := w.DoText(text); err != nil {
			f.Fatal(err)
		}
	}
	w.Branch("try")
	f.Add([]byte(linkOf(w)))
	f.Add(MomentOf(w, 0, true).pack())
	f.Add(link.Compress(MomentOf(w, 0, true).pack(), func() {}))
	f.Add(forged([]string{"advance 1s", "create table Movies"}, 0, MainBranch, 2, 1, 0))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		for _, text := range []string{string(data), forge(data), linkVersion + "x." + link.Seal(data)} {
			w, err := openOver(New(1, DefaultStart, nil), text)
			if err != nil {
				var known link.Error
				if !errors.As(err, &known) {
					t.Fatalf("got %#v, want a link.Error", err)
				}
				continue
			}
			opened, err := openOver(New(1, DefaultStart, nil), linkOf(w))
			if err != nil {
				t.Fatal(err)
			}
			if difference := sameWorld(w, opened); difference != "" {
				t.Fatal(difference)
			}
		}
	})
}
