package site

import (
	"slices"
	"testing"

	"github.com/keyrange/keyrange/app/apptest"
	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/app/screen/access"
	"github.com/keyrange/keyrange/app/screen/across"
	"github.com/keyrange/keyrange/app/screen/batch"
	"github.com/keyrange/keyrange/app/screen/clients"
	"github.com/keyrange/keyrange/app/screen/tokens"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
)

// indexOver returns the index over an example.
func indexOver(s draft.Sample) *design.Index {
	p := design.New(0)
	rows, _ := s.Made()
	p.Incoming.Open(s, rows)
	return advanced(p.Index())
}

func advanced(x *design.Index) *design.Index {
	always := func() bool { return true }
	x.Playground().Advance(always)
	x.Advance(always)
	return x
}

// screenOf returns the name of the screen that a text is of: the path of its
// page without the slash. ok is false for another text.
func screenOf(text string) (name string, ok bool) {
	m, err := script.OpenMoment(text, func() {})
	return m.Screen, err == nil
}

// A moment opens as what it was written from, in both forms.
func TestMomentBeginnings(t *testing.T) {
	for _, s := range []moment.Screen{clients.NewState(), tokens.NewState(), batch.NewState(), across.NewState(), access.NewState(), indexOver(draft.Examples()[0])} {
		before := s.Moment(func() {})
		for _, text := range []string{before, s.Saved()} {
			if err := s.OpenMoment(text, func() {}); err != nil {
				t.Errorf("%T: %v", s, err)
			}
			if again := s.Moment(func() {}); again != before || len(again) > moment.MaxLink {
				t.Errorf("%T: %d characters, and another text after opening", s, len(again))
			}
			if name, ok := screenOf(text); !ok || name == "" {
				t.Errorf("%T: the screen of the text is %q", s, name)
			}
		}
	}
}

// reopened returns a screen that has opened a text.
func reopened(t *testing.T, like moment.Screen, text string) moment.Screen {
	t.Helper()
	var s moment.Screen
	switch like.(type) {
	case *clients.State:
		s = clients.NewState()
	case *tokens.State:
		s = tokens.NewState()
	case *batch.State:
		s = batch.NewState()
	case *across.State:
		s = across.NewState()
	case *access.State:
		s = access.NewState()
	case *design.Index:
		s = design.New(0).Index()
	}
	if err := s.OpenMoment(text, func() {}); err != nil {
		t.Fatalf("%T: %v", like, err)
	}
	if x, ok := s.(*design.Index); ok {
		set, _ := x.Playground().Incoming.Wanted()
		sample, _ := draft.SampleByID(set.Sample)
		rows, _ := sample.Made()
		x.Playground().Incoming.Provide(set, rows, true)
		advanced(x)
	}
	return s
}

// A moment opens as what it was written from, in both forms, and is written the
// same again: 1,020 states that random gestures made. A link that leaves other
// branches out has the same present one.
func TestMomentRoundTrip(t *testing.T) {
	r := apptest.Seeded(t)
	clients, tokens, batch, across, access, index := clients.NewState(), tokens.NewState(), batch.NewState(), across.NewState(), access.NewState(), indexOver(draft.Examples()[0])
	short := 0
	for round := range 170 {
		for range 1 + r.IntN(4) {
			clientsGesture(r, clients)
			tokensGesture(r, tokens)
			batchGesture(r, batch)
			acrossGesture(r, across)
			accessGesture(r, access)
			indexGesture(r, index)
		}
		for _, s := range []moment.Screen{clients, tokens, batch, across, access, index} {
			text := s.Saved()
			opened := reopened(t, s, text)
			if where := different(s, opened); where != "" {
				t.Fatalf("%T: other outcome %s", s, where)
			}
			if again := opened.Saved(); again != text {
				t.Fatalf("%T: another text after opening", s)
			}
			if round%3 == 0 { // packing takes its time
				short += checkLink(t, s, text)
			}
		}
	}
	t.Logf("%d links have the present branch alone", short)
}

// checkLink opens the link of a screen and reports 1 when it leaves branches
// out, else 0.
func checkLink(t *testing.T, s moment.Screen, whole string) int {
	t.Helper()
	link := s.Moment(func() {})
	opened := reopened(t, s, link)
	if again := opened.Moment(func() {}); again != link {
		t.Fatalf("%T: another link after opening", s)
	}
	if name, ok := screenOf(link); !ok || len(name) > 12 {
		t.Errorf("%T: the screen of its link is %q", s, name)
	}
	if opened.Saved() == whole {
		return 0
	}
	if a, ok := s.(*access.State); ok {
		if b := opened.(*access.State); a.Position() != b.Position() || !slices.Equal(movesOf(a), movesOf(b)) {
			t.Fatal("Access: the present branch is another one after opening its link")
		}
		return 1
	}
	type world interface {
		World() *script.World
		Position() int
	}
	a, b := s.(world), opened.(world)
	if a.World().Hash() != b.World().Hash() || a.Position() != b.Position() || !slices.EqualFunc(a.World().Log(), b.World().Log(), command.Command.Equal) {
		t.Fatalf("%T: the present branch is another one after opening its link", s)
	}
	return 1
}

// movesOf returns the moves of the present branch.
func movesOf(a *access.State) []access.Move {
	list := make([]access.Move, a.Len())
	for n := range list {
		list[n] = a.Move(n + 1)
	}
	return list
}
