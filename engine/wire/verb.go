package wire

import (
	"strings"

	"github.com/keyrange/keyrange/engine/table"
)

// readsJSON reports whether the body of a request is a JSON object.
func (k Kind) readsJSON() bool {
	return k == CreateTable || k.writesEntity() && k != DeleteEntity
}

// answersJSON reports whether the answer to a request that succeeds has a JSON
// body.
func (k Kind) answersJSON() bool {
	switch k {
	case QueryTables, GetTable, CreateTable, QueryEntities, GetEntity, InsertEntity:
		return true
	}
	return false
}

// classify finds the operation from the verb and what the URL addresses.
func (c *call) classify() {
	_, c.matched = c.req.Header.Lookup("If-Match")
	c.match = c.req.Header.Get("If-Match")
	method, refusal := c.req.verb()
	if refusal == nil {
		c.op.Kind = c.kind(method)
		if c.op.Kind == Unknown && c.target.place != nowhere {
			refusal = c.unknown()
		}
	}
	if c.early == nil {
		c.early = refusal
	}
}

// verb returns the verb of a request, which a POST may name in X-HTTP-Method.
func (r *Request) verb() (string, *Refusal) {
	method := r.Method
	tunnelled, ok := r.Header.Lookup("X-HTTP-Method")
	switch {
	case !ok:
		return method, nil
	case method != "POST":
		return method, Refuse(XMethodNotUsingPost, "The request uses X-HTTP-Method with an HTTP verb other than POST.")
	case r.Header.Count("X-HTTP-Method") > 1 || strings.IndexByte(tunnelled, ',') >= 0:
		return method, Refuse(XMethodIncorrectCount, "More than one X-HTTP-Method is specified.")
	}
	switch tunnelled = strings.ToUpper(strings.TrimSpace(tunnelled)); tunnelled {
	case "MERGE", "PATCH", "PUT", "DELETE":
		return tunnelled, nil
	}
	return method, Refuse(XMethodIncorrectValue, "The specified X-HTTP-Method is invalid.")
}

func (c *call) kind(method string) Kind {
	if method == "OPTIONS" {
		return Preflight
	}
	switch c.target.place {
	case root:
		return rootKind(method, &c.op)
	case tables:
		return oneOf(method, "GET", QueryTables, "POST", CreateTable)
	case oneTable:
		return oneOf(method, "GET", GetTable, "DELETE", DeleteTable)
	case entities:
		if comp, ok := c.op.Parameter("comp"); ok && comp == "acl" {
			return oneOf(method, "GET", GetTableACL, "PUT", SetTableACL)
		}
		return oneOf(method, "GET", QueryEntities, "POST", InsertEntity)
	case oneEntity:
		return entityKind(method, c.matched)
	case batch:
		return oneOf(method, "POST", EntityGroupTransaction, "", Unknown)
	}
	return Unknown
}

func oneOf(method, first string, a Kind, second string, b Kind) Kind {
	switch method {
	case first:
		return a
	case second:
		return b
	}
	return Unknown
}

func rootKind(method string, op *Operation) Kind {
	if scope, _ := op.Parameter("restype"); scope != "service" {
		return Unknown
	}
	switch comp, _ := op.Parameter("comp"); comp {
	case "properties":
		return oneOf(method, "GET", GetServiceProperties, "PUT", SetServiceProperties)
	case "stats":
		return oneOf(method, "GET", GetServiceStats, "", Unknown)
	}
	return Unknown
}

// entityKind tells updates from upserts: those have no If-Match.
func entityKind(method string, matched bool) Kind {
	switch method {
	case "GET":
		return GetEntity
	case "DELETE":
		return DeleteEntity
	case "PUT":
		if matched {
			return UpdateEntity
		}
		return InsertOrReplaceEntity
	case "MERGE", "PATCH":
		if matched {
			return MergeEntity
		}
		return InsertOrMergeEntity
	}
	return Unknown
}

// unknown refuses a verb that the resource does not have. The service itself
// cannot be read without saying what of it.
func (c *call) unknown() *Refusal {
	if c.target.place == root && c.req.Method == "GET" {
		return refuseAbsent()
	}
	return refuseMethod()
}

// checkConditions applies the rules about If-Match and If-None-Match (Update,
// Merge and Delete Entity, REST reference, and measured answers).
func (c *call) checkConditions() *Refusal {
	_, none := c.req.Header.Lookup("If-None-Match")
	kind := c.op.Kind
	switch {
	case kind >= QueryTables && kind <= DeleteTable:
		if c.matched || none {
			return Refuse(table.InvalidInput, "If-Match or If-None-Match headers cannot be specified if the target type does not have etag "+
				"properties defined.")
		}
	case kind.writesEntity() && c.matched && none:
		return Refuse(table.InvalidInput, "Both If-Match and If-None-Match HTTP headers cannot be specified at the same time. Please specify "+
			"either one of the headers or none of them.")
	case kind.writesEntity() && none && kind != InsertEntity:
		return Refuse(table.InvalidInput, "If-None-Match HTTP header cannot be specified for "+noun(kind)+" operations.")
	case kind == DeleteEntity && !c.matched, c.req.upsertsTooEarly(kind):
		return Refuse(MissingRequiredHeader, "A required HTTP header was not specified.")
	}
	return nil
}

// firstUpserts is the version from which on an update without If-Match is an
// upsert (Insert Or Replace Entity, REST reference).
const firstUpserts = "2011-08-18"

func (r *Request) upsertsTooEarly(kind Kind) bool {
	if kind != InsertOrReplaceEntity && kind != InsertOrMergeEntity {
		return false
	}
	v := r.Header.Get("x-ms-version")
	return IsVersion(v) && v < firstUpserts
}

// noun is the verb of an operation in a message.
func noun(k Kind) string {
	switch k {
	case DeleteEntity:
		return "DELETE"
	case MergeEntity, InsertOrMergeEntity:
		return "MERGE"
	}
	return "PUT"
}
