package record

import (
	"reflect"
	"testing"

	"github.com/keyrange/keyrange/engine/partition"
	"github.com/keyrange/keyrange/engine/sim/clock"
)

// happen is a few seconds of a run from a moment on, as its parts would tell it.
func happen(r *Recorder, from, to int64) {
	for now := from; now < to; now += clock.Second / 4 {
		for now >= r.End {
			r.Advance(now)
		}
		part := r.Part(0, 1, 2, partition.Range{})
		r.Sent(3, true)
		r.Offered(Offer{Now: now, Key: 7, Entities: 3, Row: r.RowOf(7)}, part, 10)
		r.Note(now, Note{Kind: MoveNote})
		if now%clock.Second == 0 {
			r.Refused(RangeFull, 0, 3, part)
			continue
		}
		r.Done(0, 3, part)
		r.Answered(3, 1000)
	}
}

// What a run repeats is recorded once, and what comes after it as if it had never
// gone back. One that only looks keeps nothing.
func TestRepeat(t *testing.T) {
	var straight, ledger Ledger
	want, r := New([]uint64{0, 100}), New([]uint64{0, 100})
	want.Ledger, r.Ledger = &straight, &ledger
	happen(want, 0, 9*clock.Second)

	happen(r, 0, 3*clock.Second)
	early := ledger
	happen(r, 3*clock.Second, 6*clock.Second)
	ledger = early
	r.Restart()
	r.Repeat(true)
	happen(r, 3*clock.Second, 6*clock.Second)
	r.Repeat(false)
	happen(r, 6*clock.Second, 9*clock.Second)
	if ledger != straight || !reflect.DeepEqual(r.Heat(), want.Heat()) || !reflect.DeepEqual(r.notes, want.notes) {
		t.Errorf("after going back: %d notes and %d columns, want %d and %d, or other ones", len(r.notes), len(r.Heat().Columns), len(want.notes),
			len(want.Heat().Columns))
	}

	silent, again := r.Silent(), Ledger{}
	silent.Ledger = &again
	happen(silent, 0, 9*clock.Second)
	if again != straight || len(silent.notes) != 0 || !reflect.DeepEqual(r.Heat(), want.Heat()) {
		t.Errorf("a run that only looks has kept %d notes, or counted or recorded other things", len(silent.notes))
	}
}

// What is cut off is forgotten, and a copy goes on by itself.
func TestCutAt(t *testing.T) {
	var ledger Ledger
	r := New([]uint64{0})
	r.Ledger = &ledger
	happen(r, 0, 3*clock.Second)
	then := ledger
	happen(r, 3*clock.Second, 8*clock.Second)
	long := ledger
	c := r.Copy()
	c.Ledger = &then
	c.CutAt(3 * clock.Second)
	if got, want := len(c.Noted()), 12; got != want || len(c.notes) != want || len(c.Heat().Columns) != 4 || c.Column.Sent != 0 {
		t.Errorf("%d notes and %d columns are left, want %d and 4, the last one empty", got, len(c.Heat().Columns), want)
	}
	happen(c, 3*clock.Second, 8*clock.Second)
	if !reflect.DeepEqual(c.Heat(), r.Heat()) || !reflect.DeepEqual(c.Noted(), r.Noted()) || then != long {
		t.Error("what goes on after a cut differs from what went on without")
	}
}
