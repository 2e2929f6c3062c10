package content

import (
	"testing"

	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/runner"
)

// After a wrong answer, a command that is a mistake leaves no verdict, whether it
// cannot be read or cannot be done: what was said would read as the answer to it.
// Only what cannot be made good stays broken. Going back brings the verdict back.
func TestNoStale(t *testing.T) {
	runs := &simulated.Runs{}
	for _, l := range parsed(t) {
		for i := range l.Steps {
			for j := range l.Steps[i].Tasks {
				for k := range l.Steps[i].Tasks[j].Wrong {
					t.Run(l.Steps[i].Tasks[j].ID, func(t *testing.T) { noStale(t, l, i, j, k, runs) })
				}
			}
		}
	}
}

func noStale(t *testing.T, l *lessons.Lesson, step, n, wrong int, runs *simulated.Runs) {
	task := &l.Steps[step].Tasks[n]
	s := atSharing(t, l, step, n, runs)
	do(t, s, task.Wrong[wrong].Commands)
	verdict := s.Outcomes()[n]
	stays := func(what string) {
		t.Helper()
		switch o := s.Outcomes()[n]; {
		case verdict.State == runner.Broken && (o.State != runner.Broken || o.At != verdict.At):
			t.Errorf("%s: it is %s, %q, although it was broken", what, o.State, o.Text)
		case verdict.State == runner.NotYet && (o.State != runner.NotYet || o.Text == verdict.Text || o.Text != task.Now.Format(s.Facts())):
			t.Errorf("%s: it is %s, %q, after the verdict %q", what, o.State, o.Text, verdict.Text)
		}
	}
	if _, err := s.Do("simulate"); err == nil {
		t.Fatal("simulate alone can be read")
	}
	stays("a command that cannot be read")
	at := s.Done()
	r, err := s.Do("simulate single for 20s rate 900 keys '{Nonsense}'")
	if err != nil || r.Mistake == "" {
		t.Fatalf("a column that is not there is no mistake: %v", err)
	}
	stays("a command that cannot be done")
	s.Seek(s.Start() + at)
	if o := s.Outcomes()[n]; o.State != verdict.State || o.Text != verdict.Text {
		t.Errorf("going back leads to %s, %q, want %q", o.State, o.Text, verdict.Text)
	}
}
