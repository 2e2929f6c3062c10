package draft

import (
	"github.com/keyrange/keyrange/engine/keys"
)

func (d Design) sound() bool {
	return len(d.PartitionKey) <= keys.MaxTemplate && len(d.RowKey) <= keys.MaxTemplate && len(d.Title) <= maxTitle && len(d.Why) <= maxWhy
}

// Template returns the template of a part.
func (d Design) Template(part Part) string {
	if part == PartitionKey {
		return d.PartitionKey
	}
	return d.RowKey
}
