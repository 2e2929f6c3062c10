package site

import (
	"encoding/base64"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
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
	"github.com/keyrange/keyrange/engine/link"
	"github.com/keyrange/keyrange/engine/script"
)

// foreign are commands that a story may not expect, or that cost much.
var foreign = []string{
	"next", "A: next", "drop table Blogs", "create table X", "blob drop photos", "queue drop jobs", "queue create x", "advance 9000h", "A: save", "limits", "limits page 1", "split Movies", "split Movies a,b,c",
	"fault response-lost", "A: policy exponential", "W2: policy none", "W9: policy none", "C: queue put jobs 'x'", "W1: queue get jobs for 1s", "W1: queue delete jobs", "simulate append 9h", "import Movies csv 'a,b'",
	"query Movies", "query Movies top 0", "query Movies where Year eq 'x'", "query Movies where PartitionKey eq", "insert Movies Action/x Year='<script>'", "delete Movies 'Die Hard'/x if *", "A: get Blogs Channel9/Oct-29", "A: delete Blogs Channel9/Oct-29 if *",
	"A: merge Blogs Channel9/Oct-29 Text='javascript:alert(1)'", "A: track attach Blogs Channel9/Oct-29 etag * Text='x'", "batch Rentals { insert 00042/x }", "batch Rentals { delete 00042/Member if seen; delete 00042/Member if * }",
	"batch Rentals { insert a/b " + strings.Repeat("P='x'*2000000 ", 50) + "}", "insert Blogs Channel9/Oct-29 T='x'*9000000", "W1: blob put photos/x 'y'", "blob get index/Jones", "queue poison jobs after 1 to jobs", "delete Current Sales/000456 if *",
}

// forged is a moment as text, taken apart.
type forged struct {
	screen   string
	notes    []string
	begin    uint64
	commands []string
	back     []uint64
	rest     []byte // branches and place
}

// apart takes a text of Saved apart.
func apart(t *testing.T, text string) (f forged) {
	t.Helper()
	body := strings.TrimPrefix(text, "kt1.")
	f.screen, body, _ = strings.Cut(body, ".")
	p, err := base64.RawURLEncoding.DecodeString(body)
	if err != nil {
		t.Fatal(err)
	}
	p = p[4:]
	number := func() uint64 {
		if len(p) == 0 {
			return 0 // an index has no log
		}
		n, size := binary.Uvarint(p)
		p = p[size:]
		return n
	}
	words := func() string {
		n := number()
		s := string(p[:n])
		p = p[n:]
		return s
	}
	for range number() {
		f.notes = append(f.notes, words())
	}
	f.begin = number()
	for range number() {
		f.back, f.commands = append(f.back, number()), append(f.commands, words())
	}
	f.rest = p
	return f
}

func (f forged) plain() (p []byte) {
	text := func(s string) { p = append(binary.AppendUvarint(p, uint64(len(s))), s...) }
	p = binary.AppendUvarint(p, uint64(len(f.notes)))
	for _, n := range f.notes {
		text(n)
	}
	if f.begin == 0 {
		return p
	}
	p = binary.AppendUvarint(binary.AppendUvarint(p, f.begin), uint64(len(f.commands)))
	for i, c := range f.commands {
		p = binary.AppendUvarint(p, f.back[i])
		text(c)
	}
	return append(p, f.rest...)
}

// sealed puts a right checksum before bytes.
func (f forged) sealed(p []byte) string {
	h := uint64(14695981039346656037)
	for _, b := range p {
		h = (h ^ uint64(b)) * 1099511628211
	}
	p = append(binary.LittleEndian.AppendUint32(nil, uint32(h^h>>32)), p...)
	return "kt1." + f.screen + "." + base64.RawURLEncoding.EncodeToString(p)
}

// mutated returns a text that differs somewhere, most often with a checksum
// that is right.
func mutated(r *rand.Rand, f forged) string {
	f.notes, f.commands, f.back, f.rest = slices.Clone(f.notes), slices.Clone(f.commands), slices.Clone(f.back), slices.Clone(f.rest)
	for range 1 + r.IntN(3) {
		switch i := r.IntN(8); {
		case i == 0:
			f.notes[r.IntN(len(f.notes))] = one(r, odd)
		case i == 1:
			f.notes = slices.Delete(f.notes, 0, 1)
			f.notes = append(f.notes, one(r, odd))
		case i == 2:
			f.notes[r.IntN(len(f.notes))] = one(r, foreign)
		case i == 3 && len(f.commands) > 0:
			f.back[r.IntN(len(f.back))] = uint64(r.IntN(4))
		case i == 4 && len(f.rest) > 0:
			f.rest[r.IntN(len(f.rest))] ^= byte(1 << r.IntN(8))
		case len(f.commands) > 0:
			f.commands[r.IntN(len(f.commands))] = one(r, foreign)
		}
	}
	p := f.plain()
	switch r.IntN(6) {
	case 0:
		p = p[:r.IntN(len(p)+1)]
	case 1:
		p[r.IntN(len(p))] ^= byte(1 + r.IntN(255))
	case 2:
		p = append(p, byte(r.IntN(256)))
	}
	text := f.sealed(p)
	if r.IntN(10) == 0 {
		at := r.IntN(len(text))
		text = text[:at] + one(r, odd) + text[at:]
	}
	return text
}

// Whatever a text holds, opening it gives a plain sentence and leaves the screen
// as it was, or gives a state that can be shown, gone on from and written again.
// None panics: 10,000 texts.
func TestMomentHostile(t *testing.T) {
	r := apptest.Seeded(t)
	opened, refused := 0, 0
	screens := []moment.Screen{clients.NewState(), tokens.NewState(), batch.NewState(), across.NewState(), access.NewState(), indexOver(draft.Examples()[1])}
	for round := range 100 {
		for range 6 {
			clientsGesture(r, screens[0].(*clients.State))
			tokensGesture(r, screens[1].(*tokens.State))
			batchGesture(r, screens[2].(*batch.State))
			acrossGesture(r, screens[3].(*across.State))
			accessGesture(r, screens[4].(*access.State))
			indexGesture(r, screens[5].(*design.Index))
		}
		for i, s := range screens {
			before := s.Saved()
			f := apart(t, before)
			for range 17 {
				text := mutated(r, f)
				err := s.OpenMoment(text, func() {})
				if err != nil {
					refused++
					if after := s.Saved(); after != before {
						t.Fatalf("%T has changed, although %v\n%s", s, err, text)
					}
					continue
				}
				opened++
				shownBy(s)
				again := s.Saved()
				if err := s.OpenMoment(again, func() {}); err != nil || s.Saved() != again {
					t.Fatalf("%T: what was opened cannot be opened again: %v\n%s", s, err, text)
				}
				if err := s.OpenMoment(before, func() {}); err != nil {
					t.Fatalf("%T: %v", s, err)
				}
			}
			if round%10 == 9 { // the index collects what was opened as gestures
				screens[i] = restart(s)
			}
		}
	}
	t.Logf("%d opened, %d refused", opened, refused)
	if opened < 500 || refused < 5000 {
		t.Errorf("%d opened and %d refused: the texts do not try enough", opened, refused)
	}
}

func restart(s moment.Screen) moment.Screen {
	if _, ok := s.(*design.Index); ok {
		return indexOver(draft.Examples()[1])
	}
	return s
}

// A text that is too long, of another screen, or of a story that is gone is
// refused in words.
func TestMomentRefused(t *testing.T) {
	c := clients.NewState()
	story := apart(t, c.Saved())
	story.notes[0] = "no such story"
	begin := apart(t, c.Saved())
	begin.begin++
	for text, want := range map[string]error{
		"": link.Unknown, "kt1.": link.Damaged, "kw1.abc": link.Unknown, "<script>": link.Unknown, "javascript:alert(1)": link.Unknown,
		strings.Repeat("a", script.MaxMoment+1):            script.TextTooLong,
		"km1.clients." + strings.Repeat("a", link.MaxText): link.TooLong,
		tokens.NewState().Moment(func() {}):                link.OtherScreen,
		c.Moment(func() {})[:50]:                           link.Damaged,
		story.sealed(story.plain()):                        link.OtherStory,
		begin.sealed(begin.plain()):                        link.OtherStory,
	} {
		if err := c.OpenMoment(text, func() {}); err != want {
			t.Errorf("%.40q: %v, want %v", text, err, want)
		}
	}
}

// A log that would give a link of more than 2,000 characters gives one of the
// present branch alone, while what is saved has all of them.
func TestMomentBranches(t *testing.T) {
	c, r := clients.NewState(), apptest.Seeded(t)
	for range 12 {
		letters := make([]byte, 190)
		for i := range letters {
			letters[i] = byte('a' + r.IntN(26))
		}
		c.Seek(0)
		c.Step(0)
		for c.Len() > 1 && len(c.Program(0)) > 1 {
			c.Remove(0, 1)
			break
		}
		c.AddTurn(0, clients.TurnChoice{Kind: "merge", Property: "Text", Value: string(letters)})
		c.Step(0)
	}
	if n := len(c.Branches()); n < 10 {
		t.Fatalf("%d branches", n)
	}
	if n := len(c.Moment(func() {})); n > moment.MaxLink {
		t.Errorf("the link has %d characters", n)
	}
	if n := checkLink(t, c, c.Saved()); n != 1 {
		t.Error("the link has all branches")
	}
	if where := different(c, reopened(t, c, c.Saved())); where != "" {
		t.Errorf("what is saved opens as another state: %s", where)
	}
}
