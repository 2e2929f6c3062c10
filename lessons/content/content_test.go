package content

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/runner"
)

// Every lesson proves itself: the start of a step fails each of its tasks, the
// solution meets it, every alternative meets it, every wrong answer gets its
// own message and no other, and a demonstration meets none. What is said of a
// task that is met stays what it was while the tasks behind it are done.
func TestLessons(t *testing.T) {
	for _, f := range proven(t) {
		t.Run(strings.TrimSuffix(f.Name, ".md"), func(t *testing.T) {
			l, err := lessons.Parse(f.Text)
			if err != nil {
				t.Fatal(err)
			}
			if name := fileName(l); name != f.Name && os.Getenv("KEYRANGE_LESSON") == "" {
				t.Errorf("the file is named %s, its number and id say %s", f.Name, name)
			}
			for i := range l.Steps {
				proveStep(t, l, i)
			}
		})
	}
}

// proven are our lessons, or the one that the environment names: the file of an
// author who keeps it elsewhere.
func proven(t *testing.T) []File {
	own := os.Getenv("KEYRANGE_LESSON")
	if own == "" {
		return Files()
	}
	text, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	return []File{{filepath.Base(own), text}}
}

func fileName(l *lessons.Lesson) string {
	number := string([]byte{'0' + byte(l.Number/10%10), '0' + byte(l.Number%10)})
	return number + "-" + l.ID + ".md"
}

// at returns a Session at the start of a step in which the tasks before the
// given one are solved.
func at(t *testing.T, l *lessons.Lesson, step, task int) *runner.Session {
	t.Helper()
	return atSharing(t, l, step, task, nil)
}

// atSharing is at with runs of simulate commands that other Sessions have, too.
func atSharing(t *testing.T, l *lessons.Lesson, step, task int, runs *simulated.Runs) *runner.Session {
	t.Helper()
	s, err := runner.NewSharing(l, step, runs)
	if err != nil {
		t.Fatalf("step %d: the stage cannot be set: %v", step+1, err)
	}
	if task > 0 {
		do(t, s, s.Solution(task-1))
	}
	return s
}

func do(t *testing.T, s *runner.Session, commands []command.Command) {
	t.Helper()
	for _, c := range commands {
		r, err := s.Do(c.String())
		if err != nil {
			t.Fatalf("%s: %v", c, err)
		}
		if r.Mistake != "" {
			t.Errorf("%s: %s", c, r.Mistake)
		}
	}
}

func proveStep(t *testing.T, l *lessons.Lesson, n int) {
	step := &l.Steps[n]
	start := at(t, l, n, 0)
	w := start.World()
	for i := w.Position() - len(step.Start); i < w.Position(); i++ {
		if r := w.Result(i); r.Mistake != "" || r.Refusal != nil {
			t.Errorf("step %d, start: %s: %s %v", n+1, r.Command, r.Mistake, r.Refusal)
		}
	}
	for i := range step.Tasks {
		task := &step.Tasks[i]
		if o := start.Outcomes()[i]; o.State != runner.NotYet || o.Text != task.Now.Format(start.Facts()) {
			t.Errorf("%s: at the start it is %s, %q; want not yet, with its own text", task.ID, o.State, o.Text)
		}
		proveTask(t, l, n, i)
	}
	for _, d := range step.Demos {
		s := at(t, l, n, 0)
		if err := s.PlayDemo(); err != nil {
			t.Fatal(err)
		}
		for _, c := range d.Commands {
			if r, err := s.Show(c); err != nil || r.Mistake != "" {
				t.Errorf("demo %s: %s: %v %s", d.ID, c, err, r.Mistake)
			}
		}
		s.Return()
		for i := range step.Tasks {
			if o := s.Outcomes()[i]; o.State != runner.NotYet || s.Solved(i) || s.Done() != 0 {
				t.Errorf("demo %s: it leaves something behind", d.ID)
			}
		}
	}
}

func proveTask(t *testing.T, l *lessons.Lesson, n, i int) {
	task := &l.Steps[n].Tasks[i]
	before := at(t, l, n, i)
	if o := before.Outcomes()[i]; o.State != runner.NotYet {
		t.Errorf("%s: it is %s, %q, before anything is done for it", task.ID, o.State, o.Text)
	}
	after := meets(t, l, n, i, "the solution", task.Solution)
	for j, o := range before.Outcomes()[:i] {
		if now := after.Outcomes()[j]; now.Text != o.Text || !slices.Equal(now.Figures, o.Figures) {
			t.Errorf("%s: the solution of %s turns %q %q into %q %q", l.Steps[n].Tasks[j].ID, task.ID, o.Text, o.Figures, now.Text, now.Figures)
		}
	}
	for _, a := range task.Alternatives {
		meets(t, l, n, i, "alternative "+a.Label, a.Commands)
	}
	told := map[string]bool{}
	for j := range task.Wrong {
		wrong := &task.Wrong[j]
		s := at(t, l, n, i)
		do(t, s, wrong.Commands)
		want := runner.NotYet
		if wrong.Broken {
			want = runner.Broken
		}
		o := s.Outcomes()[i]
		if message := wrong.Message.Format(s.Facts()); o.State != want || o.Text != message || told[message] {
			t.Errorf("%s: wrong answer %d is %s, %q; want %s with its own message %q", task.ID, j+1, o.State, o.Text, want, message)
		}
		told[o.Text] = true
	}
}

func meets(t *testing.T, l *lessons.Lesson, n, i int, what string, commands []command.Command) *runner.Session {
	t.Helper()
	s := at(t, l, n, i)
	do(t, s, commands)
	if o := s.Outcomes()[i]; o.State != runner.Met || !s.Solved(i) {
		t.Errorf("%s: after %s it is %s, %q", l.Steps[n].Tasks[i].ID, what, o.State, o.Text)
	}
	if g := l.Steps[n].Tasks[i].Guess; len(g.Choices) > 0 && !slices.Contains(g.Choices, s.Outcomes()[i].Answer) {
		t.Errorf("%s: after %s the answer to the guess is %q, which is not among %q", l.Steps[n].Tasks[i].ID, what, s.Outcomes()[i].Answer, g.Choices)
	}
	for j := range i {
		if o := s.Outcomes()[j]; o.State == runner.Broken {
			t.Errorf("%s: %s breaks %s: %q", l.Steps[n].Tasks[i].ID, what, l.Steps[n].Tasks[j].ID, o.Text)
		}
	}
	return s
}

// IDs and numbers are used once, and every link to a lesson leads to one of
// the curriculum.
func TestLinks(t *testing.T) {
	list := parsed(t)
	seen := map[string]bool{}
	for _, l := range list {
		number := fileName(l)[:2]
		if seen[l.ID] || seen[number] {
			t.Errorf("%s: its id or number is used twice", l.ID)
		}
		seen[l.ID], seen[number] = true, true
	}
	for _, l := range list {
		for _, span := range spans(l) {
			if span.Kind == lessons.LessonLink && !seen[span.Target] {
				t.Errorf("%s links to lesson:%s, which is not there", l.ID, span.Target)
			}
		}
	}
}

// spans returns all prose of a lesson.
func spans(l *lessons.Lesson) []lessons.Span {
	var list []lessons.Span
	add := func(blocks []lessons.Block) {
		for _, b := range blocks {
			for _, item := range b.Items {
				list = append(list, item...)
			}
		}
	}
	add(l.Lede)
	add(l.More)
	add(l.Sources)
	for i := range l.Steps {
		s := &l.Steps[i]
		add(s.Prose)
		for j := range s.Tasks {
			list = append(list, s.Tasks[j].Text...)
			for _, h := range s.Tasks[j].Hints {
				list = append(list, h...)
			}
		}
	}
	return list
}

// parsed returns all lessons, in the order of their numbers.
func parsed(t *testing.T) []*lessons.Lesson {
	t.Helper()
	var list []*lessons.Lesson
	for _, f := range Files() {
		l, err := lessons.Parse(f.Text)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		list = append(list, l)
	}
	slices.SortFunc(list, func(a, b *lessons.Lesson) int { return a.Number - b.Number })
	return list
}
