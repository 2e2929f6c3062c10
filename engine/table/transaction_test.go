package table

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// wantFailure checks which operation a transaction failed at, when, and why.
func wantFailure(t *testing.T, err error, index int, executed bool, code Code, message string) {
	t.Helper()
	var failed *TransactionError
	if !errors.As(err, &failed) {
		t.Fatalf("got %v, want a *TransactionError", err)
	}
	if failed.Index != index || failed.Executed != executed || failed.Err.Code != code || !strings.HasPrefix(failed.Message(), message) {
		t.Errorf("got index %d, executed %v, %v\nwant index %d, executed %v, %s: %s", failed.Index, failed.Executed, failed, index, executed, code, message)
	}
}

func change(action Action, e Entity, match ETag) Change {
	return Change{Action: action, Entity: e, Match: match}
}

// The rules of an entity group transaction, with codes and messages as measured
// on the real service. The table holds p/1 and p/2.
func TestTransactionRules(t *testing.T) {
	const (
		group     = "All commands in a batch must operate on same entity group."
		duplicate = "The batch request contains multiple changes with same row key. An entity can appear only once in a batch request."
		tooMany   = "The batch request operation exceeds the maximum 100 changes per change set."
	)
	insert := func(pk, rk string) Change { return change(ActionInsert, entity(pk, rk), "") }
	inserts := func(n int) (x EntityGroupTransaction) {
		for i := range n {
			x = append(x, insert("p", "n"+strconv.Itoa(i)))
		}
		return x
	}
	for _, c := range []struct {
		name     string
		x        EntityGroupTransaction
		index    int
		executed bool
		code     Code
		message  string
	}{
		{"nothing", nil, 0, false, InvalidInput, "0:One of the request inputs is not valid."},
		{"two partitions", EntityGroupTransaction{insert("p", "3"), insert("p", "4"), insert("q", "3")}, 2, false, CommandsInBatchActOnDifferentPartitions, "2:" + group},
		{"an entity twice", EntityGroupTransaction{insert("p", "3"), change(ActionDelete, entity("p", "3"), AnyETag)}, 1, false, InvalidDuplicateRow, "1:" + duplicate},
		{"101 operations", inserts(101), 99, false, InvalidInput, "99:" + tooMany},
		{"150 operations", inserts(150), 99, false, InvalidInput, "99:" + tooMany},
		{"an unknown action", EntityGroupTransaction{change(99, entity("p", "3"), "")}, 0, false, InvalidInput, "0:"},
		{"a name, found before", EntityGroupTransaction{change(ActionInsert, entity("p", "3", number("1x", 1)), "")}, 0, false, PropertyNameInvalid, "0:"},
		{"a key, found before", EntityGroupTransaction{change(ActionInsert, entity("p", "a/b"), "")}, 0, false, OutOfRangeInput, "0:"},
		{"a date, found before", EntityGroupTransaction{change(ActionInsert, entity("p", "3", Property{"D", DateTimeValue(5)}), "")}, 0, false, OutOfRangeInput, "0:"},
		{"an ETag, found before", EntityGroupTransaction{change(ActionDelete, entity("p", "1"), "x")}, 0, false, InvalidInput, "0:The etag value 'x'"},
		{"found before, ahead of what fails at execution", EntityGroupTransaction{insert("p", "1"), change(ActionInsert, entity("p", "3", number("1x", 1)), "")}, 1, false, PropertyNameInvalid, "1:"},
		{"one that exists", EntityGroupTransaction{insert("p", "1")}, 0, true, EntityAlreadyExists, "The specified entity already exists."},
		{"one that is absent", EntityGroupTransaction{change(ActionReplace, entity("p", "x"), AnyETag)}, 0, true, ResourceNotFound, "The specified resource does not exist."},
		{"one that is too large", EntityGroupTransaction{change(ActionInsertOrMerge, entity("p", "x", text("S", strings.Repeat("s", MaxStringLength+1))), "")}, 0, true, PropertyValueTooLarge, "The property value exceeds"},
		{"one with another version", EntityGroupTransaction{change(ActionMerge, entity("p", "1"), ETagOf(1))}, 0, true, UpdateConditionNotSatisfied, "The update condition"},
		{"the first that fails", EntityGroupTransaction{insert("p", "3"), insert("p", "2"), insert("p", "1")}, 1, true, EntityAlreadyExists, "1:The specified entity already exists."},
		{"the first of several", EntityGroupTransaction{insert("p", "1"), insert("p", "3")}, 0, true, EntityAlreadyExists, "0:The specified entity already exists."},
	} {
		t.Run(c.name, func(t *testing.T) {
			made := mustInsert(t, entity("p", "1"), entity("p", "2"))
			before := entitiesOf(made.Snapshot())
			tags, err := made.Execute(c.x, 1000)
			wantFailure(t, err, c.index, c.executed, c.code, c.message)
			if tags != nil {
				t.Errorf("got tags %v", tags)
			}
			if after := entitiesOf(made.Snapshot()); !slices.EqualFunc(before, after, sameEntity) {
				t.Errorf("the table is\n%v\nwant\n%v", after, before)
			}
			if err := made.Check(); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("100 operations", func(t *testing.T) {
		made := mustInsert(t)
		if tags, err := made.Execute(inserts(100), 1000); err != nil || len(tags) != 100 || made.Len() != 100 {
			t.Errorf("got %d tags, %v and %d entities", len(tags), err, made.Len())
		}
	})
}

// Six actions in one transaction do what the methods of the table do; a
// deletion has no ETag.
func TestTransactionActions(t *testing.T) {
	made := mustInsert(t, entity("p", "1", number("A", 1)), entity("p", "2", number("A", 1)), entity("p", "3"), entity("p", "4", number("A", 1)))
	tags, err := made.Execute(EntityGroupTransaction{
		change(ActionInsert, entity("p", "0", number("B", 2)), ""),
		change(ActionReplace, entity("p", "1", number("B", 2)), AnyETag),
		change(ActionMerge, entity("p", "2", number("B", 2)), AnyETag),
		change(ActionDelete, entity("p", "3"), AnyETag),
		change(ActionInsertOrMerge, entity("p", "4", number("B", 2)), ""),
		change(ActionInsertOrReplace, entity("p", "5", number("B", 2)), ""),
	}, MaxDateTime)
	if err != nil {
		t.Fatal(err)
	}
	for i, tag := range tags {
		if (tag == "") != (i == 3) {
			t.Errorf("the tag of operation %d is %q", i, tag)
		}
	}
	for rk, want := range map[string][]Property{
		"0": {number("B", 2)}, "1": {number("B", 2)}, "2": {number("A", 1), number("B", 2)}, "4": {number("A", 1), number("B", 2)}, "5": {number("B", 2)},
	} {
		wantProperties(t, made, Key{"p", rk}, want...)
	}
	if _, err := made.Get(Key{"p", "3"}); err == nil {
		t.Error("p/3 is still there")
	}
}

// A snapshot taken before a transaction sees nothing of it, whether or not it
// succeeds.
func TestTransactionIsolation(t *testing.T) {
	made := mustInsert(t, entity("p", "1"))
	before := made.Snapshot()
	for _, last := range []string{"2", "1"} {
		made.Execute(EntityGroupTransaction{change(ActionInsert, entity("p", last+"a"), ""), change(ActionInsert, entity("p", last), "")}, 1000)
	}
	if before.Len() != 1 || made.Len() != 3 {
		t.Errorf("the snapshot has %d entities and the table %d, want 1 and 3", before.Len(), made.Len())
	}
}

// Random transactions do what their operations do one by one, and nothing when
// one of them is refused.
func TestTransactionTwin(t *testing.T) {
	s := seed(t)
	r := rand.New(rand.NewPCG(s, s))
	made, alone := New("t"), New("t")
	failed, done := 0, 0
	for now := Ticks(MinDateTime); now < MinDateTime+3000; now++ {
		x := randomTransaction(r)
		before := alone.Snapshot()
		at := -1
		for i := range x {
			if _, err := alone.Apply(x[i], now); err != nil {
				at = i
				break
			}
		}
		_, err := made.Execute(x, now)
		var f *TransactionError
		if errors.As(err, &f) != (at >= 0) || f != nil && f.Index != at {
			t.Fatalf("step %d: got %v, want a failure at %d", now-MinDateTime, err, at)
		}
		if at >= 0 {
			alone.Restore(before)
			failed++
		} else {
			done++
		}
		if now%50 == 0 && !slices.EqualFunc(entitiesOf(made.Snapshot()), entitiesOf(alone.Snapshot()), sameEntity) {
			t.Fatalf("step %d: the tables differ", now-MinDateTime)
		}
	}
	if err := made.Check(); err != nil {
		t.Error(err)
	}
	if failed < 100 || done < 100 {
		t.Errorf("%d transactions failed and %d succeeded: too few of one kind", failed, done)
	}
}

// randomTransaction touches entities of one of two partitions, each once.
func randomTransaction(r *rand.Rand) (x EntityGroupTransaction) {
	pk := "p" + strconv.Itoa(r.IntN(2))
	for _, row := range r.Perm(8)[:1+r.IntN(4)] {
		e := entity(pk, strconv.Itoa(row), number("N", r.Int32N(100)))
		x = append(x, change(Action(r.IntN(6)), e, AnyETag))
	}
	return x
}

func FuzzTransaction(f *testing.F) {
	f.Add("p", "r", "N", uint8(0), "*")
	f.Add("p/", "\x00", "odata.x", uint8(5), "W/\"datetime'2026-01-02T03%3A04%3A05.1234567Z'\"")
	f.Fuzz(func(t *testing.T, pk, rk, name string, action uint8, match string) {
		made := New("t")
		made.Insert(Entity{Key: Key{"p", "r"}}, 1000)
		x := EntityGroupTransaction{
			change(ActionInsertOrReplace, entity(pk, rk+"x"), ""),
			change(Action(action), entity(pk, rk, number(name, 1)), ETag(match)),
		}
		_, err := made.Execute(x, 1000)
		if err != nil && made.Len() != 1 {
			t.Errorf("refused with %v, and there are %d entities", err, made.Len())
		}
		if err := made.Check(); err != nil {
			t.Error(err)
		}
	})
}
