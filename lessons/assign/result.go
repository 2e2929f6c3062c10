package assign

import (
	"strings"

	"github.com/keyrange/keyrange/engine/link"
)

// Result is what a participant hands in.
//
// What always holds: it has no figure in it. What it comes to is found by doing
// Work again.
type Result struct {
	Task  Task
	Alias string // what the participant is called here
	Work  string // the journal of what was done, as the task's screen writes it
}

// The bounds of a result.
const (
	MaxAlias = 40 // bytes
	// MaxLine is how many characters the line of a result has at most.
	MaxLine = link.MaxText
)

// ResultMark stands in the address of a result, before the packed text.
const ResultMark = "#r="

// TaskMark stands in the address of a task, before the packed text.
const TaskMark = "#t="

// Pack returns a result as one line of text. The error is a link.Error.
func (r *Result) Pack(rest func()) (string, error) {
	w := &link.Writer{}
	w.Number(resultMark)
	r.Task.put(w)
	w.Text(r.Alias)
	putMoment(w, r.Work)
	return link.Pack(w.Bytes, rest)
}

// UnpackResult reads what Pack gave, alone or behind the address of the gallery.
// The error is a plain sentence.
func UnpackResult(line string, rest func()) (r Result, err error) {
	return UnpackNext(&link.Series{}, line, rest)
}

// UnpackNext is UnpackResult for the next of many, which are faster to read if they
// are of one task.
func UnpackNext(series *link.Series, line string, rest func()) (r Result, err error) {
	if _, after, ok := strings.Cut(line, ResultMark); ok {
		line = after
	}
	plain, err := series.Unpack(strings.TrimSpace(line), rest)
	if err != nil {
		return r, said(err)
	}
	return readResult(plain)
}

// readResult reads a result that is no longer packed.
func readResult(plain []byte) (r Result, err error) {
	u := &link.Reader{Bytes: plain}
	if u.Number() != resultMark {
		return r, NotAResult
	}
	r.Task = take(u)
	r.Alias = u.Text()
	r.Work = takeMoment(u)
	if u.Broken || len(u.Bytes) > 0 || r.Task.problem() != "" || r.problem() != "" {
		return Result{}, NotAResult
	}
	return r, nil
}

// problem says what keeps a result from being one, or nothing.
func (r *Result) problem() string {
	switch {
	case r.Alias == "" || bad(r.Alias, MaxAlias):
		return "A name has 1 to 40 bytes, in one line."
	case r.Work == "" || bad(r.Work, MaxText):
		return "There is nothing to hand in yet."
	}
	return ""
}

// NotAResult is why a text is no result.
const NotAResult link.Error = "This is no result: it was changed after it was handed in, or something else was pasted."

// said puts an error of a link into the words of a result.
func said(err error) error {
	switch err {
	case link.Damaged:
		return link.Error("This result is damaged. A part of it may have been cut off.")
	case link.TooLong, link.TooLarge:
		return link.Error("This result has more than 65,536 characters, which is the most that can be opened.")
	case link.Unknown:
		return NotAResult
	}
	return err
}
