package wire

import "github.com/keyrange/keyrange/engine/table"

// The codes that belong to requests rather than to tables (Table service error
// codes and Common REST API error codes, REST reference).
const (
	AccountIsDisabled                 table.Code = "AccountIsDisabled"
	AtomFormatNotSupported            table.Code = "AtomFormatNotSupported"
	AuthenticationFailed              table.Code = "AuthenticationFailed"
	AuthorizationFailure              table.Code = "AuthorizationFailure"
	AuthorizationPermissionMismatch   table.Code = "AuthorizationPermissionMismatch"
	AuthorizationProtocolMismatch     table.Code = "AuthorizationProtocolMismatch"
	AuthorizationResourceTypeMismatch table.Code = "AuthorizationResourceTypeMismatch"
	AuthorizationServiceMismatch      table.Code = "AuthorizationServiceMismatch"
	AuthorizationSourceIPMismatch     table.Code = "AuthorizationSourceIPMismatch"
	InsufficientAccountPermissions    table.Code = "InsufficientAccountPermissions"
	InternalError                     table.Code = "InternalError"
	InvalidAuthenticationInfo         table.Code = "InvalidAuthenticationInfo"
	InvalidHeaderValue                table.Code = "InvalidHeaderValue"
	InvalidQueryParameterValue        table.Code = "InvalidQueryParameterValue"
	InvalidXMLDocument                table.Code = "InvalidXmlDocument"
	MethodNotAllowed                  table.Code = "MethodNotAllowed"
	MissingRequiredHeader             table.Code = "MissingRequiredHeader"
	OperationTimedOut                 table.Code = "OperationTimedOut"
	RequestBodyTooLarge               table.Code = "RequestBodyTooLarge"
	ServerBusy                        table.Code = "ServerBusy"
	XMethodIncorrectCount             table.Code = "XMethodIncorrectCount"
	XMethodIncorrectValue             table.Code = "XMethodIncorrectValue"
	XMethodNotUsingPost               table.Code = "XMethodNotUsingPost"
)

// statusOf returns the HTTP status that belongs to a code.
func statusOf(code table.Code) int {
	switch code {
	case AccountIsDisabled, AuthenticationFailed, AuthorizationFailure, AuthorizationPermissionMismatch,
		AuthorizationProtocolMismatch, AuthorizationResourceTypeMismatch, AuthorizationServiceMismatch,
		AuthorizationSourceIPMismatch, InsufficientAccountPermissions:
		return 403
	case table.ResourceNotFound, table.TableNotFound:
		return 404
	case MethodNotAllowed:
		return 405
	case table.EntityAlreadyExists, table.TableAlreadyExists, table.TableBeingDeleted:
		return 409
	case table.UpdateConditionNotSatisfied:
		return 412
	case RequestBodyTooLarge:
		return 413
	case AtomFormatNotSupported:
		return 415
	case InternalError, OperationTimedOut:
		return 500
	case table.NotImplemented:
		return 501
	case ServerBusy:
		return 503
	}
	return 400
}

// reasonOf returns the reason phrase of a status (RFC 9110, 15).
func reasonOf(status int) string {
	switch status {
	case 200:
		return "OK"
	case 201:
		return "Created"
	case 202:
		return "Accepted"
	case 204:
		return "No Content"
	case 400:
		return "Bad Request"
	case 401:
		return "Unauthorized"
	case 403:
		return "Forbidden"
	case 404:
		return "Not Found"
	case 405:
		return "Method Not Allowed"
	case 409:
		return "Conflict"
	case 412:
		return "Precondition Failed"
	case 413:
		return "Request Entity Too Large"
	case 414:
		return "URI Too Long"
	case 415:
		return "Unsupported Media Type"
	case 431:
		return "Request Header Fields Too Large"
	case 500:
		return "Internal Server Error"
	case 501:
		return "Not Implemented"
	case 503:
		return "Service Unavailable"
	}
	return ""
}
