package simulator

// ChangeKind is what happened to the partition map.
type ChangeKind uint8

// The changes.
const (
	WasSplit ChangeKind = iota
	WasMerged
	WasMoved
)

// String returns the change in one word.
func (k ChangeKind) String() string { return [...]string{"split", "merge", "move"}[k] }

// RangeChange is a change of the partition map at the end of a column.
type RangeChange struct {
	Kind   ChangeKind
	Column int
	Low    uint64 // where the range begins or began
	Server int    // that has the range now
}

// Changes returns what changed in a column, in the order of the keys.
func (r *SimRun) Changes(column int) []RangeChange {
	before, now := r.ownersBefore(column), r.Owners(column)
	if len(before) > 0 && len(now) > 0 && &before[0] == &now[0] {
		return nil
	}
	var out []RangeChange
	for i, j := 0, 0; i < len(before) || j < len(now); {
		switch {
		case j == len(now) || i < len(before) && before[i].Low < now[j].Low:
			out = append(out, RangeChange{WasMerged, column, before[i].Low, now[j-1].Server})
			i++
		case i == len(before) || now[j].Low < before[i].Low:
			out = append(out, RangeChange{WasSplit, column, now[j].Low, now[j].Server})
			j++
		default:
			if before[i].Server != now[j].Server {
				out = append(out, RangeChange{WasMoved, column, now[j].Low, now[j].Server})
			}
			i++
			j++
		}
	}
	return out
}
