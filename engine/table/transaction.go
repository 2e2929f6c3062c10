package table

import "strconv"

// MaxChanges is the largest number of operations in one transaction
// (Performing entity group transactions, REST reference).
const MaxChanges = 100

// The codes that only a transaction gives.
const (
	CommandsInBatchActOnDifferentPartitions Code = "CommandsInBatchActOnDifferentPartitions"
	InvalidDuplicateRow                     Code = "InvalidDuplicateRow"
)

// Action is what one operation of a transaction does.
type Action uint8

// The six actions, each the Table method of the same name.
const (
	ActionInsert Action = iota
	ActionReplace
	ActionMerge
	ActionInsertOrReplace
	ActionInsertOrMerge
	ActionDelete
)

var actionNames = [...]string{"insert", "replace", "merge", "insert or replace", "insert or merge", "delete"}

// String returns the action in words, such as "insert or merge".
func (a Action) String() string {
	if int(a) >= len(actionNames) {
		return ""
	}
	return actionNames[a]
}

// Change is one operation of a transaction.
type Change struct {
	Action Action
	Entity Entity // a deletion reads only its Key
	Match  ETag   // read by Replace, Merge and Delete
}

// EntityGroupTransaction is a list of operations on one table and one
// PartitionKey that happen together or not at all.
//
// The rules (Performing entity group transactions, REST reference): at least
// one operation and at most MaxChanges, all with one PartitionKey, and each
// entity in only one of them.
type EntityGroupTransaction []Change

// TransactionError is why a transaction changed nothing.
type TransactionError struct {
	Err        *Error
	Index      int  // of the operation at fault, from 0
	Operations int  // how many the transaction has
	Executed   bool // found while executing, not while reading and checking
}

// Message returns the service's message. The index and a colon come first,
// except when a transaction of a single operation fails at execution (recorded
// answers of the real service; clients read the index).
func (e *TransactionError) Message() string {
	if e.Operations == 1 && e.Executed {
		return e.Err.Message
	}
	return strconv.Itoa(e.Index) + ":" + e.Err.Message
}

// Error returns the code and the message in one line.
func (e *TransactionError) Error() string { return string(e.Err.Code) + ": " + e.Message() }

// Unwrap returns the refusal of the operation at fault.
func (e *TransactionError) Unwrap() error { return e.Err }

// Execute applies a transaction in order and returns one ETag per operation, ""
// for deletions. Every operation is checked before the first is executed. When
// one is refused the table is left as it was, and the error is a
// *TransactionError.
func (t *Table) Execute(x EntityGroupTransaction, now Ticks) ([]ETag, error) {
	if err := t.CheckTransaction(x); err != nil {
		return nil, err
	}
	tags := make([]ETag, len(x))
	var before *Snapshot
	if len(x) > 1 { // a single refused operation changes nothing anyway
		before = t.Snapshot()
	}
	for i := range x {
		tag, err := t.Apply(x[i], now)
		if err == nil {
			tags[i] = tag
			continue
		}
		if before != nil {
			t.Restore(before)
		}
		return nil, refuseChange(x, i, true, err)
	}
	return tags, nil
}

// CheckTransaction checks a transaction without reading an entity: its own
// rules, and names, types and keys of each operation, in the order of the
// operations. Sizes, existence and versions are found at execution, as on the
// service. The error is a *TransactionError.
func (t *Table) CheckTransaction(x EntityGroupTransaction) error {
	if len(x) == 0 {
		return refuseChange(x, 0, false, Refuse(InvalidInput, "One of the request inputs is not valid."))
	}
	rows := make(map[string]bool, min(len(x), MaxChanges))
	for i := range x {
		if i == MaxChanges {
			return refuseChange(x, MaxChanges-1, false,
				Refuse(InvalidInput, "The batch request operation exceeds the maximum 100 changes per change set."))
		}
		if err := t.checkChange(&x[i]); err != nil {
			return refuseChange(x, i, false, err)
		}
		key := x[i].Entity.Key
		if key.PartitionKey != x[0].Entity.PartitionKey {
			return refuseChange(x, i, false, Refuse(CommandsInBatchActOnDifferentPartitions,
				"All commands in a batch must operate on same entity group."))
		}
		if rows[key.RowKey] {
			return refuseChange(x, i, false, Refuse(InvalidDuplicateRow, "The batch request contains multiple changes with same row key. An entity "+
				"can appear only once in a batch request."))
		}
		rows[key.RowKey] = true
	}
	return nil
}

// checkChange applies the rules that need no stored entity.
func (t *Table) checkChange(c *Change) error {
	switch c.Action {
	case ActionInsert:
		if _, err := t.prepare(&c.Entity, asSubmitted); err != nil {
			return err
		}
		return checkInsertKey(c.Entity.Key)
	case ActionReplace, ActionMerge:
		_, err := t.prepareUpdate(&c.Entity, c.Match)
		return err
	case ActionInsertOrReplace, ActionInsertOrMerge:
		_, err := t.prepareUpdate(&c.Entity, AnyETag)
		return err
	case ActionDelete:
		if err := checkWriteKey(c.Entity.Key); err != nil {
			return err
		}
		return checkETag(c.Match)
	}
	return Refuse(InvalidInput, "One of the request inputs is not valid.")
}

// Apply does one operation by itself: it calls the method that the action is
// named for. A deletion has no ETag. An unknown action is refused with
// InvalidInput.
func (t *Table) Apply(c Change, now Ticks) (ETag, error) {
	switch c.Action {
	case ActionInsert:
		return t.Insert(c.Entity, now)
	case ActionReplace:
		return t.Replace(c.Entity, c.Match, now)
	case ActionMerge:
		return t.Merge(c.Entity, c.Match, now)
	case ActionInsertOrReplace:
		return t.InsertOrReplace(c.Entity, now)
	case ActionInsertOrMerge:
		return t.InsertOrMerge(c.Entity, now)
	case ActionDelete:
		return "", t.Delete(c.Entity.Key, c.Match)
	}
	return "", Refuse(InvalidInput, "One of the request inputs is not valid.")
}

func refuseChange(x EntityGroupTransaction, index int, executed bool, err error) *TransactionError {
	refused, _ := err.(*Error) // every error of this package is one
	return &TransactionError{Err: refused, Index: index, Operations: len(x), Executed: executed}
}
