package wire

import "github.com/keyrange/keyrange/engine/table"

// Kind is what a request asks the service to do.
type Kind uint8

// The operations of the Table service (Table service REST API). Unknown is a
// request whose URL or verb names none of them.
const (
	Unknown Kind = iota
	QueryTables
	GetTable
	CreateTable
	DeleteTable
	QueryEntities
	GetEntity
	InsertEntity
	UpdateEntity // PUT with If-Match
	MergeEntity  // MERGE or PATCH with If-Match
	InsertOrReplaceEntity
	InsertOrMergeEntity
	DeleteEntity
	EntityGroupTransaction // $batch; its operations are authorised one by one as well
	GetTableACL
	SetTableACL
	GetServiceProperties
	SetServiceProperties
	GetServiceStats
	Preflight // OPTIONS, on any resource
)

// writesEntity reports whether the operation changes one entity.
func (k Kind) writesEntity() bool { return k >= InsertEntity && k <= DeleteEntity }

// writes reports whether the operation changes tables or entities, which the
// secondary endpoint does not allow.
func (k Kind) writes() bool {
	return k.writesEntity() || k == CreateTable || k == DeleteTable || k == EntityGroupTransaction
}

// administers reports whether the operation is one of those with XML bodies.
func (k Kind) administers() bool { return k >= GetTableACL && k <= Preflight }

// Operation is what a request asks for, read from its verb, URL and headers
// but not from its body.
type Operation struct {
	Kind      Kind
	Table     string    // as written in the URL; "" where the operation has none
	Key       table.Key // of the entity, if HasKey
	HasKey    bool      // the key is in the URL; an insert has it in the body
	Path      string    // the path as sent, still percent-encoded, without the query
	PathStyle bool      // the account is the first segment of the path, not of the host
	Secondary bool      // the request went to the -secondary endpoint
	Inner     bool      // part of a $batch, authorised by the request around it
	Now       table.Ticks
	Query     []Parameter
	Outer     []Parameter // Query of the request around it, if Inner
	Changes   int         // operations of a batch that change something, once Describe has read it
}

// Parameter returns the decoded value of the first query parameter with the
// given name, and whether there is one. Names are case-sensitive.
func (o Operation) Parameter(name string) (string, bool) {
	for i := range o.Query {
		if o.Query[i].Name == name {
			return o.Query[i].Value, true
		}
	}
	return "", false
}

// Grant is what an authorised request may touch. The zero Grant is everything.
// Both bounds are inclusive and compare as tuples, PartitionKey first.
type Grant struct {
	Low       table.Key // smallest key; the zero Key is the beginning
	High      table.Key // largest key, if Bounded
	Bounded   bool      // High is set
	Partition bool      // High means its whole partition, and its RowKey nothing
}

// Allows reports whether k lies in the granted range.
func (g Grant) Allows(k table.Key) bool {
	if k.Compare(g.Low) < 0 {
		return false
	}
	if g.Bounded && g.Partition {
		return table.CompareUTF16(k.PartitionKey, g.High.PartitionKey) <= 0
	}
	return !g.Bounded || k.Compare(g.High) <= 0
}

// Outside returns the parameter of a table's signature that keeps k out of the
// granted range: spk, srk, epk or erk. It is "" for a key that is allowed.
func (g Grant) Outside(k table.Key) string {
	part, row, bound := "epk", "erk", g.High
	switch {
	case g.Allows(k):
		return ""
	case k.Compare(g.Low) < 0:
		part, row, bound = "spk", "srk", g.Low
	}
	if k.PartitionKey == bound.PartitionKey {
		return row
	}
	return part
}

// whole reports whether the grant restricts nothing.
func (g Grant) whole() bool { return !g.Bounded && g.Low == table.Key{} }

// Authorizer decides whether a request may do an operation. It is called once
// per request, before anything else than the URL is looked at, and then with
// the same request for every operation of a $batch (Inner). A nil Refusal
// grants.
type Authorizer func(req Request, op Operation) (Grant, *Refusal)

// Administrator does the operations with XML bodies: table ACL, service
// properties, service stats and CORS preflight. The service adds the headers
// that every answer has, and turns a Refusal into an XML body.
type Administrator func(req Request, op Operation) (Response, *Refusal)

// Decorator may add headers to a finished answer, such as those of CORS.
type Decorator func(req Request, op Operation, resp *Response)
