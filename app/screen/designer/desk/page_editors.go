package desk

import "github.com/keyrange/keyrange/app/design/draft"

// SelectID is the field of $select.
const SelectID = "select"

// editorIDs are the IDs of the fields with completions: both templates, by
// store.Part, $select, and from rivalPart on the templates of the second design.
var EditorIDs = [...]string{"template-pk", "template-rk", SelectID, "rival-pk", "rival-rk"}

// selectPart stands beside the keys for the field of $select, which shares
// their list of completions.
const SelectPart = draft.RowKey + 1

// rivalPart is the PartitionKey of the second design, and the next its RowKey.
const RivalPart = SelectPart + 1
