package runs

// changeKind is what happened to the partition map.
type changeKind uint8

// The changes.
const (
	wasSplit changeKind = iota
	wasMerged
	wasMoved
)

// String returns the change in one word.
func (k changeKind) String() string { return [...]string{"split", "merge", "move"}[k] }

// rangeChange is a change of the partition map at the end of a column.
type rangeChange struct {
	Kind changeKind
	Low  uint64 // where the range begins or began
}

// Changes returns what changed in a column, in the order of the keys.
func (r *Run) Changes(column int) []rangeChange {
	before, now := r.ownersBefore(column), r.Owners(column)
	if len(before) > 0 && len(now) > 0 && &before[0] == &now[0] {
		return nil
	}
	var out []rangeChange
	for i, j := 0, 0; i < len(before) || j < len(now); {
		switch {
		case j == len(now) || i < len(before) && before[i].Low < now[j].Low:
			out = append(out, rangeChange{wasMerged, before[i].Low})
			i++
		case i == len(before) || now[j].Low < before[i].Low:
			out = append(out, rangeChange{wasSplit, now[j].Low})
			j++
		default:
			if before[i].Server != now[j].Server {
				out = append(out, rangeChange{wasMoved, now[j].Low})
			}
			i++
			j++
		}
	}
	return out
}
