package assign

import (
	"strings"

	"github.com/keyrange/keyrange/engine/hash"
	"github.com/keyrange/keyrange/engine/link"
)

// Marks before what is packed, so that one kind is never taken for another.
const (
	taskMark   = 1
	resultMark = 2
)

// Pack returns a task as a short text for an address. The error is a link.Error.
// rest is called between two pieces of the work.
func (t *Task) Pack(rest func()) (string, error) {
	w := &link.Writer{}
	w.Number(taskMark)
	t.put(w)
	return link.Pack(w.Bytes, rest)
}

// Unpack reads what Pack gave. The error is a plain sentence.
func Unpack(text string, rest func()) (t Task, err error) {
	plain, err := link.Unpack(text, rest)
	if err != nil {
		return t, err
	}
	u := &link.Reader{Bytes: plain}
	if u.Number() != taskMark {
		return t, NotATask
	}
	t = take(u)
	if u.Broken || len(u.Bytes) > 0 || t.problem() != "" {
		return Task{}, link.Damaged
	}
	return t, nil
}

// NotATask is why a text is no task.
const NotATask link.Error = "This is no link to a task."

// put writes a task. The moment stands last, where a Result's own one follows
// it and repeats most of it.
func (t *Task) put(w *link.Writer) {
	for _, text := range []string{t.Screen, t.Goal, strings.Join(t.May, ",")} {
		w.Text(text)
	}
	w.Number(uint64(len(t.Checks)))
	for _, c := range t.Checks {
		w.Text(c.String())
	}
	w.Number(uint64(len(t.Hints)))
	for _, h := range t.Hints {
		w.Text(h)
	}
	w.Number(uint64(t.Minutes))
	putMoment(w, t.Start)
}

// take reads what put wrote. What does not fit breaks the reader.
func take(u *link.Reader) (t Task) {
	t.Screen, t.Goal = u.Text(), u.Text()
	if may := u.Text(); may != "" {
		t.May = strings.Split(may, ",")
	}
	for range u.Count(MaxChecks) {
		if c, problem := ReadCheck(u.Text()); problem == "" {
			t.Checks = append(t.Checks, c)
		} else {
			u.Broken = true
		}
	}
	for range u.Count(MaxHints) {
		t.Hints = append(t.Hints, u.Text())
	}
	t.Minutes = u.Count(MaxMinutes)
	t.Start = takeMoment(u)
	return t
}

// ID is a number that tells tasks apart: two with the same words, conditions and
// beginning have the same one.
func (t *Task) ID() uint32 { return hash.Fold(hash.FNV(hash.Basis, []byte(t.String()))) }
