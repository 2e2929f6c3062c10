package wire

import (
	"maps"
	"slices"

	"github.com/keyrange/keyrange/engine/table"
)

// The account that emulators of the service have, whose key everybody knows
// (Use the emulator for development, documentation of the service).
const (
	DevelopmentAccount = "devstoreaccount1"
	DevelopmentKey     = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
)

// Access says who may do what on the tables of one account: its keys, the
// stored access policies of its tables and the properties of its service.
//
// What always holds: policies belong to a table and not to its name, so that
// a table that is made again has none; there are never more than MaxPolicies
// for a table and MaxCorsRules for the service.
type Access struct {
	Account  string
	Keys     []SigningKey // each of them signs; an account has two
	Disabled bool         // every request is refused

	tables     *table.Account
	policies   map[*table.Table][]Policy
	properties Properties
}

// NewAccess returns an access with the given keys, without policies and with
// the properties of a new account.
func NewAccess(account string, tables *table.Account, keys ...SigningKey) *Access {
	return &Access{Account: account, Keys: keys, tables: tables, policies: map[*table.Table][]Policy{}, properties: newProperties()}
}

// DevelopmentAccess returns the access of the emulators' account.
func DevelopmentAccess(tables *table.Account) *Access {
	key, _ := ParseSigningKey(DevelopmentKey)
	return NewAccess(DevelopmentAccount, tables, key)
}

// Protect makes a service ask the access for every request.
func (a *Access) Protect(s *Service) {
	s.Authorize, s.Administer, s.Decorate = a.Authorize, a.Administer, a.Decorate
}

// AccessSnapshot is an access as it was at one moment; it never changes.
type AccessSnapshot struct {
	disabled   bool
	policies   map[*table.Table][]Policy
	properties Properties
}

// Snapshot returns the policies and properties as they are now.
func (a *Access) Snapshot() AccessSnapshot {
	return AccessSnapshot{a.Disabled, maps.Clone(a.policies), a.properties}
}

// Restore makes the access what it was when s was taken from it.
func (a *Access) Restore(s AccessSnapshot) {
	a.Disabled, a.policies, a.properties = s.disabled, maps.Clone(s.policies), s.properties
}

// Authorize decides whether a request may do an operation; it is the
// Authorizer of a Service.
func (a *Access) Authorize(req Request, op Operation) (Grant, *Refusal) {
	if a.Disabled {
		return Grant{}, Refuse(AccountIsDisabled, "The specified account is disabled.")
	}
	if header, ok := req.Header.Lookup("Authorization"); ok {
		if op.Inner { // the request around it was signed
			return Grant{}, nil
		}
		return Grant{}, a.verify(header, req, op)
	}
	query := op.query
	if op.Inner {
		_, _, text := splitURL(req.URL)
		query, _ = parseQuery(text)
	}
	if s := newSAS(query); s.signature != "" {
		return a.verifySAS(s, req, op)
	}
	return Grant{}, refuseAnonymous()
}

// Administer does the operations with XML bodies; it is the Administrator of a
// Service.
func (a *Access) Administer(req Request, op Operation) (Response, *Refusal) {
	switch op.Kind {
	case GetTableACL:
		return a.getACL(op)
	case SetTableACL:
		return a.setACL(req, op)
	case GetServiceProperties:
		return answerXML(a.properties.appendXML(nil)), nil
	case SetServiceProperties:
		return a.setProperties(req)
	case GetServiceStats:
		return getStats(op)
	case Preflight:
		return a.preflight(req)
	}
	return Response{}, Refuse(table.NotImplemented, msgImplemented)
}

const msgAuthentication = "Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly " +
	"including the signature."

// refuseAuthentication is the answer to every signature that is not right,
// whatever is wrong with it.
func refuseAuthentication() *Refusal { return Refuse(AuthenticationFailed, msgAuthentication) }

// refuseAnonymous is the answer to a request without credentials. The service
// once said ResourceNotFound.
func refuseAnonymous() *Refusal { return refuseAuthentication() }

// byteOrderMark begins every XML body that the service sends for a success.
const byteOrderMark = "\uFEFF"

const xmlHead = byteOrderMark + `<?xml version="1.0" encoding="utf-8"?>`

// answerXML returns the success that has the given XML body.
func answerXML(body []byte) Response {
	return Response{
		Status: 200,
		Header: Header{{"Content-Type", "application/xml"}},
		Body:   slices.Concat([]byte(xmlHead), body),
	}
}
