package table

// Error is a refusal of the service: its own code and message, and nothing
// about HTTP. It is a value, never a panic, and the state it refuses to change
// is unchanged.
type Error struct {
	Code    Code
	Message string
}

// Error returns the code and the message in one line.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// Code is an error code of the service.
type Code string

// The codes that the engine gives.
const (
	DuplicatePropertiesSpecified Code = "DuplicatePropertiesSpecified"
	EntityAlreadyExists          Code = "EntityAlreadyExists"
	EntityTooLarge               Code = "EntityTooLarge"
	InvalidInput                 Code = "InvalidInput"
	InvalidResourceName          Code = "InvalidResourceName"
	NotImplemented               Code = "NotImplemented"
	OutOfRangeInput              Code = "OutOfRangeInput"
	PropertiesNeedValue          Code = "PropertiesNeedValue"
	PropertyNameInvalid          Code = "PropertyNameInvalid"
	PropertyNameTooLong          Code = "PropertyNameTooLong"
	PropertyValueTooLarge        Code = "PropertyValueTooLarge"
	ResourceNotFound             Code = "ResourceNotFound"
	TableAlreadyExists           Code = "TableAlreadyExists"
	TableBeingDeleted            Code = "TableBeingDeleted"
	TableNotFound                Code = "TableNotFound"
	TooManyProperties            Code = "TooManyProperties"
	UpdateConditionNotSatisfied  Code = "UpdateConditionNotSatisfied"
)

// Refuse returns an Error with the given code and message.
func Refuse(code Code, message string) *Error { return &Error{Code: code, Message: message} }
