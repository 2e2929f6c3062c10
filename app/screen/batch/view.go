package batch

import (
	"errors"
	"slices"
	"sort"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/text"
	"github.com/keyrange/keyrange/engine/wire"
)

// batchView is what there is to say about a list of changes: which rule each
// keeps, what the service makes of them, and what a reader sees meanwhile.
type batchView struct {
	Request  wire.Request
	Rules    [][]int // for each of BatchRules the places of the changes that break it
	Failed   int     // the change that the service names, -1 for none
	Code     table.Code
	Message  string // with the place in front, as the service writes it; "" if all is well
	Executed bool   // found while the changes were done, so the ones before it were taken back
	Rows     []BatchRow
	Readers  []reader
}

// BatchRow is one entity of the ledger beside what the transaction does to it.
type BatchRow struct {
	Key           table.Key
	Before, After *table.Entity // nil: there is no such entity
	Change        int           // its change, -1 for none
	Fate          batchFate
}

// batchFate is what becomes of a change.
type batchFate uint8

// The fates of a change.
const (
	untouched  batchFate = iota // no change names the entity
	applied                     // done, together with all others
	rolledBack                  // done, and taken back when a later one failed
	refusedOne                  // the one that failed
	notReached                  // never looked at, or never done
)

// reader is a query over the first PartitionKey, and what it sees.
type reader struct {
	When    string
	Keys    []string // RowKeys in the order in which they were read
	Changes int      // how many of the changes it sees
}

// batchRules are the rules of a transaction in the order in which they are
// shown. The codes are those of the service for a change that breaks one; the
// last rule stands for every other code.
var batchRules = []struct {
	Title string
	codes []table.Code
}{
	{"All changes have one PartitionKey", []table.Code{table.CommandsInBatchActOnDifferentPartitions}},
	{"Each entity stands in one change only", []table.Code{table.InvalidDuplicateRow}},
	{"At most 100 changes", nil},
	{"At most 4 MiB for the whole request", nil},
	{"What is inserted is not there yet", []table.Code{table.EntityAlreadyExists}},
	{"What is merged, replaced or deleted is there", []table.Code{table.ResourceNotFound}},
	{"The stored version is the one asked for", []table.Code{table.UpdateConditionNotSatisfied}},
	{"At most 252 properties in an entity", []table.Code{table.TooManyProperties}},
	{"At most 64 KiB in a value", []table.Code{table.PropertyValueTooLarge}},
	{"At most 1 MiB in an entity", []table.Code{table.EntityTooLarge}},
	{"Keys and names are legal", nil},
}

// The places of rules that no single change can break.
const (
	onePartition = iota
	onceEach
	mostChanges
	mostBytes
)

// judge does the changes to a copy of a table.
func (v *batchView) judge(before *table.Snapshot, x table.EntityGroupTransaction, now table.Ticks) {
	scratch := table.New(step.Rentals)
	scratch.Restore(before)
	v.rules(scratch, before, x, now)
	var refused *table.TransactionError
	if tooLarge(v.Request) {
		v.Code, v.Message = wire.RequestBodyTooLarge, "The request body is too large and exceeds the maximum permissible limit."
	} else if _, err := scratch.Execute(x, now); errors.As(err, &refused) {
		v.Code, v.Message, v.Failed, v.Executed = refused.Err.Code, refused.Message(), refused.Index, refused.Executed
	}
	after := scratch.Snapshot()
	v.rows(before, after, x)
	if len(x) > 0 {
		v.readers(before, after, x)
	}
}

// rules finds out which changes break which rule: each change is tried alone,
// which comes to the same, since no entity may stand in two.
func (v *batchView) rules(scratch *table.Table, before *table.Snapshot, x table.EntityGroupTransaction, now table.Ticks) {
	v.Rules = make([][]int, len(batchRules))
	broken := func(rule, change int) { v.Rules[rule] = append(v.Rules[rule], change) }
	named := map[table.Key]bool{}
	for i, c := range x {
		if c.Entity.PartitionKey != x[0].Entity.PartitionKey {
			broken(onePartition, i)
		}
		if named[c.Entity.Key] {
			broken(onceEach, i)
			continue
		}
		named[c.Entity.Key] = true
		if i >= table.MaxChanges {
			broken(mostChanges, i)
		}
		var refused *table.Error
		if _, err := scratch.Execute(x[i:i+1], now); errors.As(err, &refused) {
			broken(ruleOf(refused.Code), i)
		}
		scratch.Restore(before)
	}
	if tooLarge(v.Request) {
		broken(mostBytes, -1)
	}
}

func ruleOf(code table.Code) int {
	for i, r := range batchRules {
		if slices.Contains(r.codes, code) {
			return i
		}
	}
	return len(batchRules) - 1
}

// rows lists every entity of the table before and after, and those that
// changes name.
func (v *batchView) rows(before, after *table.Snapshot, x table.EntityGroupTransaction) {
	at := map[table.Key]int{}
	row := func(k table.Key) *BatchRow {
		i, ok := at[k]
		if !ok {
			i, at[k] = len(v.Rows), len(v.Rows)
			v.Rows = append(v.Rows, BatchRow{Key: k, Change: -1})
		}
		return &v.Rows[i]
	}
	for side, s := range []*table.Snapshot{before, after} {
		s.Scan(table.Key{}, func(rows []table.Row) bool {
			for _, r := range rows {
				e := r.Entity()
				if side == 0 {
					row(e.Key).Before = &e
				} else {
					row(e.Key).After = &e
				}
			}
			return true
		})
	}
	for i, c := range x {
		if r := row(c.Entity.Key); r.Change < 0 || i == v.Failed {
			r.Change, r.Fate = i, v.Fate(i)
		}
	}
	sort.Slice(v.Rows, func(i, j int) bool { return v.Rows[i].Key.Compare(v.Rows[j].Key) < 0 })
}

// Fate returns what becomes of a change.
func (v *batchView) Fate(i int) batchFate {
	switch {
	case v.Message == "":
		return applied
	case i == v.Failed:
		return refusedOne
	case v.Executed && i < v.Failed:
		return rolledBack
	}
	return notReached
}

// readers are queries over the partition: one before the transaction, one
// after it, and one of two pages with the transaction between them.
func (v *batchView) readers(before, after *table.Snapshot, x table.EntityGroupTransaction) {
	r := query.Request{Filter: "PartitionKey eq " + text.Quote(x[0].Entity.PartitionKey), Top: -1}
	plan, err := r.Plan()
	if err != nil {
		return
	}
	read := func(when string, first, rest *table.Snapshot, size int) {
		seen := reader{When: when}
		for from := first; from != nil; from = rest {
			page, err := query.Run(from, plan, r, query.Limits{PageSize: size})
			if err != nil {
				return
			}
			for _, e := range page.Entities() {
				seen.Keys = append(seen.Keys, e.RowKey)
				if old, there := before.Get(e.Key); !there || old.ETag() != e.ETag() {
					seen.Changes++
				}
			}
			if r.Token = page.Next; r.Token == nil {
				break
			}
		}
		for _, c := range x {
			_, was := before.Get(c.Entity.Key)
			if c.Action == table.ActionDelete && v.Message == "" && was && !slices.Contains(seen.Keys, c.Entity.RowKey) {
				seen.Changes++
			}
		}
		r.Token = nil
		v.Readers = append(v.Readers, seen)
	}
	read("begins before the batch", before, before, 0)
	read("begins after the batch", after, after, 0)
	read("reads page 1 before it, of one entity, and the rest after", before, after, 1)
}
