package step

import (
	"strings"

	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/assign"
)

// judged is the state of a screen with a log, as tasks ask about it.
type judged struct {
	moment.Screen
	log *Log
}

// logged is a state that embeds a Log.
type logged interface {
	moment.Screen
	Steps() *Log
}

// Steps returns the log itself.
func (l *Log) Steps() *Log { return l }

// Judged is the state as tasks ask about it, nil where it has no log of steps.
func (p *Page[S]) Judged() workspace.Judged { return judgedOf(p.Store) }

func judgedOf(s any) workspace.Judged {
	if l, ok := s.(logged); ok && l.Steps() != nil && l.Steps().Live != nil {
		return &judged{l, l.Steps()}
	}
	return nil
}

// Replays makes what opens a moment of a screen with a log again.
func Replays[S State](fresh func() S) func(moment []byte, like workspace.Replay, rest func()) (workspace.Replay, error) {
	return func(moment []byte, _ workspace.Replay, rest func()) (workspace.Replay, error) {
		s := fresh()
		if err := s.OpenMoment(string(moment), rest); err != nil {
			return nil, err
		}
		r, _ := judgedOf(s).(workspace.Replay)
		return r, nil
	}
}

// Step has nothing left to do: opening the moment has done the log again.
func (j *judged) Step() bool { return false }

func (j *judged) Kind() assign.Kind { return assign.Log }

func (j *judged) Waiting() string { return "" }

func (j *judged) Facts() *lessons.Facts {
	l := j.log
	f := lessons.NewFacts(l.Live)
	for n := l.Begin; n < l.Live.Position(); n++ {
		f.Add(l.Live.Result(n))
	}
	f.Figures = map[string]float64{"steps": float64(l.Position())}
	return f
}

// Aspects has what the log begins with; everything after it is steps.
func (j *judged) Aspects() map[string]string {
	begin := make([]string, j.log.Begin)
	for n := range begin {
		begin[n] = j.log.Live.Command(n).String()
	}
	return map[string]string{"data": strings.Join(begin, "\n")}
}

func (j *judged) Given(bool) string { return j.Saved() }
