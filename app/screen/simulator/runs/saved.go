package runs

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/engine/journal"
	"github.com/keyrange/keyrange/engine/link"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/file"
)

// screen is the name of the simulator's page.
const screen = "simulator"

// text says what the runs are a function of: the preset, both titles, the second
// template, whether rows are replayed, which are not in it, which commands were
// done by hand, and the scenario.
func (s *State) text() string {
	second, rows := Design{}, ""
	if len(s.designs) > 1 {
		second = s.designs[1]
	}
	if s.base.Replay != nil {
		rows = "rows"
	}
	hands := ""
	for i, c := range s.base.Commands {
		if !slices.Contains(s.script, c) {
			hands += strconv.Itoa(i) + " "
		}
	}
	text, _ := file.Of(s.Play.runs[0].sim)
	return strings.Join([]string{s.preset, s.designs[0].Title, second.Title, second.Template, rows, hands, string(text)}, "\x00")
}

// read takes the text of a gesture apart.
func (m *simGesture) read() error {
	if m.known {
		return nil
	}
	parts := strings.SplitN(m.text, "\x00", 7)
	if len(parts) < 7 {
		return link.Damaged
	}
	if parts[4] != "" {
		return &sim.Error{Message: "The rows that this run replays are not kept here. Load them in the playground and replay them again."}
	}
	c, err := file.Read([]byte(parts[6]), nil)
	if err != nil {
		return err
	}
	m.preset, m.designs, m.base, m.known = parts[0], []Design{{parts[1], c.Template}}, c, true
	hands := strings.Fields(parts[5])
	for i, c := range c.Commands {
		if !slices.Contains(hands, strconv.Itoa(i)) {
			m.script = append(m.script, c)
		}
	}
	if parts[3] != "" {
		m.designs = append(m.designs, Design{parts[2], parts[3]})
	}
	return nil
}

// savedRun is a moment as it is saved: of its text only what the text of the
// moment before has not.
type savedRun struct {
	N, P           int // number, and that of the moment before, -1 for the root
	L              string
	Made, At, Span int64
	Same           int // bytes that begin like the text before
	Text           string
}

// Moment returns the present run and the playhead as a short text; see Screen.
func (s *State) Moment(rest func()) string { return s.alone().Link(rest) }

// Saved returns every gesture in all branches; see Screen.
func (s *State) Saved() string {
	s.leave()
	text := momentOf(s.Journal.Tree).Text()
	if len(text) > script.MaxMoment {
		text = s.alone().Text()
	}
	return text
}

// alone is the moment of a journal that begins where this one stands.
func (s *State) alone() script.Moment {
	s.leave()
	only := *s.Journal.Here()
	only.label = "Start"
	return momentOf(journal.New(only))
}

func momentOf(j *journal.Tree[simGesture]) script.Moment {
	out := script.Moment{Screen: screen, Notes: []string{draft.AsJSON(draft.Head{Version: draft.SavedVersion, Head: j.Head()})}}
	for id, g := range j.All() {
		r := savedRun{N: id, L: g.label, Made: g.made, At: g.at, Span: g.span, Text: g.text}
		var ok bool
		if r.P, ok = j.Parent(id); ok {
			r.Same = sharedBytes(j.Get(r.P).text, r.Text)
			r.Text = r.Text[r.Same:]
		}
		out.Notes = append(out.Notes, draft.AsJSON(r))
	}
	return out
}

// sharedBytes returns how many bytes two texts begin with in common, whole characters.
func sharedBytes(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(b) && !utf8.RuneStart(b[n]) {
		n--
	}
	return n
}

// OpenMoment takes up what Moment or Saved gave; see Screen.
func (s *State) OpenMoment(text string, rest func()) error {
	_, n, err := moment.OpenMoment(text, screen, rest)
	if err != nil {
		return err
	}
	var h draft.Head
	if json.Unmarshal([]byte(n.Text()), &h) != nil {
		return link.Damaged
	}
	gestures := map[int]journal.Saved[simGesture]{}
	for length := 0; len(n.List) > 0; {
		rest()
		var m savedRun
		if json.Unmarshal([]byte(n.Text()), &m) != nil || !m.addTo(gestures, &length) {
			return link.Damaged
		}
	}
	j, ok := journal.Restore(h.Head, gestures)
	if !ok || n.Bad {
		return link.Damaged
	}
	before := *s
	s.Play.Pause()
	s.Journal = history{j}
	if s.show(); s.Play.problem != nil {
		message := s.Play.problem.Message
		*s = before
		return &sim.Error{Message: message}
	}
	return nil
}

// maxRunTexts bounds the texts of all moments together: each may be as long as
// the one before.
const maxRunTexts = 64 << 20

// addTo adds a gesture to those before it. It is false for one that could not
// have been saved.
func (m *savedRun) addTo(gestures map[int]journal.Saved[simGesture], length *int) bool {
	before, found := gestures[m.P]
	if m.N < 0 || m.P < -1 || m.P >= m.N || found == (m.P < 0) || len(m.L) > 4*draft.MaxLabel || m.Same < 0 ||
		m.Same > len(before.Value.text) ||
		m.Span < 0 || m.Span > clock.MaxTime || m.Made < 0 || m.Made > m.Span || m.At < 0 || m.At > m.Span {
		return false
	}
	m.Text = before.Value.text[:m.Same] + m.Text
	if *length += len(m.Text); *length > maxRunTexts {
		return false
	}
	gestures[m.N] = journal.Saved[simGesture]{Parent: m.P, Value: simGesture{label: m.L, made: m.Made, at: m.At, span: m.Span, text: m.Text}}
	return true
}

// TakeOver makes the runs of another simulator a gesture of this one, in a
// branch of its own when branch is set. Undo takes it back.
func (s *State) TakeOver(from *State, branch bool) {
	if branch {
		s.Fork()
	}
	s.gesture("Take over", func() {
		s.setting, s.designs, s.Play.beside = from.setting, slices.Clone(from.designs), nil
		s.restart()
	})
	s.Play.SeekRun(from.Play.Place())
}
