package content

import (
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/runner"
)

// spelled are the lessons of which every word of every solution may be misspelled.
var spelled = []string{"large-and-logs", "bulk-delete", "versioning", "sas", "photo-mosaics", "capstone"}

// A misspelled word in a command that is typed does not solve the task, and is
// told: the command is refused, or the verdict is another one than before. A
// misspelling that leaves what the solution leaves is a way to do it.
func TestMisspelled(t *testing.T) {
	for _, l := range parsed(t) {
		if !slices.Contains(spelled, l.ID) {
			continue
		}
		for i := range l.Steps {
			for j := range l.Steps[i].Tasks {
				if l.Steps[i].Screen == nil {
					t.Run(l.Steps[i].Tasks[j].ID, func(t *testing.T) { misspell(t, l, i, j) })
				}
			}
		}
	}
}

func misspell(t *testing.T, l *lessons.Lesson, step, n int) {
	task := &l.Steps[step].Tasks[n]
	after := at(t, l, step, n)
	do(t, after, task.Solution)
	tried := 0
	for place, c := range task.Solution {
		for _, text := range misspelled(c.String()) {
			tried++
			if _, err := command.Parse(text); err == nil {
				typeIt(t, l, step, n, place, text, after)
			}
		}
	}
	if tried < minSlips {
		t.Errorf("%d misspellings were tried, want %d", tried, minSlips)
	}
}

// typeIt does a solution with another text for one command, and the rest of it
// behind, of which it does not matter whether it can be done.
func typeIt(t *testing.T, l *lessons.Lesson, step, n, place int, text string, after *runner.Session) {
	t.Helper()
	task := &l.Steps[step].Tasks[n]
	s := at(t, l, step, n)
	do(t, s, task.Solution[:place])
	before := s.Outcomes()[n]
	r, err := s.Do(text)
	told := err != nil || r.Mistake != "" || r.Refusal != nil
	if o := s.Outcomes()[n]; o.State != runner.Met && !told && o.Text == before.Text {
		t.Errorf("%q is not told: still %q", text, o.Text)
	}
	for _, c := range task.Solution[place+1:] {
		_, _ = s.Do(c.String())
	}
	if o := s.Outcomes()[n]; o.State == runner.Met && !sameEnd(s, after, task) {
		t.Errorf("%q solves it: %s", text, o.Text)
	}
}

// sameEnd reports whether two Sessions came to the same: the same tables, and
// the same figures of the task.
func sameEnd(a, b *runner.Session, task *lessons.Task) bool {
	for _, f := range task.Figures {
		if f.Value.Format(a.Facts()) != f.Value.Format(b.Facts()) {
			return false
		}
	}
	return sameTables(a.World(), b.World())
}

// misspelled returns a command with each word but the first in another case, too
// long, too short and with letters in another order.
func misspelled(text string) (list []string) {
	words := strings.Split(text, " ")
	for i, word := range words {
		if i == 0 || len(word) < 3 {
			continue
		}
		cut := len(word) - 1
		if strings.HasSuffix(word, "'") {
			cut--
		}
		forms := []string{strings.ToLower(word), strings.ToUpper(word), word[:cut] + word[cut+1:], word[:cut] + more(word) + word[cut:],
			word[:cut-1] + word[cut:], word[:cut-1] + word[cut:] + word[cut-1:cut], word[1:]}
		for _, form := range forms {
			if form == word || form == "" {
				continue
			}
			other := slices.Clone(words)
			other[i] = form
			list = append(list, strings.Join(other, " "))
		}
	}
	return list
}

// more is a sign too many: in a template a letter, because a greater width is a way
// to write the same.
func more(word string) string {
	if strings.Contains(word, "{") {
		return "x"
	}
	return "9"
}
