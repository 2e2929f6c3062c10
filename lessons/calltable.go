package lessons

import (
	"github.com/keyrange/keyrange/engine/table"
)

// The parameters that many calls share.
var (
	inTable  = param{name: "table", kind: text}
	inPart   = param{name: "partition", kind: text}
	inRow    = param{name: "row", kind: text}
	inName   = param{name: "property", kind: text}
	mayPart  = param{name: "partition", kind: text, optional: true}
	ofEntity = []param{inTable, inPart, inRow}
)

func (a arguments) key() table.Key { return table.Key{PartitionKey: a.text(1), RowKey: a.text(2)} }

// entity returns the entity that the first three arguments name.
func (f *Facts) entity(a arguments) (table.Entity, bool) {
	row, found := f.snapshot(a.text(0)).Get(a.key())
	if !found {
		return table.Entity{}, false
	}
	return row.Entity(), true
}

// each visits the entities of a table in the order of their keys.
func (f *Facts) each(name string, visit func(e table.Row)) {
	f.snapshot(name).Scan(table.Key{}, func(rows []table.Row) bool {
		for _, r := range rows {
			visit(r)
		}
		return true
	})
}

func tableCalls() []call {
	return []call{
		{"tables", nil, number, "how many tables there are", func(f *Facts, a arguments) value { return numberOf(len(f.World.Tables())) }, nil},
		{"exists", []param{inTable}, truth, "there is such a table", func(f *Facts, a arguments) value {
			_, err := f.World.Table(a.text(0))
			return truthOf(err == nil)
		}, nil},
		{"entities", []param{inTable, mayPart}, number, "how many entities the table has, or the partition", entities, nil},
		{"partitions", []param{inTable}, number, "how many different PartitionKeys the table has", func(f *Facts, a arguments) value {
			n, _ := f.partitions(a.text(0))
			return numberOf(n)
		}, nil},
		{"sum", []param{inTable, inName}, number, "the sum of a property over the table", func(f *Facts, a arguments) value {
			sum := value{kind: number}
			f.each(a.text(0), func(e table.Row) { sum.add(e.Property(a.text(1))) })
			return sum
		}, nil},
		{"largest", []param{inTable}, number, "how many entities the largest partition has", func(f *Facts, a arguments) value {
			_, most := f.partitions(a.text(0))
			return numberOf(most)
		}, nil},
		{"entity", ofEntity, truth, "there is such an entity", func(f *Facts, a arguments) value {
			_, found := f.entity(a)
			return truthOf(found)
		}, nil},
		{"value", append(ofEntity, inName), open, "the value of a property; nothing when it is not there", func(f *Facts, a arguments) value {
			e, _ := f.entity(a)
			return stored(e.Property(a.text(3)))
		}, nil},
		{"type", append(ofEntity, inName), text, "its type, as Edm.Int32; '' when it is not there", func(f *Facts, a arguments) value {
			e, _ := f.entity(a)
			return textOf(e.Property(a.text(3)).Type().String())
		}, nil},
		{"properties", ofEntity, number, "how many properties of its own the entity has", func(f *Facts, a arguments) value {
			e, _ := f.entity(a)
			return numberOf(len(e.Properties))
		}, nil},
		{"etag", ofEntity, text, "the ETag of the entity", func(f *Facts, a arguments) value {
			e, found := f.entity(a)
			if !found {
				return textOf("")
			}
			return textOf(string(e.ETag()))
		}, nil},
		{"place", ofEntity, number, "where the entity stands in the order of the keys, from 1; 0 when it is not there", place, nil},
		{"types", []param{inTable, inName}, number, "how many different types the property has in the table", func(f *Facts, a arguments) value {
			found := map[table.EdmType]bool{}
			f.each(a.text(0), func(r table.Row) { found[r.Property(a.text(1)).Type()] = true })
			delete(found, table.Null)
			return numberOf(len(found))
		}, nil},
		{"shapes", []param{inTable}, number, "how many different sets of property names the entities have", shapes, nil},
		{"ascending", []param{inTable, inName}, truth, "read in the order of the keys, the values of the property never fall",
			func(f *Facts, a arguments) value {
				return f.monotone(a, "<")
			}, nil},
		{"descending", []param{inTable, inName}, truth, "they never rise", func(f *Facts, a arguments) value { return f.monotone(a, ">") }, nil},
	}
}

func entities(f *Facts, a arguments) value {
	s := f.snapshot(a.text(0))
	if len(a) == 1 {
		return numberOf(s.Len())
	}
	n := 0
	s.Partitions(a.text(1), func(key string, size int) bool {
		if key == a.text(1) {
			n = size
		}
		return false
	})
	return numberOf(n)
}

// partitions counts the partitions of a table, and the entities of the largest.
func (f *Facts) partitions(name string) (n, largest int) {
	f.snapshot(name).Partitions("", func(_ string, size int) bool {
		n++
		largest = max(largest, size)
		return true
	})
	return n, largest
}

func place(f *Facts, a arguments) value {
	n, found := 0, 0
	f.each(a.text(0), func(r table.Row) {
		if n++; r.Key() == a.key() {
			found = n
		}
	})
	return numberOf(found)
}

func shapes(f *Facts, a arguments) value {
	found := map[string]bool{}
	f.each(a.text(0), func(r table.Row) {
		names := ""
		for _, p := range r.AppendProperties(nil) {
			names += p.Name + "\x00"
		}
		found[names] = true
	})
	return numberOf(len(found))
}

// monotone reports whether no value of a property is in the relation to the
// one before it. An empty table is in no order.
func (f *Facts) monotone(a arguments, wrong string) value {
	var last value
	n, ok := 0, true
	f.each(a.text(0), func(r table.Row) {
		v := stored(r.Property(a.text(1)))
		if n++; n > 1 && compare(wrong, v, last) {
			ok = false
		}
		last = v
	})
	return truthOf(ok && n > 0)
}
