package filter

import (
	"strconv"

	"github.com/keyrange/keyrange/engine/table"
)

// The bounds of a filter. The service has no documented ones beyond the length
// of a URL; these keep every loop and recursion of this package finite.
const (
	// MaxLength is how many bytes a filter may have.
	MaxLength = 64 << 10
	// MaxDepth is how deep parentheses and "not" may nest.
	MaxDepth = 200
)

// Error is a refused filter: the service's own code and message, and the place
// in the text.
type Error struct {
	Code    table.Code
	Message string // the service's own words; positions in it count characters (UTF-16 units)
	Hint    string // a plain sentence for learners, or ""
	Offset  int    // the first byte of the offending token in the filter
	End     int    // the byte after it; equal to Offset at the end of the text
}

// Error returns the code and the message in one line.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// The service's fixed messages about filters.
const (
	msgInputs         = "One of the request inputs is not valid."
	msgNotImplemented = "The requested operation is not implemented on the specified resource."
	msgNotBoolean     = "The $filter expression must evaluate to a single boolean value."
)

// invalid returns an InvalidInput error about the bytes of at.
func invalid(at Span, message, hint string) *Error {
	return &Error{Code: table.InvalidInput, Message: message, Hint: hint, Offset: at.Start, End: at.End}
}

// notImplemented returns a NotImplemented error about the bytes of at.
func notImplemented(at Span, hint string) *Error {
	return &Error{Code: table.NotImplemented, Message: msgNotImplemented, Hint: hint, Offset: at.Start, End: at.End}
}

// position returns the byte offset as the service counts it: in UTF-16 code
// units of the decoded filter.
func position(text string, offset int) string {
	return strconv.Itoa(table.UTF16Len(text[:offset]))
}

// syntaxMessage is the message about a token that ends at the given offset:
// the service names the end of the token where it gave up.
func syntaxMessage(text string, end int) string {
	return "Syntax error at position " + position(text, end) + " in '" + text + "'."
}

// incompatible is the message about two operands whose types do not fit an
// operator.
func incompatible(left, right, kind string) string {
	return "A binary operator with incompatible types was detected. Found operand types '" +
		left + "' and '" + right + "' for operator kind '" + kind + "'."
}

// incompatibleUnary is the message about "not" before something that is not
// Boolean.
func incompatibleUnary(operand string) string {
	return "A unary operator with an incompatible type was detected. Found operand type '" +
		operand + "' for operator kind 'Not'."
}

// unrecognized is the message about a literal that its type cannot hold.
func unrecognized(t table.EdmType, text string, at Span) string {
	return "Unrecognized '" + t.String() + "' literal '" + text[at.Start:at.End] + "' at '" +
		position(text, at.Start) + "' in '" + text + "'."
}
