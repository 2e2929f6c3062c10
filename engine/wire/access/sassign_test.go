package access

import (
	"cmp"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// TableSAS is a signature that gives access to the entities of one table
// (Create a service SAS, REST reference). Times are ISO 8601 in UTC. Fields
// that a stored policy gives are left empty.
type TableSAS struct {
	Version     string // such as "2019-02-02"; "" means that
	Table       string
	Permissions string // some of r, a, u and d, in this order
	Start       string // optional
	Expiry      string
	Policy      string    // Id of a stored access policy; optional
	IP          string    // an address, or two with a hyphen; optional
	Protocols   string    // "https" or "https,http"; "" means both
	Low, High   table.Key // the range of keys, both included; "" is no bound
}

// Sign returns the query that carries the signature, without a question mark.
func (t TableSAS) Sign(account string, key SigningKey) string {
	s := SAS{
		version: cmp.Or(t.Version, "2019-02-02"), table: t.Table, permissions: t.Permissions, start: t.Start, expiry: t.Expiry,
		policy: t.Policy, ip: t.IP, protocols: t.Protocols,
		startPartition: t.Low.PartitionKey, startRow: t.Low.RowKey, endPartition: t.High.PartitionKey, endRow: t.High.RowKey,
	}
	s.Sign(account, key)
	return s.Query()
}

// AccountSAS is a signature that gives access to a whole account (Create an
// account SAS, REST reference).
type AccountSAS struct {
	Version       string // such as "2019-02-02"; "" means that
	Services      string // letters of services; t is the Table service
	ResourceTypes string // s service, c tables, o entities
	Permissions   string // some of r, w, d, l, a, c, u
	Start         string // optional
	Expiry        string
	IP            string // optional
	Protocols     string // "https" or "https,http"; "" means both
}

// Sign returns the query that carries the signature, without a question mark.
func (t AccountSAS) Sign(account string, key SigningKey) string {
	s := SAS{
		version: cmp.Or(t.Version, "2019-02-02"), services: t.Services, resourceTypes: t.ResourceTypes, permissions: t.Permissions,
		start: t.Start, expiry: t.Expiry, ip: t.IP, protocols: t.Protocols,
	}
	s.Sign(account, key)
	return s.Query()
}

// parseSAS takes the signature from the query of a URL.
func parseSAS(query string) SAS {
	list, _ := wire.ParseQuery(query)
	return newSAS(list)
}
