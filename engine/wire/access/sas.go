package access

import (
	"cmp"
	"strings"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// SAS is a shared access signature as it stands in a query, by the names of its
// parameters. An empty one is absent: the text to sign does not tell them apart.
type SAS struct {
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

// newSAS takes the signature from the parameters of a query. Of one that is
// there twice the first counts.
func newSAS(query []wire.Parameter) (s SAS) {
	for _, p := range query {
		if to := s.field(p.Name); to != nil && *to == "" {
			*to = p.Value
		}
	}
	return s
}

// Get returns the value of the parameter with the given name, not encoded.
func (s SAS) Get(name string) string {
	if at := s.field(name); at != nil {
		return *at
	}
	return ""
}

// Set changes a parameter. It reports whether there is one of that name.
func (s *SAS) Set(name, value string) bool {
	at := s.field(name)
	if at != nil {
		*at = value
	}
	return at != nil
}

// field returns where the parameter with the given name goes, if anywhere.
func (s *SAS) field(name string) *string {
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

// verifySAS checks a signature and returns what it allows the operation to
// touch. Signature and times are checked first, then the conditions on the
// sender, then what the operation needs.
func (a *Control) verifySAS(s SAS, req wire.Request, op wire.Operation) (wire.Grant, *wire.Refusal) {
	if !a.proven(s) {
		if cause, parameter := a.prove(&s, op); cause != wire.NoCause {
			return wire.Grant{}, refuseAuthentication().Because(cause, parameter)
		}
	}
	if cause, parameter := s.inForce(op); cause != wire.NoCause {
		return wire.Grant{}, refuseAuthentication().Because(cause, parameter)
	}
	if err := s.checkSender(req); err != nil {
		return wire.Grant{}, err
	}
	if s.ofAccount() {
		return wire.Grant{}, s.checkAccount(op)
	}
	return s.Grant(), s.checkTable(op)
}

// prove checks what does not depend on the time, the sender and the operation, and
// remembers a signature that is right, unless it has a policy, which can be changed.
// It takes over what the policy says.
func (a *Control) prove(s *SAS, op wire.Operation) (wire.Cause, string) {
	if !wire.KnownVersion(s.version) || s.version < versionTables {
		return wire.WrongVersion, "sv"
	}
	key, signed := a.signer(s.signature, s.stringToSign(a.Account))
	if !signed {
		return wire.WrongSignature, "sig"
	}
	policy := s.policy != ""
	if policy {
		if cause, parameter := a.applyPolicy(s, op); cause != wire.NoCause {
			return cause, parameter
		}
	}
	if parameter := s.malformed(); parameter != "" {
		return wire.Malformed, parameter
	}
	if !policy {
		a.last = newProof(*s, a.Account, key)
	}
	return wire.NoCause, ""
}

// applyPolicy takes over what the stored policy says. A field that both have
// is an error, as is a policy that is not there.
func (a *Control) applyPolicy(s *SAS, op wire.Operation) (wire.Cause, string) {
	t, err := a.tables.Table(s.table, op.Now)
	if err != nil || s.ofAccount() {
		return wire.NoPolicy, "si"
	}
	p, found := a.policy(t, s.policy)
	if !found {
		return wire.NoPolicy, "si"
	}
	for _, f := range []struct {
		name, stored string
		to           *string
	}{{"st", p.Start, &s.start}, {"se", p.Expiry, &s.expiry}, {"sp", p.Permissions, &s.permissions}} {
		if f.stored != "" && *f.to != "" {
			return wire.GivenTwice, f.name
		}
		*f.to += f.stored
	}
	return wire.NoCause, ""
}

// malformed returns the first parameter that is missing or whose form is
// wrong, or "": the service does not make sense of anything else, however well
// it is signed.
func (s SAS) malformed() string {
	wrong := func(is bool, name string) string {
		if is {
			return name
		}
		return ""
	}
	_, addresses := parseAddresses(s.ip)
	list := []string{
		wrong(s.protocols != "" && s.protocols != "https" && s.protocols != "https,http", "spr"),
		wrong(s.ip != "" && !addresses, "sip"),
		wrong(s.expiry == "", "se"),
	}
	if s.ofAccount() {
		list = append(list, wrong(s.version < versionConditions, "sv"), wrong(s.table != "", "tn"),
			wrong(s.services == "", "ss"), wrong(s.resourceTypes == "", "srt"), wrong(s.permissions == "", "sp"))
	} else {
		list = append(list, wrong(s.table == "", "tn"), wrong(!isTablePermissions(s.permissions), "sp"),
			wrong(s.startRow != "" && s.startPartition == "", "srk"), wrong(s.endRow != "" && s.endPartition == "", "erk"))
	}
	return cmp.Or(list...)
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

// inForce checks that now is between start and expiry.
func (s SAS) inForce(op wire.Operation) (wire.Cause, string) {
	expiry, ok := table.ParseTicks(s.expiry)
	if !ok {
		return wire.Malformed, "se"
	}
	start, ok := table.Ticks(0), true
	if s.start != "" {
		start, ok = table.ParseTicks(s.start)
	}
	switch {
	case op.Now >= expiry:
		return wire.Expired, "se"
	case !ok:
		return wire.Malformed, "st"
	case op.Now < start:
		return wire.TooEarly, "st"
	}
	return wire.NoCause, ""
}

// checkSender applies the conditions on where a request comes from.
func (s SAS) checkSender(req wire.Request) *wire.Refusal {
	if s.ip != "" {
		allowed, _ := parseAddresses(s.ip)
		if at, ok := parseAddress(req.Client); !ok || at < allowed.low || at > allowed.high {
			return wire.Refuse(wire.AuthorizationSourceIPMismatch,
				"This request is not authorized to perform this operation using this source IP "+req.Client+".").Because(wire.WrongAddress, "sip")
		}
	}
	if s.protocols == "https" && !req.Secure {
		return wire.Refuse(wire.AuthorizationProtocolMismatch,
			"This request is not authorized to perform this operation using this protocol.").Because(wire.WrongProtocol, "spr")
	}
	return nil
}

// Grant is the range of keys that a table's signature is restricted to. A
// bound without a RowKey takes in its whole partition.
func (s SAS) Grant() wire.Grant {
	return wire.Grant{
		Low:       table.Key{PartitionKey: s.startPartition, RowKey: s.startRow},
		High:      table.Key{PartitionKey: s.endPartition, RowKey: s.endRow},
		Bounded:   s.endPartition != "",
		Partition: s.endPartition != "" && s.endRow == "",
	}
}
