package access

import (
	"strings"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/encoding"
)

// Limits of stored access policies (Set Table ACL, REST reference).
const (
	MaxPolicies = 5  // of one table
	MaxPolicyID = 64 // characters of an Id
)

// Policy is a stored access policy of a table: what signatures that name it
// allow. Each field may be empty and is then up to the signature. Times are as
// the service shows them, with seven digits of fraction.
type Policy struct {
	ID, Start, Expiry, Permissions string
}

// Policies returns the stored access policies of a table, in their order.
func (a *Control) Policies(t *table.Table) []Policy { return a.policies[t] }

// policy returns the policy of a table with the given ID.
func (a *Control) policy(t *table.Table, id string) (Policy, bool) {
	for _, p := range a.policies[t] {
		if p.ID == id {
			return p, true
		}
	}
	return Policy{}, false
}

// getACL is Get Table ACL.
func (a *Control) getACL(op wire.Operation) (wire.Response, *wire.Refusal) {
	t, err := a.tables.Table(op.Table, op.Now)
	if err != nil {
		return wire.Response{}, wire.RefusalOf(err)
	}
	return answerXML(PoliciesXML(a.policies[t])), nil
}

// PoliciesXML returns policies as Set Table ACL takes and Get Table ACL shows
// them, without the first line of a document.
func PoliciesXML(policies []Policy) []byte {
	if len(policies) == 0 {
		return []byte("<SignedIdentifiers />")
	}
	body := []byte("<SignedIdentifiers>")
	for _, p := range policies {
		body = p.appendXML(body)
	}
	return append(body, "</SignedIdentifiers>"...)
}

// setACL is Set Table ACL. It replaces all policies; without a body it removes
// them.
func (a *Control) setACL(req wire.Request, op wire.Operation) (wire.Response, *wire.Refusal) {
	t, err := a.tables.Table(op.Table, op.Now)
	if err != nil {
		return wire.Response{}, wire.RefusalOf(err)
	}
	policies, ok := parsePolicies(req.Body)
	if !ok {
		return wire.Response{}, refuseXML()
	}
	return a.SetPolicies(t, policies), nil
}

// SetPolicies replaces the policies of a table and returns the answer to that.
// They must be such as the service takes: no more than MaxPolicies, each with
// an ID of its own and times as it shows them.
func (a *Control) SetPolicies(t *table.Table, policies []Policy) wire.Response {
	if len(policies) == 0 {
		delete(a.policies, t)
	} else {
		a.policies[t] = policies
	}
	return wire.Response{Status: 204}
}

// AppendXML appends the policy as the service shows it: what is empty is not
// there.
func (p Policy) appendXML(to []byte) []byte {
	to = append(to, "<SignedIdentifier>"...)
	to = appendElement(to, "Id", p.ID)
	if p.Start+p.Expiry+p.Permissions != "" {
		to = append(to, "<AccessPolicy>"...)
		for _, field := range []wire.Parameter{
			{Name: "Start", Value: p.Start}, {Name: "Expiry", Value: p.Expiry}, {Name: "Permission", Value: p.Permissions},
		} {
			if field.Value != "" {
				to = appendElement(to, field.Name, field.Value)
			}
		}
		to = append(to, "</AccessPolicy>"...)
	}
	return append(to, "</SignedIdentifier>"...)
}

// parsePolicies reads the body of Set Table ACL.
func parsePolicies(body []byte) ([]Policy, bool) {
	if len(body) == 0 {
		return nil, true
	}
	root, ok := parseXML(body)
	if !ok || root.name != "SignedIdentifiers" || strings.TrimSpace(root.text) != "" || len(root.children) > MaxPolicies {
		return nil, false
	}
	var policies []Policy
	seen := map[string]bool{}
	for _, e := range root.children {
		p, ok := parsePolicy(e)
		if !ok || seen[p.ID] {
			return nil, false
		}
		seen[p.ID] = true
		policies = append(policies, p)
	}
	return policies, true
}

// parsePolicy reads one identifier. Its Id is required; the policy or any
// part of it may be missing, as measured on the real service.
func parsePolicy(e element) (p Policy, ok bool) {
	if e.name != "SignedIdentifier" || !e.onlyHas("Id", "AccessPolicy") {
		return p, false
	}
	p.ID, _ = e.value("Id")
	if p.ID == "" || utf8.RuneCountInString(p.ID) > MaxPolicyID {
		return p, false
	}
	policy, _ := e.child("AccessPolicy")
	if strings.TrimSpace(policy.text) != "" || !policy.onlyHas("Start", "Expiry", "Permission") {
		return p, false
	}
	start, _ := policy.value("Start")
	expiry, _ := policy.value("Expiry")
	p.Permissions, _ = policy.value("Permission")
	var startOK, expiryOK bool
	p.Start, startOK = fullTime(start)
	p.Expiry, expiryOK = fullTime(expiry)
	return p, startOK && expiryOK && (p.Permissions == "" || isTablePermissions(p.Permissions))
}

// fullTime returns a time with all seven digits of its fraction, as the
// service shows those of policies.
func fullTime(s string) (string, bool) {
	if s == "" {
		return "", true
	}
	at, ok := table.ParseTicks(s)
	if !ok {
		return "", false
	}
	return string(encoding.AppendTime(nil, at)), true
}
