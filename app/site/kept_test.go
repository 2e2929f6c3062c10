package site

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/app/screen/access"
	"github.com/keyrange/keyrange/app/screen/across"
	"github.com/keyrange/keyrange/app/screen/batch"
	"github.com/keyrange/keyrange/app/screen/clients"
	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/screen/tokens"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
)

// keptFile holds links and saved states of every screen, with what they open to.
// It is never written again as a whole: people have kept such links. A line is
// the screen, the figures and the text, between tabs; a file of work has its
// line ends escaped.
var keptFile = filepath.Join("testdata", "kept.txt")

// keptFigures is what a screen shows that no later form may lose.
func keptFigures(s any) string {
	logOf := func(log []command.Command, at, length, branches int) string {
		h := fnv.New64a()
		for _, c := range log {
			fmt.Fprintln(h, c)
		}
		return fmt.Sprintf("at %d of %d, %d branches, log %x", at, length, branches, h.Sum64())
	}
	switch s := s.(type) {
	case *access.State: // the lines are from when its moves were messages on a queue
		log := []command.Command{{Verb: command.QueueCreate, Table: "choices"}}
		for _, m := range movesOf(s) {
			log = append(log, command.Command{Verb: command.QueuePut, Table: "choices", Text: m.Name + "=" + m.Value})
		}
		return logOf(log, s.Position(), s.Len(), len(s.Branches()))
	case *design.Index:
		return fmt.Sprintf("fanout %d, find %v, filter %q", s.Fanout(), s.Playground().Edit.Work().Index.Find, s.Playground().Edit.Work().Index.Filter)
	case *runs.State:
		out := fmt.Sprintf("place %d of %d, seed %d, %d commands, at %d of %d, %d branches", s.Play.Place(), s.Play.Span(), s.Scenario().Seed,
			len(s.Scenario().Commands), s.Journal.Position(), s.Journal.Len(), len(s.Journal.Branches()))
		for _, d := range s.Designs() {
			out += fmt.Sprintf(", %q", d.Template)
		}
		return out
	case *design.Playground:
		w := s.Edit.Work()
		return fmt.Sprintf("at %d of %d, %d branches, %q %q, filter %q, %d questions, data %q", s.Edit.Journal().Position(), s.Edit.Journal().Len(), len(s.Edit.Journal().Branches()),
			w.Design.PartitionKey, w.Design.RowKey, w.Filter, len(w.Score.Questions), s.Edit.Title())
	case interface {
		World() *script.World
		Position() int
		Len() int
	}:
		return logOf(s.World().Log(), s.Position(), s.Len(), len(s.World().Branches()))
	}
	return ""
}

// Links, saved states and files that were made by an earlier version of the site
// open, and show what they showed.
func TestKept(t *testing.T) {
	content, err := os.ReadFile(keptFile)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(content)), "\n")
	if len(lines) < 80 {
		t.Fatalf("%d lines, want those of every screen", len(lines))
	}
	for n, line := range lines {
		parts := strings.SplitN(line, "\t", 3)
		got, err := openKept(parts[0], strings.ReplaceAll(parts[2], `\n`, "\n"))
		if err != nil || got != parts[1] {
			t.Errorf("line %d, %s: got %s and %v, want %s", n+1, parts[0], got, err, parts[1])
		}
	}
}

// openKept opens a text and returns its figures.
func openKept(screen, text string) (string, error) {
	if screen == "playground" {
		p := design.New(1)
		err := p.OpenMoment([]byte(text), func() {})
		p.Advance(func() bool { return true })
		return keptFigures(p), err
	}
	made := map[string]func() moment.Screen{
		"clients": func() moment.Screen { return clients.NewState() }, "tokens": func() moment.Screen { return tokens.NewState() }, "batch": func() moment.Screen { return batch.NewState() },
		"across": func() moment.Screen { return across.NewState() }, "access": func() moment.Screen { return access.NewState() }, "index": func() moment.Screen { return design.New(0).Index() },
		"simulator": func() moment.Screen { return runs.NewState(runs.FirstPreset) },
	}
	s := made[screen]()
	err := s.OpenMoment(text, func() {})
	return keptFigures(s), err
}
