package desk

import (
	"strconv"

	"github.com/keyrange/keyrange/engine/keys/check"
)

// aboutWrites are the findings that say where writes go, gravest first.
var aboutWrites = [...]check.Kind{check.OnePartition, check.HotPartition, check.AppendOnly, check.PrependOnly, check.SpreadWrites}

// WhereWrites says where writes go, or why that is not known, in a few words and then
// in sentences, which may be empty.
func WhereWrites(order check.Arrival, findings []check.Finding) (title, detail string) {
	for _, kind := range aboutWrites {
		for _, f := range findings {
			if f.Kind == kind {
				return f.Title, f.Detail
			}
		}
	}
	switch order.Kind {
	case check.UnknownArrival:
		return "Not judged: no column says when rows are written", ""
	case check.ReferenceData:
		return "None expected: this is reference data", ""
	}
	return "Not judged: fewer than " + strconv.Itoa(check.LeastWrites) + " rows have a known order", ""
}
