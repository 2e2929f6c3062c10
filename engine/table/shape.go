package table

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
)

// shape is the list of names and types that many entities share, in the order
// in which the service returns them. It never changes once it is made, but for
// what a writer notes for itself.
type shape struct {
	id     uint32
	names  []string
	types  []EdmType
	byName bool // the names are in ordinal order

	ordinal *shape // the same properties in ordinal order; nil until a writer asked for it
	from    []int  // for each slot of ordinal the one here
}

// is reports whether properties have exactly this shape.
func (s *shape) is(properties []Property) bool {
	if len(s.names) != len(properties) {
		return false
	}
	for i := range properties {
		if s.types[i] != properties[i].Value.kind || s.names[i] != properties[i].Name {
			return false
		}
	}
	return true
}

// slot returns the place of the named property, or -1.
func (s *shape) slot(name string) int {
	for i, n := range s.names {
		if n == name {
			return i
		}
	}
	return -1
}

// shapes holds each shape of one table once. It only grows, and a shape stays
// where it is: one goroutine may read the rows of a snapshot while another
// writes the table, since a row of the snapshot has a shape that was there
// when it was taken.
type shapes struct {
	blocks [28][]*shape // the first has firstBlock places, each after it twice as many as the one before
	count  uint32
	byText map[string]*shape
	last   [2]*shape // an update has two in turn: of the request and of the entity
	text   []byte    // the lookup text, kept to be reused
}

const firstBlock = 16

// place returns the block of a shape and its place there.
func place(id uint32) (block, at uint32) {
	n := id + firstBlock
	block = uint32(bits.Len32(n / firstBlock / 2))
	return block, n - firstBlock<<block
}

func (s *shapes) at(id uint32) *shape {
	block, at := place(id)
	return s.blocks[block][at]
}

func newShapes() *shapes { return &shapes{byText: map[string]*shape{}} }

// of returns the shape of properties. A new shape is first checked against the
// rules for names, so that a known one needs no check.
func (s *shapes) of(properties []Property) (*shape, error) {
	for _, last := range s.last {
		if last != nil && last.is(properties) {
			return last, nil
		}
	}
	s.text = s.text[:0]
	for i := range properties {
		s.text = append(s.text, byte(properties[i].Value.kind))
		s.text = binary.AppendUvarint(s.text, uint64(len(properties[i].Name)))
		s.text = append(s.text, properties[i].Name...)
	}
	found, ok := s.byText[string(s.text)]
	if !ok {
		if err := checkNames(properties); err != nil {
			return nil, err
		}
		found = s.add(properties)
	}
	s.last = [2]*shape{found, s.last[0]}
	return found, nil
}

// ordinal returns the shape that has the properties of s in ordinal order of
// their names, and for each of its slots the one in s.
func (s *shapes) ordinal(of *shape) (*shape, []int) {
	if of.ordinal == nil {
		properties := make([]Property, len(of.names))
		for i, name := range of.names {
			properties[i] = Property{name, Value{kind: of.types[i]}}
		}
		sortNames(properties)
		of.from = make([]int, len(properties))
		for i, p := range properties {
			of.from[i] = of.slot(p.Name)
		}
		of.ordinal, _ = s.of(properties) // names that were checked once
	}
	return of.ordinal, of.from
}

func (s *shapes) add(properties []Property) *shape {
	made := &shape{id: s.count, names: make([]string, len(properties)), types: make([]EdmType, len(properties))}
	for i, p := range properties {
		made.names[i], made.types[i] = strings.Clone(p.Name), p.Value.kind // the name may be a part of a large text
	}
	made.byName = slices.IsSortedFunc(made.names, CompareUTF16)
	block, at := place(made.id)
	if at == 0 {
		s.blocks[block] = make([]*shape, firstBlock<<block)
	}
	s.blocks[block][at] = made
	s.count++
	s.byText[string(s.text)] = made
	return made
}
