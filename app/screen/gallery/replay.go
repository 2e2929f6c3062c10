package gallery

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/sim"
)

// Step reads one line that was brought, or does one bounded piece of doing a result
// again, and reports whether there was any. While rows are wanted there is none. rest
// is called between two pieces of opening a line.
func (s *State) Step(rest func()) bool {
	switch {
	case s.Stopped:
		return false
	case s.coming.text != "":
		s.readLine(rest)
		return true
	case s.now == nil:
		return s.next()
	}
	s.pieces++
	switch {
	case s.pieces > maxPieces:
		s.finish("Doing this again takes too long, so it was given up.")
	case s.replay.Step():
	case s.wants():
		return false
	default:
		s.finish(s.lack())
	}
	return true
}

// next begins with the first result that was not done again.
func (s *State) next() bool {
	i := slices.IndexFunc(s.entries, func(e *Entry) bool { return !e.Done })
	if i < 0 {
		return false
	}
	e := s.entries[i]
	s.now, s.pieces = e, 0
	r, err := s.open.Replay(&e.Result, s.like)
	if err == nil {
		_, err = s.aspects(e)
	}
	if err != nil {
		s.finish(err.Error())
		return true
	}
	s.replay = r
	if o, known := s.known[sameWork(r)]; known {
		s.close(o)
	}
	return true
}

// sameWork tells work apart whose figures may differ: they depend on the rows, the keys
// and the questions of a design and on nothing else. It is empty for work of another
// kind.
func sameWork(r workspace.Replay) string {
	if _, ok := r.(*design.Replay); !ok {
		return ""
	}
	a := r.Aspects()
	return strings.Join([]string{a["data"], a["keys"], a["questions"]}, "\x00")
}

// close takes what the result comes to.
func (s *State) close(o Outcome) {
	s.now.Done, s.now.Outcome = true, o
	s.now, s.replay = nil, nil
}

// aspects are those of the beginning of an entry's task.
func (s *State) aspects(e *Entry) (map[string]string, error) {
	id := e.Result.Task.ID()
	if known, ok := s.begun[id]; ok {
		return known, nil
	}
	a, err := s.open.Aspects(&e.Result.Task)
	if err == nil {
		s.begun[id] = a
	}
	return a, err
}

// wanting is work that needs rows.
type wanting interface {
	Wanted() (draft.Set, bool)
	Provide(set draft.Set, data []byte)
}

func (s *State) wants() bool {
	d, ok := s.replay.(*design.Replay)
	return ok && d.Incoming.Wants()
}

// Wanted returns, once, the rows that a page must Provide.
func (s *State) Wanted() (set draft.Set, ok bool) {
	if w, is := s.replay.(wanting); is && s.now != nil {
		return w.Wanted()
	}
	return set, false
}

// Provide hands over the bytes of the rows that were wanted.
func (s *State) Provide(set draft.Set, data []byte) {
	if w, is := s.replay.(wanting); is && s.now != nil {
		w.Provide(set, data)
	}
}

// Missing tells that the rows cannot be had.
func (s *State) Missing(why string) {
	if s.now != nil {
		s.finish(why)
	}
}

// lack says what is missing after everything was done, or nothing.
func (s *State) lack() string {
	if d, ok := s.replay.(*design.Replay); ok && d.Table.Built() == nil {
		return "Its rows are not those of a sample and did not come with it, so it cannot be done again here."
	}
	return ""
}

// finish takes what the result came to, or why it came to nothing.
func (s *State) finish(reason string) {
	if reason != "" {
		s.now.Reason = reason
		s.close(Outcome{})
		return
	}
	begun, _ := s.aspects(s.now)
	o := outcomeOf(s.replay)
	o.Judged = s.now.Result.Task.Judge(workspace.StateOf(s.replay, begun))
	if work := sameWork(s.replay); work != "" {
		s.known[work] = o
	}
	s.like = s.replay
	s.close(o)
}

// outcomeOf reads the figures of work that was done again.
func outcomeOf(r workspace.Replay) (o Outcome) {
	figures := r.Facts().Figures
	o.Each, o.Lost, o.Accepted = figures["each"], int(figures["lost"]), int(figures["served"])
	o.Partitions, o.Scans = int(figures["partitions"]), int(figures["scans"])
	o.Keys[0] = r.Aspects()["keys"]
	if d, ok := r.(*design.Replay); ok {
		k := d.Edit.Design()
		o.Keys = [2]string{k.PartitionKey, k.RowKey}
		load, _ := d.Load()
		o.Accepted, o.Picture = load.Accepted, pictureOf(&load.Heat)
	}
	if x, ok := r.(interface{ First() *sim.Simulation }); ok && x.First() != nil {
		h := x.First().Heat()
		o.Picture = pictureOf(&h)
	}
	return o
}
