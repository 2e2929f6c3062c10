package lesson

import (
	"slices"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/runner"
)

// logMark is where the log of a step stands.
type logMark struct {
	branch    string
	at, until int
}

func markOf(s *runner.Session) logMark {
	w := s.World()
	return logMark{w.Current(), w.Position(), w.Len()}
}

// screenOf returns the screen that is the stage of a step, nil for pictures.
func screenOf(s *runner.Session) *lessons.Screen {
	step, _ := s.Step()
	return step.Screen
}

// whole returns the place of the log to go to for a place: a fault belongs to
// the step of a screen after it, so there is nothing between the two.
func whole(p *State, n int) int {
	s := p.session()
	w := s.World()
	if at := s.Start() + n; screenOf(s) == nil || n == 0 || at >= w.Len() || w.Command(at-1).Verb != command.Fault {
		return n
	}
	if n > p.Place() {
		return n + 1
	}
	return n - 1
}

// catchUp takes in what a screen on the stage did in the log of the step.
func catchUp(p *State) {
	before := p.met()
	p.session().CatchUp()
	p.look()
	p.note()
	p.say(before)
}

// expect notes what the learner expects of a task, which is not met yet.
func expect(p *State, id, choice string) {
	done := p.progress.Tasks[id]
	done.Guess = choice
	p.progress.Tasks[id] = done
	p.Rev++
}

// inLine is what a command did in one line. A run has its sums first; a page says
// how it ended and what it cost; of a write the ETag is left out, which stands
// beside it.
func inLine(r *script.Result) string {
	if r.Hint != "" {
		plain := *r
		plain.Hint = ""
		return inLine(&plain) + " " + r.Hint
	}
	lines := r.Lines()
	last := lines[len(lines)-1]
	switch {
	case !r.OK():
	case r.Simulated != nil:
		return lines[0]
	case r.Plan != nil && len(lines) > 1 && r.Command.Verb != command.Read:
		return lines[len(lines)-2] + "; " + strings.TrimPrefix(last, "cost: ")
	case r.ETag != "" && len(r.Entities) == 0 && len(r.Blobs) == 0:
		if len(lines) > 1 && r.Range > 0 {
			return "stored, " + lines[len(lines)-2]
		}
		return "stored"
	}
	return last
}

// statusOf is inLine of the last command, and what an insert did to the index where
// the step draws it.
func statusOf(p *State) string {
	s, text := p.shown(), inLine(p.result)
	step, _ := p.session().Step()
	drawn := slices.ContainsFunc(step.Pictures, func(d lessons.Picture) bool { return d.Kind == lessons.Tree })
	if !drawn || s.last.Command.Verb != command.Insert || !s.last.OK() {
		return text
	}
	_, tree, ok := s.treeOf(s.last.Command.Table)
	if !ok || tree.Last < 0 || tree.Keys[tree.Last] != s.last.Command.Key {
		return text
	}
	nodes, root := tree.Splits()
	switch {
	case nodes == 1:
		text += ", node split into two"
	case nodes > 1:
		text += ", " + strconv.Itoa(nodes) + " nodes split into two"
	}
	if root {
		text += ", new root above them"
	}
	return text
}

// shortTag is the time of a version, which is what differs between two ETags: of
// W/"datetime'2010-11-05T12%3A00%3A00.03Z'" it is 12:00:00.03. "" for no tag.
func shortTag(tag string) string {
	_, clock, found := strings.Cut(tag, "T")
	clock, _, ended := strings.Cut(clock, "Z'")
	if !found || !ended {
		return tag
	}
	return strings.TrimRight(strings.ReplaceAll(clock, "%3A", ":"), "0")
}
