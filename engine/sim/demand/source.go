package demand

import (
	"slices"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/sim/random"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/text"
)

// Rows are the rows of a data set that a workload replays in the order of their
// arrival, by the index of their columns.
type Rows interface {
	Value(row, column int) table.Value
}

// Draw is an operation before it has a key.
type Draw struct {
	number int
	slot   int64
	id     uint64
}

// Mistake is why a demand cannot be made: a plain sentence about a value of the
// scenario.
type Mistake struct{ Path, Message string }

// Error returns the value and the sentence.
func (m *Mistake) Error() string { return m.Path + ": " + m.Message }

// Source turns the draws of an operation into the ordinal of its PartitionKey.
type Source struct {
	entities Entities
	codec    *codec
	choice   choice
	rows     []uint64 // ordinals in the order of arrival; nil for generated entities
	numbers  []int32  // of these rows in the data set, nil where every row has a key
	skipped  int      // rows without a key
	repeat   bool
	// Seen is told of each key, if it is there.
	Seen func(o Draw, key uint64)
}

// Next returns the next key in a second of virtual time. row counts the rows that
// were replayed; it is false when that were all.
func (d *Source) Next(slot int64, row *uint64, draw *random.Stream) (key uint64, ok bool) {
	if d.rows != nil {
		n := *row
		*row++
		if n >= uint64(len(d.rows)) {
			if !d.repeat {
				return 0, false
			}
			n %= uint64(len(d.rows))
		}
		if d.Seen != nil {
			d.Seen(Draw{number: d.numberOf(int(n))}, d.rows[n])
		}
		return d.rows[n], true
	}
	o := Draw{number: d.pick(draw, slot), slot: slot}
	o.id = draw.Next()
	key = d.codec.encode(o.number, slot, o.id)
	if d.Seen != nil {
		d.Seen(o, key)
	}
	return key, true
}

// numberOf returns which row of the data set one of those with a key is.
func (d *Source) numberOf(row int) int {
	if d.numbers == nil {
		return row
	}
	return int(d.numbers[row])
}

// KeyOf returns the key of an operation that was drawn, by this demand or by
// another one of the same entities or rows. It is false for a row without one.
func (d *Source) KeyOf(o Draw) (uint64, bool) {
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
func (d *Source) pick(draw *random.Stream, slot int64) int {
	e := &d.entities
	bits := draw.Next()
	if e.Hot > 0 && int64(random.Bounded(random.Mix(bits), 1000)) < e.Hot {
		if e.Season > 0 {
			return int(slot / e.Season % int64(e.Count))
		}
		return 0
	}
	if e.Count == 1 {
		return 0
	}
	return d.choice.draw(bits)
}

// New prepares the keys of generated entities. What it has in common with
// the demand of another run, which may be nil, is taken from there.
func New(template *keys.Template, e Entities, like *Source, rest func()) (*Source, error) {
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
	d := &Source{entities: e, codec: c}
	if like != nil {
		d.choice = like.choice
	} else {
		rest()
		d.choice = newChoice(e.Count, e.Zipf)
	}
	return d, nil
}

// Replay prepares the keys of the rows of a data set.
func Replay(template *keys.Template, columns []keys.Column, rows Rows, n int, repeat bool, rest func()) (*Source, error) {
	bound, err := template.Bind(columns)
	if err != nil {
		return nil, err
	}
	if n > MaxEntities {
		return nil, &Mistake{"rows", "There are " + text.Number(n) + " rows. At most " + text.Number(MaxEntities) + " can be replayed."}
	}
	d := &Source{entities: Entities{Kind: Nothing, Count: 1, Scale: 1}, repeat: repeat}
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
		return nil, &Mistake{"template", "No row has a PartitionKey under this template."}
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

// sample returns different keys that the demand makes within so many seconds, in
// ascending order.
func (d *Source) sample(seed uint64, seconds int64) []uint64 {
	const draws = 8192
	out := make([]uint64, 0, draws)
	if d.rows != nil {
		step := max(1, len(d.rows)/draws)
		for i := 0; i < len(d.rows); i += step {
			out = append(out, d.rows[i])
		}
	} else {
		for i := range int64(draws) {
			draw := random.Stream(random.Mix(seed ^ uint64(i)))
			slot := seconds * i / draws
			number := d.pick(&draw, slot)
			if i%2 == 0 { // every other one without regard to popularity
				number = int(random.Bounded(draw.Next(), uint64(d.entities.Count)))
			}
			out = append(out, d.codec.encode(number, slot, draw.Next()))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Bounds returns up to n-1 keys that divide the key space into n ranges with
// about equally many keys each, over so many seconds of virtual time.
func (d *Source) Bounds(seed uint64, seconds int64, n int) []uint64 {
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
	sample := d.sample(seed, seconds)
	for i := 1; i < n; i++ {
		key := sample[i*len(sample)/n]
		if key > 0 && (len(out) == 0 || key > out[len(out)-1]) {
			out = append(out, key)
		}
	}
	return out
}

// Skipped returns how many rows have no key and are left out.
func (d *Source) Skipped() int { return d.skipped }

// Text returns the PartitionKey of an ordinal.
func (d *Source) Text(ordinal uint64) string { return d.codec.text(ordinal) }

// Ordinal returns the least ordinal whose PartitionKey is not below a text; it is
// false when there is none.
func (d *Source) Ordinal(partitionKey string) (uint64, bool) { return d.codec.ordinal(partitionKey) }

// Position returns where any PartitionKey lies among the ordinals: its own if the
// template makes it, else that of the next one which the template makes, the last
// position of all if there is none. Positions compare as the texts do, though
// different texts between two keys of the template have the same.
func (d *Source) Position(partitionKey string) uint64 {
	if ordinal, found := d.Ordinal(partitionKey); found {
		return ordinal
	}
	return ^uint64(0)
}

// Pieces returns the PartitionKey of an ordinal in the pieces that the template
// makes it of.
func (d *Source) Pieces(ordinal uint64) []string { return d.codec.pieces(ordinal) }

// Origin returns which bytes of the template make a piece; to is 0 where that is
// not known.
func (d *Source) Origin(piece int) (from, to int) {
	s := d.codec.segments[piece]
	return s.from, s.to
}

// Scale returns how far apart the ordinals of neighbouring keys are.
func (d *Source) Scale() uint64 { return d.codec.scale }
