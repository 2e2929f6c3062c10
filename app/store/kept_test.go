package store

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/sim"
)

// keptFile holds links and saved states of every screen, with what they open to.
// It is never written again as a whole: people have kept such links. A line is
// the screen, the figures and the text, between tabs; a file of work has its
// line ends escaped.
var keptFile = filepath.Join("testdata", "kept.txt")

// keptFigures is what a screen shows that no later form may lose.
func keptFigures(s any) string {
	logOf := func(log []script.Command, at, length, branches int) string {
		h := fnv.New64a()
		for _, c := range log {
			fmt.Fprintln(h, c)
		}
		return fmt.Sprintf("at %d of %d, %d branches, log %x", at, length, branches, h.Sum64())
	}
	switch s := s.(type) {
	case *Access: // the lines are from when its moves were messages on a queue
		log := []script.Command{{Verb: script.QueueCreate, Table: "choices"}}
		for _, m := range movesOf(s) {
			log = append(log, script.Command{Verb: script.QueuePut, Table: "choices", Text: m.Name + "=" + m.Value})
		}
		return logOf(log, s.Position(), s.Len(), len(s.Branches()))
	case *Index:
		return fmt.Sprintf("fanout %d, find %v, filter %q", s.Fanout(), s.Chosen().Index.Find, s.Chosen().Index.Filter)
	case *Simulator:
		out := fmt.Sprintf("place %d of %d, seed %d, %d commands, at %d of %d, %d branches", s.Place(), s.Span(), s.Scenario().Seed,
			len(s.Scenario().Commands), s.Journal().Position(), s.Journal().Len(), len(s.Journal().Branches()))
		for _, d := range s.Designs() {
			out += fmt.Sprintf(", %q", d.Template)
		}
		return out
	case *Playground:
		w := s.Work()
		return fmt.Sprintf("at %d of %d, %d branches, %q %q, filter %q, %d questions, data %q", s.Journal().Position(), s.Journal().Len(), len(s.Journal().Branches()),
			w.Design.PartitionKey, w.Design.RowKey, w.Filter, len(w.Score.Questions), s.Title())
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
	if *update {
		writeKept(t)
	}
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
		p := New(1)
		err := p.OpenMoment([]byte(text))
		finish(p)
		return keptFigures(p), err
	}
	made := map[string]func() Screen{
		"clients": func() Screen { return NewClients() }, "tokens": func() Screen { return NewTokens() }, "batch": func() Screen { return NewBatch() },
		"across": func() Screen { return NewAcross() }, "access": func() Screen { return NewAccess() }, "index": func() Screen { return New(0).Index() },
		"simulator": func() Screen { return NewSimulator(FirstPreset) },
	}
	s := made[screen]()
	err := s.OpenMoment(text)
	return keptFigures(s), err
}

// writeKept makes states of every screen with random gestures.
func writeKept(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 14))
	clients, tokens, batch, across, access, index := NewClients(), NewTokens(), NewBatch(), NewAcross(), NewAccess(), indexOver(Examples()[0])
	s := NewSimulator(FirstPreset)
	var out bytes.Buffer
	put := func(screen, text string) {
		figures, err := openKept(screen, text)
		if err != nil || strings.Contains(text, `\n`) && screen != "playground" {
			t.Fatal(screen, err)
		}
		fmt.Fprintf(&out, "%s\t%s\t%s\n", screen, figures, strings.ReplaceAll(text, "\n", `\n`))
	}
	for n := range 6 {
		for range 3 {
			clientsGesture(r, clients)
			tokensGesture(r, tokens)
			batchGesture(r, batch)
			acrossGesture(r, across)
			accessGesture(r, access)
			indexGesture(r, index)
		}
		keptSimulator(t, s, n)
		for _, x := range []struct {
			name string
			Screen
		}{{"clients", clients}, {"tokens", tokens}, {"batch", batch}, {"across", across}, {"access", access}, {"index", index}, {"simulator", s}} {
			put(x.name, x.Moment())
			put(x.name, x.Saved())
		}
		keptPlayground(t, n, put)
	}
	if err := os.MkdirAll("testdata", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(keptFile, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// keptSimulator makes one more gesture of a simulator.
func keptSimulator(t *testing.T, s *Simulator, n int) {
	to := func(at int64) { s.SeekRun(at); settled(t, s) }
	switch n {
	case 0:
		s.UsePreset("guid")
		to(30 * sim.Second)
	case 1:
		_ = s.Command(sim.Command{Do: sim.KillServer, Server: 0})
		to(50 * sim.Second)
	case 2:
		to(20 * sim.Second)
		s.Fork()
		_ = s.SetLoad(0, func(l *sim.Load) { l.Threads = 3 })
		to(40 * sim.Second)
	case 3:
		s.SetSimTemplate(0, "{hash(Id)%16:02}_{At.time}")
		to(10 * sim.Second)
	case 4:
		s.Compare("Other", "{Id}")
	case 5:
		s.SetSeed(7)
		to(5 * sim.Second)
		s.Undo()
	}
}

// keptPlayground makes a work of its own, as a link and as a file with rows and
// branches.
func keptPlayground(t *testing.T, n int, put func(screen, text string)) {
	p := pasted(t, fmt.Sprintf("city,n\nBern,%d\nBasel,2\nBiel,3\n", n))
	for i := range 4 + n {
		if p.HasData() {
			gestureKinds[(i*5+n)%len(gestureKinds)].do(p, i)
		}
		finish(p)
	}
	if n%2 == 1 {
		p.Fork("")
		gestureKinds[n%len(gestureKinds)].do(p, n)
		finish(p)
	}
	put("playground", p.Moment(true, MaxLink))
	for _, file := range [2]func() [][]byte{
		func() [][]byte { parts, _ := p.MomentFile(true); return parts },
		func() [][]byte { parts, _ := p.Export(1_700_000_000_000); return parts },
	} {
		put("playground", string(bytes.Join(file(), nil)))
	}
}
