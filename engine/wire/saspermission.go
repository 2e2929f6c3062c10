package wire

import "strings"

// tableNeeds is what an operation on entities needs of a table's signature:
// upserts need both a and u (Create a service SAS, "Permissions for a table",
// REST reference).
var tableNeeds = map[Kind]string{
	QueryEntities: "r", GetEntity: "r", InsertEntity: "a", UpdateEntity: "u", MergeEntity: "u",
	InsertOrReplaceEntity: "au", InsertOrMergeEntity: "au", DeleteEntity: "d",
}

// checkTable reports what a table's signature does not allow. A batch as such
// and a URL that names no operation need nothing: their parts, and the check
// of the URL, follow.
func (s SAS) checkTable(op Operation) *Refusal {
	if op.Kind == EntityGroupTransaction || op.Kind == Unknown {
		return nil
	}
	needs, delegable := tableNeeds[op.Kind]
	if !delegable {
		return Refuse(AuthorizationFailure, msgUnauthorized).because(NotDelegable, "tn")
	}
	if !strings.EqualFold(op.Table, s.table) {
		return Refuse(AuthorizationFailure, msgUnauthorized).because(WrongTable, "tn")
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
var accountNeeds = map[Kind]accountNeed{
	GetServiceProperties: {'s', "r"}, SetServiceProperties: {'s', "w"}, GetServiceStats: {'s', "r"},
	QueryTables: {'c', "l"}, GetTable: {'c', "l"}, CreateTable: {'c', "cw"}, DeleteTable: {'c', "d"},
	QueryEntities: {'o', "r"}, GetEntity: {'o', "r"}, InsertEntity: {'o', "a"},
	InsertOrReplaceEntity: {'o', "au"}, InsertOrMergeEntity: {'o', "au"},
	UpdateEntity: {'o', "u"}, MergeEntity: {'o', "u"}, DeleteEntity: {'o', "d"},
}

// checkAccount reports what an account's signature does not allow.
func (s SAS) checkAccount(op Operation) *Refusal {
	if strings.IndexByte(s.services, 't') < 0 {
		return Refuse(AuthorizationServiceMismatch,
			"This request is not authorized to perform this operation using this service.").because(WrongService, "ss")
	}
	if op.Kind == EntityGroupTransaction || op.Kind == Unknown {
		return nil
	}
	need, delegable := accountNeeds[op.Kind]
	switch {
	case !delegable:
		return Refuse(AuthorizationFailure, msgUnauthorized).because(NotDelegable, "srt")
	case strings.IndexByte(s.resourceTypes, need.resource) < 0:
		return Refuse(AuthorizationResourceTypeMismatch,
			"This request is not authorized to perform this operation using this resource type.").because(WrongResource, "srt")
	case !strings.ContainsAny(s.permissions, need.permissions):
		return refusePermission()
	}
	return nil
}

func refusePermission() *Refusal {
	return Refuse(AuthorizationPermissionMismatch,
		"This request is not authorized to perform this operation using this permission.").because(WrongPermission, "sp")
}
