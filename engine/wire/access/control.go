// Package access decides who may do what on the tables of an account, as the
// service does: keys and Shared Key signatures, shared access signatures, stored
// access policies, the properties of the service and CORS.
//
// A reader meets Control first, which protects a wire.Service, then SigningKey,
// which signs requests, SAS, which is a shared access signature as its query has
// it, and Policy.
//
// What always holds: a request is granted only what one of the account's keys has
// signed; whatever is wrong with a signature, the service tells the same, and the
// cause of the refusal more; every list and document that is read has a bound
// named in this package.
package access

import (
	"maps"
	"slices"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// The account that emulators of the service have, whose key everybody knows
// (Use the emulator for development, documentation of the service).
const (
	DevelopmentAccount = "devstoreaccount1"
	DevelopmentKey     = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
)

// Control says who may do what on the tables of one account: its keys, the
// stored access policies of its tables and the properties of its service.
//
// What always holds: policies belong to a table and not to its name, so that
// a table that is made again has none; there are never more than MaxPolicies
// for a table and MaxCorsRules for the service.
type Control struct {
	Account  string
	Keys     []SigningKey // each of them signs; an account has two
	Disabled bool         // every request is refused

	last       proof // of the latest signature that was right
	tables     *table.Account
	policies   map[*table.Table][]Policy
	properties Properties
}

// New returns the control of an account with the given keys, without policies
// and with the properties of a new account.
func New(account string, tables *table.Account, keys ...SigningKey) *Control {
	return &Control{Account: account, Keys: keys, tables: tables, policies: map[*table.Table][]Policy{}, properties: newProperties()}
}

// Development returns the control of the emulators' account.
func Development(tables *table.Account) *Control {
	key, _ := ParseSigningKey(DevelopmentKey)
	return New(DevelopmentAccount, tables, key)
}

// Protect makes a service ask the control for every request.
func (a *Control) Protect(s *wire.Service) {
	s.Authorize, s.Administer, s.Decorate = a.Authorize, a.Administer, a.Decorate
}

// Snapshot is a control as it was at one moment; it never changes.
type Snapshot struct {
	disabled   bool
	policies   map[*table.Table][]Policy
	properties Properties
}

// Snapshot returns the policies and properties as they are now.
func (a *Control) Snapshot() Snapshot {
	return Snapshot{a.Disabled, maps.Clone(a.policies), a.properties}
}

// Restore makes the control what it was when s was taken from it.
func (a *Control) Restore(s Snapshot) {
	a.Disabled, a.policies, a.properties = s.disabled, maps.Clone(s.policies), s.properties
}

// Authorize decides whether a request may do an operation; it is the
// Authorizer of a Service.
func (a *Control) Authorize(req wire.Request, op wire.Operation) (wire.Grant, *wire.Refusal) {
	if a.Disabled {
		return wire.Grant{}, wire.Refuse(wire.AccountIsDisabled, "The specified account is disabled.")
	}
	if header, ok := req.Header.Lookup("Authorization"); ok {
		if op.Inner { // the request around it was signed
			return wire.Grant{}, nil
		}
		return wire.Grant{}, a.verify(header, req, op)
	}
	query := op.Query
	if op.Inner {
		query = op.Outer
	}
	if s := newSAS(query); s.signature != "" {
		return a.verifySAS(s, req, op)
	}
	return wire.Grant{}, refuseAnonymous()
}

// Administer does the operations with XML bodies; it is the Administrator of a
// Service.
func (a *Control) Administer(req wire.Request, op wire.Operation) (wire.Response, *wire.Refusal) {
	switch op.Kind {
	case wire.GetTableACL:
		return a.getACL(op)
	case wire.SetTableACL:
		return a.setACL(req, op)
	case wire.GetServiceProperties:
		return answerXML(a.properties.appendXML(nil)), nil
	case wire.SetServiceProperties:
		return a.setProperties(req)
	case wire.GetServiceStats:
		return getStats(op)
	case wire.Preflight:
		return a.preflight(req)
	}
	return wire.Response{}, wire.RefuseUnimplemented()
}

const msgAuthentication = "Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly " +
	"including the signature."

// refuseAuthentication is the answer to every signature that is not right,
// whatever is wrong with it.
func refuseAuthentication() *wire.Refusal {
	return wire.Refuse(wire.AuthenticationFailed, msgAuthentication)
}

// refuseAnonymous is the answer to a request without credentials. The service
// once said ResourceNotFound.
func refuseAnonymous() *wire.Refusal { return refuseAuthentication() }

// byteOrderMark begins every XML body that the service sends for a success.
const byteOrderMark = "\uFEFF"

const xmlHead = byteOrderMark + `<?xml version="1.0" encoding="utf-8"?>`

// answerXML returns the success that has the given XML body.
func answerXML(body []byte) wire.Response {
	return wire.Response{
		Status: 200,
		Header: wire.Header{{Name: "Content-Type", Value: "application/xml"}},
		Body:   slices.Concat([]byte(xmlHead), body),
	}
}
