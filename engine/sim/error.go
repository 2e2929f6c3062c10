package sim

import (
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/sim/demand"
)

// Error is a mistake in a scenario: a plain sentence, and the place as the path
// of names that leads to the value and, where the scenario is a file, as bytes,
// line and column.
type Error struct {
	Path        string // as groups[0].rate
	Message     string
	Offset, End int         // bytes of the value in the file
	Line        int         // from 1; 0 where there is no file
	Column      int         // in characters, from 1
	Within      *keys.Error // the mistake in a template
}

// Error returns the place and the message.
func (e *Error) Error() string {
	switch {
	case e.Line > 0:
		return "line " + count(int64(e.Line)) + ", column " + count(int64(e.Column)) + ": " + e.Message
	case e.Path != "":
		return e.Path + ": " + e.Message
	}
	return e.Message
}

func templateError(err error) error {
	if k, ok := err.(*keys.Error); ok {
		return &Error{Path: "template", Message: k.Message, Within: k}
	}
	if m, ok := err.(*demand.Mistake); ok {
		return &Error{Path: m.Path, Message: m.Message}
	}
	return err
}
