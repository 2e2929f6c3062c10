package access

import (
	"strings"

	"github.com/keyrange/keyrange/engine/wire"
)

// tableNeeds is what an operation on entities needs of a table's signature:
// upserts need both a and u (Create a service SAS, "Permissions for a table",
// REST reference).
var tableNeeds = map[wire.Kind]string{
	wire.QueryEntities: "r", wire.GetEntity: "r", wire.InsertEntity: "a", wire.UpdateEntity: "u", wire.MergeEntity: "u",
	wire.InsertOrReplaceEntity: "au", wire.InsertOrMergeEntity: "au", wire.DeleteEntity: "d",
}

// checkTable reports what a table's signature does not allow. A batch as such
// and a URL that names no operation need nothing: their parts, and the check
// of the URL, follow.
func (s SAS) checkTable(op wire.Operation) *wire.Refusal {
	if op.Kind == wire.EntityGroupTransaction || op.Kind == wire.Unknown {
		return nil
	}
	needs, delegable := tableNeeds[op.Kind]
	if !delegable {
		return wire.RefuseUnauthorized().Because(wire.NotDelegable, "tn")
	}
	if !strings.EqualFold(op.Table, s.table) {
		return wire.RefuseUnauthorized().Because(wire.WrongTable, "tn")
	}
	for i := range len(needs) {
		if strings.IndexByte(s.permissions, needs[i]) < 0 {
			return refusePermission()
		}
	}
	return nil
}

// accountNeed is what an operation needs of an account's signature: one of the
// resource types and one of the permissions.
type accountNeed struct {
	resource    byte // s service, c container, o object
	permissions string
}

// accountNeeds follows "Table service operations" of Create an account SAS,
// REST reference. Entities are objects. What is not here cannot be delegated.
var accountNeeds = map[wire.Kind]accountNeed{
	wire.GetServiceProperties: {'s', "r"}, wire.SetServiceProperties: {'s', "w"}, wire.GetServiceStats: {'s', "r"},
	wire.QueryTables: {'c', "l"}, wire.GetTable: {'c', "l"}, wire.CreateTable: {'c', "cw"}, wire.DeleteTable: {'c', "d"},
	wire.QueryEntities: {'o', "r"}, wire.GetEntity: {'o', "r"}, wire.InsertEntity: {'o', "a"},
	wire.InsertOrReplaceEntity: {'o', "au"}, wire.InsertOrMergeEntity: {'o', "au"},
	wire.UpdateEntity: {'o', "u"}, wire.MergeEntity: {'o', "u"}, wire.DeleteEntity: {'o', "d"},
}

// checkAccount reports what an account's signature does not allow.
func (s SAS) checkAccount(op wire.Operation) *wire.Refusal {
	if strings.IndexByte(s.services, 't') < 0 {
		return wire.Refuse(wire.AuthorizationServiceMismatch,
			"This request is not authorized to perform this operation using this service.").Because(wire.WrongService, "ss")
	}
	if op.Kind == wire.EntityGroupTransaction || op.Kind == wire.Unknown {
		return nil
	}
	need, delegable := accountNeeds[op.Kind]
	switch {
	case !delegable:
		return wire.RefuseUnauthorized().Because(wire.NotDelegable, "srt")
	case strings.IndexByte(s.resourceTypes, need.resource) < 0:
		return wire.Refuse(wire.AuthorizationResourceTypeMismatch,
			"This request is not authorized to perform this operation using this resource type.").Because(wire.WrongResource, "srt")
	case !strings.ContainsAny(s.permissions, need.permissions):
		return refusePermission()
	}
	return nil
}

func refusePermission() *wire.Refusal {
	return wire.Refuse(wire.AuthorizationPermissionMismatch,
		"This request is not authorized to perform this operation using this permission.").Because(wire.WrongPermission, "sp")
}
