package check

import (
	"slices"

	"github.com/keyrange/keyrange/engine/table"
)

// decimals is the different decimals of one placeholder, each with the first
// and the last of its keys. A decimal may begin with another one: 5.0 and 5.05.
// Which of the two sorts first is then decided by what follows, so all of them
// are compared.
type decimals struct {
	places map[string]int32
	all    []decimal
}

type decimal struct {
	value        float64
	first, final piece
}

func newDecimals() *decimals { return &decimals{places: map[string]int32{}} }

func (d *decimals) add(p piece) {
	i, known := d.places[p.text]
	if !known {
		value, _ := numberOf(p.text)
		d.places[p.text] = int32(len(d.all))
		d.all = append(d.all, decimal{value, p, p})
		return
	}
	x := &d.all[i]
	if table.CompareUTF16(p.rest, x.first.rest) < 0 {
		x.first = p
	}
	if table.CompareUTF16(p.rest, x.final.rest) > 0 {
		x.final = p
	}
}

// inversions walks over the decimals by size and compares each with the key
// that sorts last among all smaller ones.
func (d *decimals) inversions() (widths, signs *inversion) {
	order := make([]int32, len(d.all))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(x, y int32) int {
		switch a, b := d.all[x].value, d.all[y].value; {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
	var last, next *piece // the key that sorts last, of smaller ones and of those of equal size too
	for n, i := range order {
		x := &d.all[i]
		if n > 0 && x.value != d.all[order[n-1]].value {
			last = next
		}
		if last != nil && table.CompareUTF16(last.rest, x.first.rest) > 0 {
			v := inversion{*last, x.first}
			if last.text[0] == '-' && signs == nil {
				signs = &v
			} else if last.text[0] != '-' && (widths == nil || !v.apart()) {
				widths = &v
			}
		}
		if next == nil || table.CompareUTF16(next.rest, x.final.rest) < 0 {
			next = &x.final
		}
	}
	return widths, signs
}

// apart reports whether the two numbers differ in their digits before the
// point, so that a width would set them right.
func (v *inversion) apart() bool {
	x, _ := numeral(v.smaller.text)
	y, _ := numeral(v.greater.text)
	return x != y
}
