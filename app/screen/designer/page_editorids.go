package designer

import "github.com/keyrange/keyrange/app/design/draft"

const selectID = "select"

// editorIDs are the IDs of the fields with completions: both templates, by
// store.Part, $select, and from rivalPart on the templates of the second design.
var editorIDs = [...]string{"template-pk", "template-rk", selectID, "rival-pk", "rival-rk"}

// selectPart stands beside the keys for the field of $select, which shares
// their list of completions.
const selectPart = draft.RowKey + 1

// rivalPart is the PartitionKey of the second design, and the next its RowKey.
const rivalPart = selectPart + 1
