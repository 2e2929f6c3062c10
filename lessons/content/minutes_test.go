package content

import (
	"testing"

	"github.com/keyrange/keyrange/lessons"
)

// What a minute is worth, and how far the minutes that a lesson states may lie
// from what the rule comes to: half a minute below, one above.
const (
	wordsPerMinute = 180.0
	typedPerMinute = 110.0
	minutesPerTask = 24.0 / 60
	minutesBelow   = 0.5
	minutesAbove   = 1.0
)

// The minutes of each lesson are those that its words, its commands and its tasks
// take.
func TestMinutes(t *testing.T) {
	for _, l := range parsed(t) {
		rule := minutesOf(l)
		if stated := float64(l.Minutes); stated < rule-minutesBelow || stated > rule+minutesAbove {
			t.Errorf("%s states %d minutes, the rule says %.1f", l.ID, l.Minutes, rule)
		}
	}
}

// minutesOf is how long a lesson takes: what is read once, what is typed where there
// is neither a screen nor a control to press instead, and a while for each task.
func minutesOf(l *lessons.Lesson) float64 {
	words, typed, tasks := lessons.Words(l.Lede)+lessons.Words(l.Gist)+lessons.Words(l.More), 0, 0
	for i := range l.Steps {
		s := &l.Steps[i]
		words += lessons.Words(s.Prose)
		for j := range s.Tasks {
			task := &s.Tasks[j]
			tasks++
			words += lessons.Words([]lessons.Block{{Items: [][]lessons.Span{task.Text, task.Guess.Question}}})
			if s.Screen != nil || len(task.Control.Choices) > 0 {
				continue
			}
			for _, c := range task.Solution {
				typed += len(c.String())
			}
		}
	}
	return float64(words)/wordsPerMinute + float64(typed)/typedPerMinute + float64(tasks)*minutesPerTask
}
