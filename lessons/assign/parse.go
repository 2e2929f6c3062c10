package assign

import (
	"slices"
	"strconv"
	"strings"
)

// Mistake is what is wrong with a task as text: a sentence, and its line from 1.
type Mistake struct {
	Line    int
	Problem string
}

// Error returns the line and the sentence.
func (m *Mistake) Error() string { return "Line " + strconv.Itoa(m.Line) + ": " + m.Problem }

// Parse reads a task: a name and its value on each line, as String writes them.
// Empty lines are skipped. The error is a *Mistake.
func Parse(source string) (t Task, err error) {
	if len(source) > MaxText {
		return t, &Mistake{1, "A task has at most 73,728 bytes."}
	}
	n := 0
	seen := map[string]bool{}
	for line := range strings.Lines(source) {
		n++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, value, _ := strings.Cut(line, ":")
		if problem := t.entry(name, strings.TrimSpace(value), seen[name]); problem != "" {
			return Task{}, &Mistake{n, problem}
		}
		seen[name] = true
	}
	if problem := t.problem(); problem != "" {
		return Task{}, &Mistake{max(1, n), problem}
	}
	return t, nil
}

// entry takes one line. again says that there was one of the name before.
func (t *Task) entry(name, value string, again bool) string {
	if again && name != "check" && name != "hint" {
		return "There is a second line " + name + ":"
	}
	switch name {
	case "screen":
		t.Screen = value
	case "goal":
		t.Goal = value
	case "check":
		return t.check(value)
	case "may":
		for _, word := range strings.Split(value, ",") {
			t.May = append(t.May, strings.TrimSpace(word))
		}
	case "hint":
		t.Hints = append(t.Hints, value)
	case "minutes":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return "Minutes is a whole number from 1 to 480."
		}
		t.Minutes = n
	case "start":
		t.Start = Loosen(value, func() {})
	default:
		return "A line of a task begins with one of screen: goal: check: may: hint: minutes: start:"
	}
	return ""
}

// check adds a condition, and says what is wrong with it.
func (t *Task) check(source string) string {
	if len(t.Checks) == MaxChecks {
		return "A task has at most 6 conditions."
	}
	c, problem := ReadCheck(source)
	if problem == "" && slices.ContainsFunc(t.Checks, func(o Condition) bool { return o.String() == c.String() }) {
		problem = "This condition stands there twice."
	}
	if problem == "" {
		t.Checks = append(t.Checks, c)
	}
	return problem
}
