package model

import (
	"errors"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/hash"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// proof finds a column that divides the rows, and then runs guesses with it over
// every row until one loses none: each row has a key, the
// service takes it, and no two rows have the same one.
//
// What always holds: every row before row gave the present guess a key that the
// service takes and that no row before it has.
type proof struct {
	data   *dataset.Dataset
	spread *spread    // finds the column of the PartitionKey, nil once it has
	list   []keyGuess // the present one first
	pk, rk *keys.Bound
	row    int
	seen   map[uint64]bool
}

// newProof begins to run the guesses for a data set.
func newProof(d *dataset.Dataset) *proof {
	return &proof{data: d, spread: newSpread(d)}
}

// design returns the guess that was proved.
func (r *proof) design() draft.Design { return r.list[0].design(r.data) }

// begin starts over with the present guess.
func (r *proof) begin() {
	d := r.design()
	columns := make([]keys.Column, len(r.data.Columns))
	for i, c := range r.data.Columns {
		columns[i] = keys.Column{Name: c.Name, Type: c.Type}
	}
	r.pk, r.rk = bound(d.PartitionKey, columns), bound(d.RowKey, columns)
	r.row, r.seen = 0, make(map[uint64]bool, min(r.data.Len(), 1024))
}

func bound(text string, columns []keys.Column) *keys.Bound {
	t, err := keys.Parse(text)
	if err != nil {
		return nil
	}
	b, err := t.Bind(columns)
	if err != nil {
		return nil
	}
	return b
}

// step runs the present guess over some rows and reports whether a guess was
// proved. One that loses a row makes place for the next; the last one cannot
// fail, and stays whatever happens.
func (r *proof) step() (done bool) {
	if r.spread != nil {
		if r.spread.step(4 * RowsPerStep) {
			r.list, r.spread = guesses(r.data, r.spread.best), nil
			r.begin()
		}
		return false
	}
	if r.pk == nil || r.rk == nil {
		return r.next(false)
	}
	for end := min(r.row+2*RowsPerStep, r.data.Len()); r.row < end; r.row++ {
		if ok, refused := r.takes(&Row{Data: r.data, N: r.row}); !ok {
			return r.next(refused)
		}
	}
	return r.row == r.data.Len()
}

// takes reports whether a row gets a key of its own. refused says that the
// service does not take a character in it.
func (r *proof) takes(one *Row) (ok, refused bool) {
	pk, err := r.pk.Key(one, one.N)
	rk, err2 := r.rk.Key(one, one.N)
	if err != nil || err2 != nil {
		return false, false
	}
	var fault *table.Error
	if errors.As((table.Key{PartitionKey: pk, RowKey: rk}).CheckInsert(), &fault) {
		return false, fault.Code == table.OutOfRangeInput
	}
	h := hashOfKey(pk, rk)
	if r.seen[h] {
		return false, false
	}
	r.seen[h] = true
	return true, false
}

// hashOfKey names a key by 64 bits. Two keys with the same one count as equal:
// that can only lose a guess, never a row.
func hashOfKey(pk, rk string) uint64 {
	return mixed(hash.FNV(mixed(hash.FNV(uint64(len(pk)), pk)), rk))
}

// next goes on to the next guess: the same one with clean characters where the
// service refused one.
func (r *proof) next(refused bool) (done bool) {
	switch {
	case refused && !r.list[0].clean:
		r.list[0].clean = true
	case len(r.list) == 1:
		return true
	default:
		r.list = r.list[1:]
	}
	r.begin()
	return false
}
