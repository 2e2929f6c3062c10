package check

import "github.com/keyrange/keyrange/engine/table"

// Outcome is what a fix comes to when its design is run over the rows.
type Outcome struct {
	Stays bool     // the finding is there as before
	Lost  int      // entities fewer than before
	New   []string // titles of problems of kinds that were not there before
}

// Compare tells what a fix of a finding came to: a is the Analysis before it,
// after that of the same rows with the fix.
func (a *Analysis) Compare(after *Analysis, f Finding) Outcome {
	before, now := a.Findings(), after.Findings()
	o := Outcome{Lost: max(0, len(a.writes)-len(after.writes))}
	o.Stays = has(before, f.Kind) && alike(now, f) >= alike(before, f)
	for _, x := range now {
		if x.Severity == Problem && !has(before, x.Kind) {
			o.New = append(o.New, x.Title)
		}
	}
	return o
}

// alike counts the findings of the kind and the template of one.
func alike(all []Finding, f Finding) int {
	n := 0
	for _, x := range all {
		if x.Kind == f.Kind && x.Severity != Passed && (x.Fix == nil || f.Fix == nil || x.Fix.RowKey == f.Fix.RowKey) {
			n++
		}
	}
	return n
}

// Within counts the entities from low up to high, or to the end of the table
// where that is not bounded. It compares each PartitionKey once, and RowKeys
// only in the partitions of low and high.
func (a *Analysis) Within(low, high table.Key, bounded bool) int {
	const inside, border = 1, 2
	places := make([]uint8, len(a.partitions))
	n := 0
	for i, p := range a.partitions {
		from, to := table.CompareUTF16(a.texts.of(p.key), low.PartitionKey), -1
		if bounded {
			to = table.CompareUTF16(a.texts.of(p.key), high.PartitionKey)
		}
		switch {
		case from < 0 || to > 0:
		case from > 0 && to < 0 || from == 0 && low.RowKey == "" && to < 0:
			places[i] = inside
			n += int(p.entities)
		default:
			places[i] = border
		}
	}
	for _, w := range a.writes {
		if places[w.partition] == border {
			if k := a.key(w); k.Compare(low) >= 0 && (!bounded || k.Compare(high) < 0) {
				n++
			}
		}
	}
	return n
}
