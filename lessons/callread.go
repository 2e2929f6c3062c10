package lessons

import (
	"strings"

	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
)

// readCalls ask about the last reading: a get, a read, or a query with the
// pages that next has brought.
func readCalls() []call {
	return []call{
		{"kind", nil, text, "the plan of the last reading: 'Point query', 'Row range scan', 'Partition scan', 'Partition range scan' or 'Table " +
			"scan'; '' before the first", func(f *Facts, a arguments) value {
			r := f.last()
			if r == nil {
				return textOf("")
			}
			return textOf(r.kind.String())
		}, nil},
		{"of", []param{inTable}, truth, "the last reading was of this table, in whatever case its name was typed",
			func(f *Facts, a arguments) value { return truthOf(strings.EqualFold(f.read().table, a.text(0))) }, nil},
		{"examined", nil, number, "entities that it examined",
			func(f *Facts, a arguments) value { return numberOf(f.read().cost.Examined) }, nil},
		{"returned", nil, number, "entities that it returned", func(f *Facts, a arguments) value { return numberOf(len(f.read().keys)) }, nil},
		{"distinct", nil, number, "different entities among them",
			func(f *Facts, a arguments) value { return numberOf(len(f.read().distinct())) }, nil},
		{"pages", nil, number, "pages that it took", func(f *Facts, a arguments) value { return numberOf(f.read().cost.Pages) }, nil},
		{"empty", nil, number, "pages among them without an entity", func(f *Facts, a arguments) value { return numberOf(f.read().empty) }, nil},
		{"touched", nil, number, "ranges that it touched", func(f *Facts, a arguments) value { return numberOf(f.read().cost.Ranges) }, nil},
		{"requests", nil, number, "requests that it sent", func(f *Facts, a arguments) value { return numberOf(f.read().requests) }, nil},
		{"more", nil, truth, "its last page had a continuation token", func(f *Facts, a arguments) value { return truthOf(f.read().more) }, nil},
		{"stop", nil, text, "why its last page ended: 'end', 'page full', 'size full', 'time up' or 'range boundary'",
			func(f *Facts, a arguments) value { return textOf(f.read().stop.String()) }, nil},
		{"matching", nil, number, "entities that its filter matches now",
			func(f *Facts, a arguments) value { return numberOf(len(f.matching())) }, nil},
		{"missed", nil, number, "those of them that it did not return", missed, nil},
		{"complete", nil, truth, "it ended without a token, missed none and returned none twice", func(f *Facts, a arguments) value {
			r := f.read()
			return truthOf(r.table != "" && !r.more && missed(f, nil).n == 0 && len(r.distinct()) == len(r.keys))
		}, nil},
		{"returns", []param{inPart, inRow}, truth, "it returned this entity", func(f *Facts, a arguments) value {
			return truthOf(f.read().distinct()[table.Key{PartitionKey: a.text(0), RowKey: a.text(1)}])
		}, nil},
		{"first", nil, text, "the first key that it returned, as 'Drama/Psycho'",
			func(f *Facts, a arguments) value { return keyAt(f.read().keys, 0) }, nil},
		{"last", nil, text, "the last key that it returned", func(f *Facts, a arguments) value {
			return keyAt(f.read().keys, len(f.read().keys)-1)
		}, nil},
		{"total", []param{inName}, number, "the sum of a property over the entities that it returned", total, nil},
		{"columns", nil, number, "how many names select had; 0 for all",
			func(f *Facts, a arguments) value { return numberOf(len(f.read().request.Select)) }, nil},
		{"top", nil, number, "its top; 0 for none", func(f *Facts, a arguments) value {
			if t := f.read().request.Top; t != query.NoTop {
				return numberOf(t)
			}
			return numberOf(0)
		}, nil},
	}
}

func missed(f *Facts, _ arguments) value {
	n, got := 0, f.read().distinct()
	for k := range f.matching() {
		if !got[k] {
			n++
		}
	}
	return numberOf(n)
}

// total adds up a property of the entities of the last reading, each as it was
// when it was read.
func total(f *Facts, a arguments) value {
	sum := value{kind: number}
	for _, page := range f.read().pages {
		for i := range page {
			sum.add(page[i].Property(a.text(0)))
		}
	}
	return sum
}

func keyAt(keys []table.Key, n int) value {
	if n < 0 || n >= len(keys) {
		return textOf("")
	}
	return textOf(keys[n].PartitionKey + "/" + keys[n].RowKey)
}
