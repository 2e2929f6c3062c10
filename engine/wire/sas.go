package wire

import (
	"strings"

	"github.com/keyrange/keyrange/engine/table"
)

// sas is a shared access signature as it came in a query. An empty field is
// one that is absent: the text to sign does not tell them apart.
type sas struct {
	version, permissions, start, expiry, ip, protocols, signature string

	// of one table (Create a service SAS, REST reference)
	table, policy            string
	startPartition, startRow string
	endPartition, endRow     string

	services, resourceTypes, scope string // of an account (Create an account SAS)
}

// The versions in which the text to sign changed.
const (
	versionTables     = "2012-02-12" // the oldest with a version of its own
	versionPrefix     = "2015-02-21" // the resource begins with the service
	versionConditions = "2015-04-05" // addresses and protocols are part of it; the first with signatures for accounts
	versionScope      = "2020-12-06" // an account signature has an encryption scope
)

// newSAS takes the parameters of a signature from a query. Of a parameter that
// is there twice the first counts.
func newSAS(query []parameter) (s sas) {
	for _, p := range query {
		if to := s.field(p.name); to != nil && *to == "" {
			*to = p.value
		}
	}
	return s
}

// field returns where the parameter with the given name goes, if anywhere.
func (s *sas) field(name string) *string {
	switch name {
	case "sv":
		return &s.version
	case "sp":
		return &s.permissions
	case "st":
		return &s.start
	case "se":
		return &s.expiry
	case "sip":
		return &s.ip
	case "spr":
		return &s.protocols
	case "sig":
		return &s.signature
	case "tn":
		return &s.table
	case "si":
		return &s.policy
	case "spk":
		return &s.startPartition
	case "srk":
		return &s.startRow
	case "epk":
		return &s.endPartition
	case "erk":
		return &s.endRow
	case "ss":
		return &s.services
	case "srt":
		return &s.resourceTypes
	case "ses":
		return &s.scope
	}
	return nil
}

// ofAccount tells an account's signature from a table's.
func (s sas) ofAccount() bool { return s.services != "" || s.resourceTypes != "" }

// stringToSign is the text that the signature is of, for an account.
func (s sas) stringToSign(account string) string {
	if s.ofAccount() {
		return s.accountString(account)
	}
	resource := "/" + account + "/" + strings.ToLower(s.table)
	if s.version >= versionPrefix {
		resource = "/table" + resource
	}
	fields := []string{s.permissions, s.start, s.expiry, resource, s.policy}
	if s.version >= versionConditions {
		fields = append(fields, s.ip, s.protocols)
	}
	return strings.Join(append(fields, s.version, s.startPartition, s.startRow, s.endPartition, s.endRow), "\n")
}

// accountString ends with a newline, other than that for a table.
func (s sas) accountString(account string) string {
	fields := []string{account, s.permissions, s.services, s.resourceTypes, s.start, s.expiry, s.ip, s.protocols, s.version}
	if s.version >= versionScope {
		fields = append(fields, s.scope)
	}
	return strings.Join(fields, "\n") + "\n"
}

// verifySAS checks a signature and returns what it allows the operation to
// touch. Signature and times are checked first, then the conditions on the
// sender, then what the operation needs.
func (a *Access) verifySAS(s sas, req Request, op Operation) (Grant, *Refusal) {
	if !isVersion(s.version) || s.version < versionTables || !a.signedBy(s.signature, s.stringToSign(a.Account)) {
		return Grant{}, refuseAuthentication()
	}
	if s.policy != "" && !a.applyPolicy(&s, op) {
		return Grant{}, refuseAuthentication()
	}
	if !s.wellFormed() || !s.inForce(op) {
		return Grant{}, refuseAuthentication()
	}
	if err := s.checkSender(req); err != nil {
		return Grant{}, err
	}
	if s.ofAccount() {
		return Grant{}, s.checkAccount(op)
	}
	return s.grant(), s.checkTable(op)
}

// applyPolicy takes over what the stored policy says. A field that both have
// is an error, as is a policy that is not there.
func (a *Access) applyPolicy(s *sas, op Operation) bool {
	t, err := a.tables.Table(s.table, op.Now)
	if err != nil || s.ofAccount() {
		return false
	}
	p, found := a.policy(t, s.policy)
	if !found || p.Start != "" && s.start != "" || p.Expiry != "" && s.expiry != "" || p.Permissions != "" && s.permissions != "" {
		return false
	}
	s.start, s.expiry, s.permissions = s.start+p.Start, s.expiry+p.Expiry, s.permissions+p.Permissions
	return true
}

// wellFormed checks the form of what was signed: the service does not make
// sense of anything else, however well it is signed.
func (s sas) wellFormed() bool {
	if s.protocols != "" && s.protocols != "https" && s.protocols != "https,http" {
		return false
	}
	if _, ok := parseAddresses(s.ip); s.ip != "" && !ok {
		return false
	}
	if s.ofAccount() {
		return s.version >= versionConditions && s.table == "" && s.services != "" && s.resourceTypes != "" && s.permissions != "" && s.expiry != ""
	}
	return s.table != "" && s.expiry != "" && isTablePermissions(s.permissions) &&
		(s.startRow == "" || s.startPartition != "") && (s.endRow == "" || s.endPartition != "")
}

const tablePermissions = "raud"

// isTablePermissions reports whether a text has some of the letters r, a, u
// and d, in this order and each once.
func isTablePermissions(s string) bool {
	rest := tablePermissions
	for i := range len(s) {
		at := strings.IndexByte(rest, s[i])
		if at < 0 {
			return false
		}
		rest = rest[at+1:]
	}
	return s != ""
}

// inForce reports whether now is between start and expiry.
func (s sas) inForce(op Operation) bool {
	expiry, ok := table.ParseTicks(s.expiry)
	if !ok || op.Now >= expiry {
		return false
	}
	if s.start == "" {
		return true
	}
	start, ok := table.ParseTicks(s.start)
	return ok && op.Now >= start
}

// checkSender applies the conditions on where a request comes from.
func (s sas) checkSender(req Request) *Refusal {
	if s.ip != "" {
		allowed, _ := parseAddresses(s.ip)
		if at, ok := parseAddress(req.Client); !ok || at < allowed.low || at > allowed.high {
			return Refuse(AuthorizationSourceIPMismatch, "This request is not authorized to perform this operation using this source IP "+req.Client+".")
		}
	}
	if s.protocols == "https" && !req.Secure {
		return Refuse(AuthorizationProtocolMismatch, "This request is not authorized to perform this operation using this protocol.")
	}
	return nil
}

// grant is the range of keys that a table's signature is restricted to. A
// bound without a RowKey takes in its whole partition.
func (s sas) grant() Grant {
	return Grant{
		Low:       table.Key{PartitionKey: s.startPartition, RowKey: s.startRow},
		High:      table.Key{PartitionKey: s.endPartition, RowKey: s.endRow},
		Bounded:   s.endPartition != "",
		Partition: s.endPartition != "" && s.endRow == "",
	}
}
