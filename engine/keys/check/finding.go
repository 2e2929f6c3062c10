package check

import (
	"github.com/keyrange/keyrange/engine/keys"
	words "github.com/keyrange/keyrange/engine/text"
)

// Kind says what a Finding is about.
type Kind string

// The kinds of findings.
const (
	Partitions       Kind = "Partitions"       // how many there are
	OnePartition     Kind = "OnePartition"     // everything is in one
	HotPartition     Kind = "HotPartition"     // one takes many of the recent writes
	LargePartition   Kind = "LargePartition"   // one holds much of the table
	SinglePartitions Kind = "SinglePartitions" // one entity per partition
	DuplicateKey     Kind = "DuplicateKey"     // an earlier row has the key
	RefusedCharacter Kind = "RefusedCharacter" // the service refuses a character
	LongKey          Kind = "LongKey"          // more than MaxKey UTF-16 code units
	MissingValue     Kind = "MissingValue"     // a column has no value
	UnusableValue    Kind = "UnusableValue"    // a value that the template cannot use
	UnpaddedNumber   Kind = "UnpaddedNumber"   // 10 sorts before 9
	NegativeNumber   Kind = "NegativeNumber"   // -1 sorts before -2
	AppendOnly       Kind = "AppendOnly"       // writes go to the end of the table
	PrependOnly      Kind = "PrependOnly"      // writes go to its beginning
	SpreadWrites     Kind = "SpreadWrites"     // they go to neither
	UsableKeys       Kind = "UsableKeys"       // every row has a key that the service takes
	UniqueKeys       Kind = "UniqueKeys"       // no two rows share a key
	PaddedNumbers    Kind = "PaddedNumbers"    // numbers sort as numbers
)

// Severity says how much a Finding matters.
type Severity uint8

// The severities, gravest first.
const (
	Problem Severity = iota // entities are lost, or the design will not carry load
	Note                    // a consequence to know
	Passed                  // looked for and not there
)

// String returns the severity's name.
func (s Severity) String() string { return [...]string{"Problem", "Note", "Passed"}[s] }

// Finding is one thing to say about a design and its rows.
type Finding struct {
	Kind     Kind
	Severity Severity
	Title    string
	Detail   string    // the evidence, then its effect; empty when the title says it
	Rows     []int     // the first few rows it is about, counted from 0
	Count    int       // how many rows, partitions or writes it is about
	Fix      *keys.Fix // nil when no edit of a template cures it
}

// The thresholds of the findings.
const (
	recentWrites  = 1000 // writes that count as recent, or half of all when there are fewer than twice as many
	arrivalRanges = 10   // ranges of equal count into which the keys before them are cut
	LeastWrites   = 20   // entities below which shares say nothing

	hotShare    = 0.30 // of the recent writes in one partition
	largeShare  = 0.20 // of all entities in one partition
	edgeShare   = 0.80 // of the recent writes in the first or last range
	singleShare = 0.90 // of the partitions that hold one entity
)

// Prepare computes one of the things that look at all rows and that Findings
// needs, so that no call does everything at once. It reports whether there was
// one left.
func (a *Analysis) Prepare() bool {
	if a.prepareTexts() {
		return true
	}
	for which := range a.numbers {
		for i := range a.numbers[which] {
			if n := &a.numbers[which][i]; !n.other && n.compared != n.seen {
				n.inversions()
				return true
			}
		}
	}
	if a.recency == nil {
		a.recent()
		return true
	}
	if a.sized != len(a.writes) {
		a.sortedSizes()
		return true
	}
	return false
}

// prepareTexts does a step of what the order of texts needs, and reports whether
// there was one left.
func (a *Analysis) prepareTexts() bool {
	for which, s := range a.splits {
		for i := range a.textOrders[which] {
			if s == nil || s.entries() == 0 || !textual(&a.bound(which == 1).Slots()[i]) {
				continue
			}
			if a.numbers[which][i].gather(a.pieces(which, i)) {
				return true
			}
			if a.numeric(which, i) {
				continue // their order is that of numbers
			}
			if x := a.textOrders[which][i]; x == nil || x.seen != s.entries() {
				a.textOrders[which][i] = a.newTextOrder(which, i)
				return true
			} else if x.phase != textDone {
				x.step()
				return true
			}
		}
	}
	return false
}

func (a *Analysis) finishTexts() {
	for a.prepareTexts() {
	}
}

// Findings returns what there is to say, gravest first.
func (a *Analysis) Findings() []Finding {
	a.finishTexts()
	j := judge{a}
	var all []Finding
	add := func(f Finding, ok bool) {
		if ok {
			all = append(all, f)
		}
	}
	for _, t := range a.troubles {
		all = append(all, j.troubled(t))
	}
	add(j.duplicate())
	for which := range a.numbers {
		all = append(all, j.ordering(which)...)
	}
	add(j.onePartition())
	add(j.hotPartition())
	add(j.pilesUp())
	add(j.singlePartitions())
	add(j.largePartition())
	all = append(all, j.passed(all)...)
	return bySeverity(all)
}

// bySeverity puts the gravest first and leaves the order otherwise.
func bySeverity(all []Finding) []Finding {
	sorted := make([]Finding, 0, len(all))
	for s := Problem; s <= Passed; s++ {
		for _, f := range all {
			if f.Severity == s {
				sorted = append(sorted, f)
			}
		}
	}
	return sorted
}

func has(all []Finding, kinds ...Kind) bool {
	for _, f := range all {
		for _, k := range kinds {
			if f.Kind == k && f.Severity != Passed {
				return true
			}
		}
	}
	return false
}

// passed names what was looked for and is not there.
func (j judge) passed(found []Finding) []Finding {
	if j.rows == 0 {
		return nil
	}
	var all []Finding
	if !has(found, RefusedCharacter, LongKey, MissingValue, UnusableValue) {
		all = append(all, Finding{Kind: UsableKeys, Severity: Passed, Title: "Every row has a key that the service takes", Count: j.rows})
	}
	if len(j.writes) > 0 && !has(found, DuplicateKey) {
		all = append(all, Finding{Kind: UniqueKeys, Severity: Passed, Title: "Keys are unique", Count: len(j.writes)})
	}
	if j.hasNumbers() && len(j.unsorted(0))+len(j.unsorted(1)) == 0 && !has(found, UnpaddedNumber) {
		all = append(all, Finding{Kind: PaddedNumbers, Severity: Passed, Title: "Numbers in keys sort as numbers"})
	}
	texts, misplaced := j.textVerdict()
	if texts && !misplaced && !has(found, MixedCase, LocalTime, LateSeparator, HeldSeparator, LostBoundary) {
		all = append(all, Finding{Kind: OrderedTexts, Severity: Passed, Count: len(j.writes),
			Title:  "Texts in keys sort as they read",
			Detail: "In " + rows(len(j.writes), "entity", "entities") + ", no capital, separator or date written as text puts a key out of order."})
	}
	if len(j.partitions) > 1 && !has(found, SinglePartitions) {
		s := j.PartitionSizes(1)
		all = append(all, Finding{Kind: Partitions, Severity: Passed, Count: s.Partitions,
			Title:  words.Number(s.Partitions) + " partitions",
			Detail: s.Shares()})
	}
	return all
}

// textVerdict reports whether a placeholder gave texts that are no numbers, and
// whether some of these are numbers that sort as texts.
func (j judge) textVerdict() (any, misplaced bool) {
	for which, slots := range j.textOrders {
		for i := range slots {
			if x := j.textOrder(which, i); x != nil {
				any, misplaced = true, misplaced || x.bySize != nil
			}
		}
	}
	return any, misplaced
}

// Shares says how the entities are spread over the partitions. Two have no
// median: the other one holds the rest.
func (s Sizes) Shares() string {
	switch {
	case s.Partitions == 2 && s.LargestShare == 0.5:
		return "Each holds 50% of the entities."
	case s.Partitions == 2:
		return "The larger holds " + words.Percent(s.LargestShare) + " of the entities, the other " + words.Percent(1-s.LargestShare) + "."
	}
	return "The largest holds " + words.Percent(s.LargestShare) + " of the entities, the median one " + words.Percent(s.MedianShare) + "."
}
