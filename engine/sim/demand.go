package sim

import (
	"slices"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// Rows are the rows of a data set that a workload replays in the order of their
// arrival, by the index of their columns.
type Rows interface {
	Value(row, column int) table.Value
}

// demand turns the draws of an operation into the ordinal of its PartitionKey.
type demand struct {
	entities Entities
	codec    *codec
	choice   choice
	rows     []uint64 // ordinals in the order of arrival; nil for generated entities
	numbers  []int32  // of these rows in the data set, nil where every row has a key
	skipped  int      // rows without a key
	repeat   bool
	seen     func(o drawn, key uint64) // is told of each key, if it is there
}

// key returns the next key. It is false when all rows were replayed.
func (d *demand) key(s *state, draw *stream) (uint64, bool) {
	if d.rows != nil {
		n := s.rows
		s.rows++
		if n >= uint64(len(d.rows)) {
			if !d.repeat {
				return 0, false
			}
			n %= uint64(len(d.rows))
		}
		if d.seen != nil {
			d.seen(drawn{number: d.numberOf(int(n))}, d.rows[n])
		}
		return d.rows[n], true
	}
	slot := s.now / Second
	o := drawn{number: d.pick(draw, slot), slot: slot}
	o.id = draw.next()
	key := d.codec.encode(o.number, slot, o.id)
	if d.seen != nil {
		d.seen(o, key)
	}
	return key, true
}

// numberOf returns which row of the data set one of those with a key is.
func (d *demand) numberOf(row int) int {
	if d.numbers == nil {
		return row
	}
	return int(d.numbers[row])
}

// keyOf returns the key of an operation that was drawn, by this demand or by
// another one of the same entities or rows. It is false for a row without one.
func (d *demand) keyOf(o drawn) (uint64, bool) {
	if d.rows == nil {
		return d.codec.encode(o.number, o.slot, o.id), true
	}
	row := o.number
	if d.numbers != nil {
		at, found := slices.BinarySearch(d.numbers, int32(row))
		if !found {
			return 0, false
		}
		row = at
	}
	return d.rows[row], true
}

// pick chooses an entity.
func (d *demand) pick(draw *stream, slot int64) int {
	e := &d.entities
	random := draw.next()
	if e.Hot > 0 && int64(bounded(mix(random), 1000)) < e.Hot {
		if e.Season > 0 {
			return int(slot / e.Season % int64(e.Count))
		}
		return 0
	}
	if e.Count == 1 {
		return 0
	}
	return d.choice.draw(random)
}

// newDemand prepares the keys of generated entities. What it has in common with
// the demand of another run, which may be nil, is taken from there.
func newDemand(template *keys.Template, e Entities, like *demand, rest func()) (*demand, error) {
	var known *codec
	if like != nil && like.entities == e {
		known = like.codec
	} else {
		like = nil
	}
	c, err := newCodec(template, &e, known, rest)
	if err != nil {
		return nil, err
	}
	d := &demand{entities: e, codec: c}
	if like != nil {
		d.choice = like.choice
	} else {
		rest()
		d.choice = newChoice(e.Count, e.Zipf)
	}
	return d, nil
}

// newReplay prepares the keys of the rows of a data set.
func newReplay(template *keys.Template, columns []keys.Column, rows Rows, n int, rest func()) (*demand, error) {
	bound, err := template.Bind(columns)
	if err != nil {
		return nil, err
	}
	if n > MaxEntities {
		return nil, &Error{Path: "rows", Message: "There are " + count(int64(n)) + " rows. At most " + count(MaxEntities) + " can be replayed."}
	}
	d := &demand{entities: Entities{Kind: Nothing, Count: 1, Scale: 1}}
	texts := make([]string, 0, n)
	numbers := make([]int32, 0, n)
	for i := range n {
		if i%restEvery == 0 {
			rest()
		}
		text, err := bound.Key(rowOf{rows, i}, i)
		if err != nil {
			d.skipped++
			continue
		}
		texts, numbers = append(texts, text), append(numbers, int32(i))
	}
	if d.skipped > 0 {
		d.numbers = numbers
	}
	if len(texts) == 0 {
		return nil, &Error{Path: "template", Message: "No row has a PartitionKey under this template."}
	}
	seg := newSegment(texts, rest, func(i int) string { return texts[i] })
	d.codec = &codec{segments: []segment{seg}}
	d.codec.finish()
	d.rows = make([]uint64, len(texts))
	for i := range texts {
		d.rows[i] = d.codec.encode(i, 0, 0)
	}
	return d, nil
}

type rowOf struct {
	rows Rows
	row  int
}

// Value returns the row's value in a column.
func (r rowOf) Value(column int) table.Value { return r.rows.Value(r.row, column) }

// sample returns different keys that the demand makes within a span of time, in
// ascending order.
func (d *demand) sample(seed uint64, span int64) []uint64 {
	const draws = 8192
	out := make([]uint64, 0, draws)
	if d.rows != nil {
		step := max(1, len(d.rows)/draws)
		for i := 0; i < len(d.rows); i += step {
			out = append(out, d.rows[i])
		}
	} else {
		for i := range int64(draws) {
			draw := stream(mix(seed ^ uint64(i)))
			slot := span / Second * i / draws
			number := d.pick(&draw, slot)
			if i%2 == 0 { // every other one without regard to popularity
				number = int(bounded(draw.next(), uint64(d.entities.Count)))
			}
			out = append(out, d.codec.encode(number, slot, draw.next()))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// bounds returns up to n-1 keys that divide the key space into n ranges with
// about equally many keys each.
func (d *demand) bounds(seed uint64, span int64, n int) []uint64 {
	var out []uint64
	if d.codec.guid() {
		for i := 1; i < n; i++ {
			out = append(out, uint64(i)*(^uint64(0)/uint64(n)+1))
		}
		return out
	}
	if out := d.codec.borders(n); out != nil {
		return out
	}
	sample := d.sample(seed, span)
	for i := 1; i < n; i++ {
		key := sample[i*len(sample)/n]
		if key > 0 && (len(out) == 0 || key > out[len(out)-1]) {
			out = append(out, key)
		}
	}
	return out
}
