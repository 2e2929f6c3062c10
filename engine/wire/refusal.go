package wire

import (
	"strings"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/table"
)

// The service's fixed messages.
const (
	msgInput        = "One of the request inputs is not valid."
	msgProcessing   = "An error occurred while processing this request."
	msgSyntax       = "Bad Request - Error in query syntax."
	msgRange        = "One of the request inputs is out of range."
	msgNeedValue    = "The values are not specified for all properties in the entity."
	msgNotFound     = "The specified resource does not exist."
	msgDuplicate    = "A property is specified more than one time."
	msgMethod       = "The requested method is not allowed on the specified resource."
	msgImplemented  = "The requested operation is not implemented on the specified resource."
	msgTooLarge     = "The request body is too large and exceeds the maximum permissible limit."
	msgAtom         = "Atom format is not supported."
	msgUnauthorized = "This request is not authorized to perform this operation."
	msgInternal     = "Server encountered an internal error. Please try again after some time."
	msgHeaderValue  = "The value for one of the HTTP headers is not in the correct format."
)

// Refusal is an error answer: a code and message of the service, and how they
// are sent.
type Refusal struct {
	Code    table.Code
	Message string
	// NoCacheControl leaves out Cache-Control: the front end of the service
	// answers without it, measured for TableNotFound, errors of syntax and
	// parameters out of range.
	NoCacheControl bool
	// Status overrides the status that belongs to Code; 0 keeps it.
	Status int
	// Header has extra fields.
	Header Header
	// Cause and Parameter tell more of a refused shared access signature than
	// is sent: why, and which parameter of the query is at fault.
	Cause     Cause
	Parameter string
}

// Refuse returns a Refusal with the given code and message.
func Refuse(code table.Code, message string) *Refusal {
	return &Refusal{Code: code, Message: message}
}

// Error returns the code and the message in one line.
func (r *Refusal) Error() string { return string(r.Code) + ": " + r.Message }

// RefuseUnauthorized returns the answer to an operation that a signature does not
// allow.
func RefuseUnauthorized() *Refusal { return Refuse(AuthorizationFailure, msgUnauthorized) }

// RefuseUnimplemented returns the answer to an operation that there is not.
func RefuseUnimplemented() *Refusal { return Refuse(table.NotImplemented, msgImplemented) }

func refuseInput() *Refusal { return Refuse(table.InvalidInput, msgInput) }

func refuseProcessing() *Refusal { return Refuse(table.InvalidInput, msgProcessing) }

func refuseSyntax() *Refusal {
	return &Refusal{Code: table.InvalidInput, Message: msgSyntax, NoCacheControl: true}
}

func refuseAbsent() *Refusal { return Refuse(table.ResourceNotFound, msgNotFound) }

func refuseMethod() *Refusal { return Refuse(MethodNotAllowed, msgMethod) }

func refuseLarge() *Refusal { return Refuse(RequestBodyTooLarge, msgTooLarge) }

// RefusalOf turns an error of the engine into an answer.
func RefusalOf(err error) *Refusal {
	switch err := err.(type) {
	case *Refusal:
		return err
	case *table.Error:
		return &Refusal{Code: err.Code, Message: err.Message, NoCacheControl: fromFrontEnd(err)}
	case *filter.Error:
		return &Refusal{Code: err.Code, Message: err.Message, NoCacheControl: true}
	}
	return Refuse(InternalError, msgInternal)
}

// fromFrontEnd tells the errors that were measured to come without
// Cache-Control.
func fromFrontEnd(err *table.Error) bool {
	switch err.Code {
	case table.TableNotFound:
		return true
	case table.OutOfRangeInput:
		return strings.HasPrefix(err.Message, "The '")
	}
	return err.Message == msgSyntax
}
