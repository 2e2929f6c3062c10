package model

import (
	"errors"
	"math/bits"

	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/table"
)

// filling is how far a build's table is filled. Every row is visited for its key;
// then the rows are put into the order of their keys and come into the table in it,
// which is several times faster than in the order of the data set and packs the
// table densely; at last those that did not come in are visited for the reason.
//
// What always holds: refused has the rows without an entity as far as they are
// known, and is nil while there is none.
type filling struct {
	roomy      bool // there is room for all rows
	At         int  // the next one to be visited for its key
	sealed     bool // every row was
	order      *check.Ordering
	place      int // in order, of the next one to come in
	loader     *table.Loader
	refused    []uint64         // one bit for each row
	said       int              // the next word of refused to be visited
	at         Row              // the one at hand, here so that handing it on costs no memory
	properties []table.Property // working space of one row
}

// The bounds of one step of filling, each about a millisecond of work in a
// browser.
const (
	movesPerStep = 4000
	wordsPerStep = 1000 // of refused
)

// visited tells how far it is, in rows: each is visited twice.
func (f *filling) visited() int { return (f.At + f.place) / 2 }

// fill does one bounded piece of the work of filling the table and reports
// whether there was any.
func (b *Build) fill(p *Builder) bool {
	switch {
	case !b.roomy:
		b.roomy = true
		if p.built != nil { // while keys are typed, one table is much like the one before
			b.Analysis.Grow(p.built.Analysis.PartitionCount(), p.rows.data.Len())
		}
	case b.order == nil && b.At < p.rows.data.Len():
		b.order, b.loader = check.NewOrdering(b.Analysis, p.rows.data.Len()), b.Table.NewLoader()
	case b.At < p.rows.data.Len():
		for end := min(b.At+RowsPerStep, p.rows.data.Len()); b.At < end; b.At++ {
			b.addKey(p, b.At)
		}
	case b.order == nil:
		return false
	case b.place == 0 && !b.sealed:
		b.Analysis.Seal()
		b.sealed = true
	case b.place == 0 && b.order.Step(movesPerStep):
	case b.place < b.order.Len():
		for end := min(b.place+RowsPerStep, b.order.Len()); b.place < end; b.place++ {
			b.load(p)
		}
	default:
		b.loader.Flush()
		return b.sayRefused(p)
	}
	return true
}

// addKey makes the key of a row.
func (b *Build) addKey(p *Builder, n int) {
	if b.Base != nil {
		if _, lost := b.Base.Lost.Code(n); lost {
			return
		}
	}
	key, err := b.key(p, n)
	b.Extents.Add(&b.at)
	if write, ok := b.Analysis.Add(key.PartitionKey, key.RowKey, err); ok {
		b.order.Add(write, n)
	} else {
		b.refuse(p, n)
	}
}

// key returns the key of a row, which is the one at hand then.
func (b *Build) key(p *Builder, n int) (table.Key, error) {
	b.at = Row{Data: p.rows.data, N: n}
	pk, pkErr := b.Partition.Key(&b.at, n)
	rk, rkErr := b.Row.Key(&b.at, n)
	return table.Key{PartitionKey: pk, RowKey: rk}, errors.Join(pkErr, rkErr)
}

// load turns the next row in the order of keys into an entity. Of several with
// one key it is the first that nothing else speaks against, as it would be if the
// rows were inserted one after another.
func (b *Build) load(p *Builder) {
	key, n := b.order.At(b.place)
	e := b.entity(p, key, n)
	if b.loader.Add(&e, b.written(n)) != nil {
		b.refuse(p, n)
	}
}

// written is when a row is written.
func (b *Build) written(n int) table.Ticks { return b.Start + table.Ticks(n)*table.Microsecond }

// entity returns a row under a key, until the next call: the table copies what it
// stores.
func (b *Build) entity(p *Builder, key table.Key, n int) table.Entity {
	e := table.Entity{Key: key, Properties: b.properties[:0]}
	for col := range p.rows.data.Columns {
		if v := p.rows.data.View(n, col); !v.IsNull() {
			e.Properties = append(e.Properties, table.Property{Name: p.rows.data.Columns[col].Name, Value: v})
		}
	}
	b.properties = e.Properties
	return e
}

// refuse notes that a row is not stored.
func (b *Build) refuse(p *Builder, n int) {
	if b.refused == nil {
		b.refused = make([]uint64, (p.rows.data.Len()+63)/64)
	}
	b.refused[n/64] |= 1 << (n % 64)
}

// sayRefused does some of the report on the rows without an entity, in the order
// of the data set, and reports whether there was any to do.
func (b *Build) sayRefused(p *Builder) bool {
	said := 0
	for end := min(b.said+wordsPerStep, len(b.refused)); b.said < end && said < RowsPerStep; b.said++ {
		for word := b.refused[b.said]; word != 0; word &= word - 1 {
			b.sayWhy(p, 64*b.said+bits.TrailingZeros64(word))
			said++
		}
	}
	if b.said < len(b.refused) {
		return true
	}
	b.filling = filling{roomy: true, At: b.At, place: b.At} // the rest is only in the way of the collector
	return false
}

// sayWhy offers a row to the table, which is full by then, and takes its refusal
// into the report.
func (b *Build) sayWhy(p *Builder, n int) {
	key, err := b.key(p, n)
	if err != nil {
		b.Report.Reject("", "The row gives no key.", Reject{Row: n + 1, Key: key, Reason: firstOf(err).Error()})
		b.Lost.Rows = append(b.Lost.Rows, LostRow{Row: n})
		return
	}
	var refused *table.Error
	if errors.As(b.Table.Store(b.entity(p, key, n), b.written(n)), &refused) {
		b.Report.Reject(refused.Code, Plain(refused.Code), Reject{Row: n + 1, Key: key, Reason: refused.Message})
		b.Lost.Rows = append(b.Lost.Rows, LostRow{n, refused.Code})
	}
}

// firstOf returns the first of the joined errors.
func firstOf(joined error) error {
	if all, ok := joined.(interface{ Unwrap() []error }); ok {
		return all.Unwrap()[0]
	}
	return joined
}

// Plain says in a sentence why the service refuses a row with a code.
func Plain(code table.Code) string {
	switch code {
	case table.EntityAlreadyExists:
		return "Another row has the same PartitionKey and RowKey."
	case table.OutOfRangeInput:
		return "The key or a date holds something that the service refuses."
	case table.PropertyValueTooLarge:
		return "A key or a text is longer than the service takes."
	case table.EntityTooLarge:
		return "The entity is larger than 1 MB."
	}
	return "The service refuses the entity."
}
