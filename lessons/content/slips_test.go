package content

import (
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/runner"
)

// acted are the lessons whose typed commands are tried with slips of the kind that
// buttons allow. All other commands that are typed are misspelled word by word.
var acted = []string{"snapshot", "secondary-index", "index-entities", "relationships", "kinds", "series-and-width"}

// A solution with a slip in one command does not solve the task, and is told: by
// the service, or by another verdict than before. A slip that leaves what the
// solution leaves is a way to do it and no slip.
func TestSlips(t *testing.T) {
	runs := &simulated.Runs{}
	for _, l := range parsed(t) {
		for i := range l.Steps {
			h := &harness{lesson: l, step: i, runs: runs, forms: typedForms, each: true}
			if l.Steps[i].Screen != nil || slices.Contains(acted, l.ID) {
				h.forms, h.each = slipsOf, false
			}
			for j := range l.Steps[i].Tasks {
				t.Run(l.Steps[i].Tasks[j].ID, func(t *testing.T) { h.try(t, j) })
			}
		}
	}
}

// minSlips is how many slips of a task are tried at least.
const minSlips = 10

// harness tries slips in the solutions of a step.
type harness struct {
	lesson *lessons.Lesson
	step   int
	runs   *simulated.Runs
	forms  func(command.Command) []string
	each   bool // a slip in any command is told, not only one in the last
}

// typedForms are the misspellings of a command. Another number in a run is another
// load, not a slip: whether it meets the task is up to the run.
func typedForms(c command.Command) []string {
	list := misspelled(c.String())
	if c.Verb != command.Simulate {
		return list
	}
	return slices.DeleteFunc(list, func(text string) bool {
		slip, err := command.Parse(text)
		return err == nil && slip.Load.Keys == c.Load.Keys && slip.Text == c.Text
	})
}

// freely are the tasks that leave a name or a value to the learner, so that
// another one is a way to do them.
var freely = []string{"two-shapes", "two-types", "split", "higher", "outgrow", "utc", "remove-language", "two-inserts", "next-writes", "split-again", "single-import"}

// try tries each slip of a task.
func (h *harness) try(t *testing.T, n int) {
	solution := h.lesson.Steps[h.step].Tasks[n].Solution
	after := atSharing(t, h.lesson, h.step, n, h.runs)
	do(t, after, solution)
	tried := 0
	for place, c := range solution {
		for _, text := range h.forms(c) {
			tried++
			if _, err := command.Parse(text); err == nil {
				h.slip(t, n, place, text, after)
			}
		}
	}
	if tried < minSlips {
		t.Errorf("%d slips were tried, want %d", tried, minSlips)
	}
}

// slip does a solution with another text for one command. In a lesson that is
// typed the rest follows, of which it does not matter whether it can be done.
func (h *harness) slip(t *testing.T, n, place int, text string, after *runner.Session) {
	t.Helper()
	task := &h.lesson.Steps[h.step].Tasks[n]
	s := atSharing(t, h.lesson, h.step, n, h.runs)
	do(t, s, task.Solution[:place])
	before := s.Outcomes()[n]
	r, err := s.Do(text)
	told := err != nil || r.Mistake != "" || r.Refusal != nil
	last := place == len(task.Solution)-1
	if o := s.Outcomes()[n]; (h.each || last) && o.State != runner.Met && !told && o.Text == before.Text {
		t.Errorf("%q is not told: still %q", text, o.Text)
	}
	if h.each {
		for _, c := range task.Solution[place+1:] {
			_, _ = s.Do(c.String())
		}
	}
	if o := s.Outcomes()[n]; o.State == runner.Met && !slices.Contains(freely, task.ID) && !h.sameEnd(t, s, after, task, task.Solution[place]) {
		t.Errorf("%q solves it: %s", text, o.Text)
	}
}

// sameEnd reports whether two Sessions came to the same: the same tables, and the
// same reading or the same figures of the task.
func (h *harness) sameEnd(t *testing.T, a, b *runner.Session, task *lessons.Task, c command.Command) bool {
	t.Helper()
	if !sameTables(a.World(), b.World()) {
		return false
	}
	if !h.each {
		return c.Query.Filter == "" || sameReading(t, a, b)
	}
	return !slices.ContainsFunc(task.Figures, func(f lessons.Figure) bool { return f.Value.Format(a.Facts()) != f.Value.Format(b.Facts()) })
}

// sameTables reports whether two Worlds hold the same entities.
func sameTables(a, b *script.World) bool {
	return slices.EqualFunc(a.Tables(), b.Tables(), func(x, y *table.Table) bool {
		return content(x) == content(y)
	})
}

// sameReading reports whether the last readings of two learners examined and
// returned the same.
func sameReading(t *testing.T, a, b *runner.Session) bool {
	t.Helper()
	for _, text := range []string{"examined()", "returned()", "first()", "last()"} {
		e, problem := lessons.ParseExpr(text)
		if problem != "" {
			t.Fatal(problem)
		}
		if e.Format(a.Facts()) != e.Format(b.Facts()) {
			return false
		}
	}
	return true
}

// content is what a table holds, without the times at which it was written.
func content(t *table.Table) string {
	var b strings.Builder
	t.Snapshot().Scan(table.Key{}, func(rows []table.Row) bool {
		for _, r := range rows {
			e := r.Entity()
			slices.SortFunc(e.Properties, func(p, q table.Property) int { return strings.Compare(p.Name, q.Name) })
			b.WriteString(command.Command{Verb: command.Insert, Table: "t", Key: e.Key, Properties: e.Properties}.String() + "\n")
		}
		return true
	})
	return b.String()
}
