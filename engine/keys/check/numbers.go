package check

import (
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// numbers is what one placeholder gave over all rows, as far as it reads as
// numbers, and whether the order of the keys is the order of these numbers. Two
// of them are inverted where the smaller one's text, with all that follows it in
// its key, sorts after the greater one's: then no range of numbers that divides
// the two is a range of keys, whatever comes before them.
//
// What always holds: an inversion is found exactly when some two of the rows
// have one, however many rows there are. Whole numbers are told apart by their
// sign, their zeros in front and their digits. Texts of one such group sort by
// size, and two groups lie apart, so that the extremes of each group decide.
// Decimals of equal digits may begin with each other, and are compared one by
// one: see decimals. Where the first decimal comes after whole numbers, as it
// may in a column of texts, all of them are read again from the stored keys.
type numbers struct {
	seen        int
	other       bool // something else than a number was given
	loose       bool // a decimal came after whole numbers: decimals are gathered when all rows are there
	gathered    int  // entries from which decimals were gathered
	least, most int  // digits before the point
	negatives   int
	negative    piece // the first below 0

	groups   []numberGroup
	last     int // the group of the last number
	decimals *decimals

	compared int // how many numbers were seen when the two below were found
	widths   *inversion
	signs    *inversion
}

// maxGroups bounds the groups of one placeholder. Numbers have at most 19
// digits; texts of more kinds of digits than this name something else.
const maxGroups = 256

// piece is what a placeholder gave for one row, and that with the rest of the
// key.
type piece struct {
	text, rest string
	row        int
}

// numberGroup is whole numbers with the same sign, the same zeros in front and
// the same number of digits after these. 0 has no digits.
type numberGroup struct {
	negative      bool
	zeros, digits int
	low, high     piece // by size, the sign not counted
	first, final  piece // by what the keys sort by
}

// measure looks at what each placeholder gave in the key just made, also where
// the row is not stored for another reason: a Ruler shows such a key too.
func (a *Analysis) measure(which int, b *keys.Bound, key string) {
	if !b.Made(key) {
		return
	}
	slots := b.Slots()
	for i := range slots {
		s := &slots[i]
		n := &a.numbers[which][i]
		if s.Literal || n.other || s.Code.Kind == keys.DateKind || s.Code.Kind == keys.OtherKind {
			continue
		}
		start, end := b.Span(i)
		text := key[start:end]
		if s.Code.Mixed && !startsNumber(text) {
			continue // the text that stands in for a missing number
		}
		if n.seen == 0 && (s.Code.Kind == keys.RealKind || fractional(text)) {
			n.decimals = newDecimals()
		}
		n.add(piece{text, key[start:], a.rows - 1})
	}
}

// startsNumber tells a number from the text that stands in for a missing one.
func startsNumber(text string) bool {
	_, ok := numberOf(text)
	return ok
}

// add takes what a row gave. A text that is not a number ends the matter.
func (n *numbers) add(p piece) {
	digits, negative := numeral(p.text)
	if digits == 0 {
		if _, ok := numberOf(p.text); !ok {
			*n = numbers{other: true}
			return
		}
		n.loose = n.loose || n.decimals == nil
	}
	if negative {
		if n.negatives == 0 {
			n.negative = p
		}
		n.negatives++
	}
	if n.seen == 0 || digits < n.least {
		n.least = digits
	}
	n.most = max(n.most, digits)
	n.seen++
	if n.decimals != nil && !n.loose {
		n.decimals.add(p)
		return
	}
	n.loose = n.loose || len(p.text) > digits+1 || !negative && len(p.text) > digits
	if !n.loose {
		n.group(p, digits, negative)
	}
}

// gather reads some more decimals from the stored keys, and reports whether
// there were more.
func (n *numbers) gather(p pieces) bool {
	entries := p.splits.entries()
	if !n.loose || n.other || n.gathered == entries {
		return false
	}
	if n.gathered == 0 {
		n.groups, n.decimals, n.compared = nil, newDecimals(), 0
	}
	for end := min(n.gathered+textsPerStep, entries); n.gathered < end; n.gathered++ {
		text, rest := p.at(n.gathered)
		if startsNumber(text) {
			n.decimals.add(piece{text, rest, p.row(n.gathered)})
		}
	}
	return true
}

// group puts a whole number into its group.
func (n *numbers) group(p piece, width int, negative bool) {
	from := 0
	if negative {
		from = 1
	}
	zeros := 0
	for zeros < width && p.text[from+zeros] == '0' {
		zeros++
	}
	is := func(g *numberGroup) bool {
		return g.negative == negative && g.zeros == zeros && g.digits == width-zeros
	}
	if n.last >= len(n.groups) || !is(&n.groups[n.last]) {
		n.last = 0
		for n.last < len(n.groups) && !is(&n.groups[n.last]) {
			n.last++
		}
	}
	switch {
	case n.last < len(n.groups):
		n.groups[n.last].take(p)
	case n.last < maxGroups:
		n.groups = append(n.groups, numberGroup{negative, zeros, width - zeros, p, p, p, p})
	default:
		*n = numbers{other: true}
	}
}

func (g *numberGroup) take(p piece) {
	if p.text < g.low.text {
		g.low = p
	}
	if p.text > g.high.text {
		g.high = p
	}
	if table.CompareUTF16(p.rest, g.first.rest) < 0 {
		g.first = p
	}
	if table.CompareUTF16(p.rest, g.final.rest) > 0 {
		g.final = p
	}
}

// width is how many digits the numbers of the group have before the point.
func (g *numberGroup) width() int { return g.zeros + g.digits }

// below reports whether all numbers of the group are smaller than those of
// another one. Groups of the same sign and digits lie among each other.
func (g *numberGroup) below(h *numberGroup) bool {
	switch {
	case g.negative != h.negative:
		return g.negative
	case g.negative:
		return g.digits > h.digits
	}
	return g.digits < h.digits
}

// inversion is two rows whose keys are not in the order of their numbers: the
// smaller number sorts after the greater one.
type inversion struct{ smaller, greater piece }

// inverted returns two numbers of two groups, or of one, that are inverted.
func (g *numberGroup) inverted(h *numberGroup) (v inversion, found bool) {
	switch {
	case g.below(h):
		return inversion{g.final, h.first}, table.CompareUTF16(g.final.rest, h.first.rest) > 0
	case h.below(g):
		return h.inverted(g)
	case g.digits == 0:
		return inversion{}, false // all of them are 0
	case g.zeros < h.zeros:
		g, h = h, g // the more zeros, the earlier in the text
		fallthrough
	default:
		if g.negative {
			return inversion{h.high, g.low}, compareMagnitudes(h.high.text[1:], g.low.text[1:]) > 0
		}
		return inversion{h.low, g.high}, g.zeros != h.zeros && compareMagnitudes(h.low.text, g.high.text) < 0
	}
}

// inversions returns an inversion among the numbers from 0 up, and one with a
// number below 0, each nil where there is none.
func (n *numbers) inversions() (widths, signs *inversion) {
	if n.compared != n.seen {
		n.compared = n.seen
		n.widths, n.signs = n.compare()
	}
	return n.widths, n.signs
}

// compare looks for inversions. Of several it names the one of the most
// different widths.
func (n *numbers) compare() (widths, signs *inversion) {
	if n.decimals != nil {
		return n.decimals.inversions()
	}
	apart := -1
	for i := range n.groups {
		for j := i; j < len(n.groups); j++ {
			g, h := &n.groups[i], &n.groups[j]
			v, found := g.inverted(h)
			switch {
			case !found:
			case g.negative || h.negative:
				if signs == nil {
					signs = &v
				}
			case abs(g.width()-h.width()) > apart:
				apart, widths = abs(g.width()-h.width()), &v
			}
		}
	}
	return widths, signs
}

func abs(n int) int { return max(n, -n) }

// hasNumbers reports whether a placeholder gave nothing but numbers.
func (j judge) hasNumbers() bool {
	for _, key := range j.numbers {
		for i := range key {
			if key[i].seen > 0 && !key[i].other {
				return true
			}
		}
	}
	return false
}
