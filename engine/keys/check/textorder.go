package check

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// textOrder is what one placeholder gave over all entities, as far as it is
// neither a number nor a date by its type, and in which ways the order of the
// keys parts from the order of these texts.
//
// What always holds once it is done: a pair is found exactly when some two of
// all entities are one. Neighbours in the order of the texts decide each of the
// questions, so the texts are sorted, but only where one look at every text
// leaves a question open.
type textOrder struct {
	pieces  pieces
	column  string // the text column that is written as it is, or ""
	folds   bool   // case can mislead: not for what is no text by its type
	follows string // the template's text after the placeholder
	joined  bool   // another placeholder follows at once
	closed  bool   // another placeholder follows after the template's text

	phase   textPhase
	entry   int // the next to look at
	seen    int // entries when the work began
	size    int // in bytes, of the first text
	varies  bool
	holds   [16]int32 // of each separator, then of what follows: an entry that holds it, from 1
	marks   []uint8   // what came after each two bytes, see mark
	cased   bool      // capitals may decide an order
	numbers int       // entries that are numbers
	digits  int       // of the first of them
	unequal bool      // they differ in their digits, or one is below 0
	late    bool      // what follows may sort after a character of the texts
	dated   bool      // all may be dates
	sorting textSort
	ranking textRanking

	walk    textWalk
	top     textWalk // the greatest number so far
	byCase  *textPair
	byDate  *textPair
	bySize  *textPair // two numbers, where most texts are numbers
	tailed  *textPair // a text and a longer one whose next character sorts before what follows
	least   string    // the text that sorts first of those by which one exceeds another
	exceeds bool      // there is one
}

// textPhase is what a textOrder does next.
type textPhase uint8

const (
	textScan textPhase = iota
	textRuns
	textMerges
	textPlaces // instead of the two above, where all ranks are known
	textWalks
	textDone
)

// textPair is two texts, in the order in which they sort.
type textPair struct {
	first, second       string
	firstRow, secondRow int
	zoned               bool // byDate: one has a zone of its own
}

// textsPerStep bounds how many texts one step looks at.
const textsPerStep = 8192

// newTextOrder returns a textOrder that has looked at nothing.
func (a *Analysis) newTextOrder(which, slot int) *textOrder {
	b := a.bound(which == 1)
	x := &textOrder{pieces: a.pieces(which, slot), column: textColumn(b, slot), seen: a.splits[which].entries()}
	x.folds = b.Slots()[slot].Code.Kind == keys.TextKind
	x.dated = x.column != ""
	x.marks = make([]uint8, 1<<16)
	x.ranking = a.newRanking(b, slot)
	for i := slot + 1; i < len(b.Slots()); i++ {
		if !b.Slots()[i].Literal {
			x.joined, x.closed = x.follows == "", x.follows != ""
			break
		}
		x.follows += b.Slots()[i].Plain
	}
	return x
}

// textColumn returns the text column that a slot writes as it is, or "".
func textColumn(b *keys.Bound, slot int) string {
	e, _ := keys.Meant(b.Slots()[slot].Expr, false)
	if e.Kind != keys.ColumnExpr {
		return ""
	}
	for _, c := range b.Columns() {
		if c.Name == e.Name && c.Type == table.String {
			return c.Name
		}
	}
	return ""
}

// step does a bounded part of the work.
func (x *textOrder) step() {
	switch x.phase {
	case textScan:
		x.scan()
	case textRuns:
		if x.sorting.run(&x.pieces) {
			x.phase = textMerges
		}
	case textMerges:
		if x.sorting.merge(&x.pieces) {
			x.phase, x.entry = textWalks, 0
		}
	case textPlaces:
		if x.place() {
			x.phase, x.entry = textWalks, 0
		}
	case textWalks:
		x.compareNeighbours()
	}
}

// scan looks at each text alone.
func (x *textOrder) scan() {
	last, number, end := "", false, min(x.entry+textsPerStep, x.seen)
	for from := x.entry; x.entry < end; x.entry++ {
		met := x.ranking.count(x.pieces.row(x.entry))
		if met != nil && met.entries > 1 {
			if met.number {
				x.numbers++
			}
			continue
		}
		text, _ := x.pieces.at(x.entry)
		if met == nil && x.entry > from && text == last {
			if number {
				x.numbers++
			}
			continue
		}
		last, number = text, x.countNumber(text)
		if met != nil {
			met.number = number
		}
		if x.entry == 0 {
			x.size = len(text)
			_, _, ok := instant(text)
			x.dated = x.dated && ok
		}
		x.varies = x.varies || len(text) != x.size
		x.dated = x.dated && mayBeInstant(text)
		x.look(text)
	}
	if x.entry < x.seen {
		return
	}
	x.marks = nil
	x.phase = textDone
	ambiguous := x.varies && (x.joined || x.late || x.closed && x.holds[len(separators)] > 0)
	if x.seen > 1 && (x.cased || x.dated || ambiguous || x.unequal && x.mostlyNumbers()) {
		x.sort()
	}
}

// sort begins to put the entries into the order of their texts: by their ranks,
// or by comparing them where one has none.
func (x *textOrder) sort() {
	x.sorting.begin(x.seen, x.likely())
	switch k := &x.ranking; {
	case k.ranked == x.seen:
		x.phase, x.entry = textPlaces, 0
		k.begin()
	case k.shared != nil:
		k.learnt = make([]int32, x.pieces.a.rows)
		fallthrough
	default:
		x.phase = textRuns
	}
}

// countNumber counts a text that is a number.
func (x *textOrder) countNumber(text string) bool {
	digits, negative := numeral(text)
	if digits == 0 {
		return false
	}
	if x.numbers++; x.numbers == 1 {
		x.digits = digits
	}
	x.unequal = x.unequal || negative || digits != x.digits
	return true
}

// mayBeInstant reports whether a text is not too short or too long for a date.
func mayBeInstant(text string) bool {
	return len(text) >= len("2008-1-1") && len(text) <= len("September 30, 2008T00:00:00.0000000+00:00")
}

// mostlyNumbers reports whether more entries than not are numbers: those are then
// meant to sort as such.
func (x *textOrder) mostlyNumbers() bool { return 2*x.numbers > x.seen }

// look marks what a text holds.
func (x *textOrder) look(text string) {
	var before uint16
	for i := 0; i < len(text); i++ {
		c := text[i]
		x.mark(text, i, before)
		before = before<<8 | uint16(c)
		if x.follows != "" && (c <= x.follows[0] || c >= utf8.RuneSelf) {
			x.late = true
		}
		if s := separatorIndex(c); s >= 0 && x.holds[s] == 0 {
			x.holds[s] = int32(x.entry + 1)
		}
	}
	if x.closed && x.holds[len(separators)] == 0 && strings.Contains(text, x.follows) {
		x.holds[len(separators)] = int32(x.entry + 1)
	}
}

// separatorIndex returns the place of a character among the separators, or -1.
func separatorIndex(c byte) int {
	switch c {
	case '_':
		return 0
	case '-':
		return 1
	case ',':
		return 2
	case '!':
		return 3
	case ' ':
		return 4
	}
	return -1
}

// The marks of a character: a capital, and one that sorts after the capitals.
// Where none of the contexts has both, two texts never part at a capital and a
// character between it and its small letter, so case decides no order.
const (
	capital       = 1
	afterCapitals = 2
)

// mark notes the character at a place in the context of the two bytes before it.
// A capital beyond ASCII counts as both.
func (x *textOrder) mark(text string, at int, before uint16) {
	c := text[at]
	if x.cased || !x.folds || c < 'A' || c >= 0x80 && c < 0xC0 {
		return
	}
	bits := uint8(afterCapitals)
	switch {
	case c <= 'Z':
		bits = capital
	case c >= utf8.RuneSelf:
		if r, _ := utf8.DecodeRuneInString(text[at:]); r == utf8.RuneError || unicode.ToLower(r) != r {
			bits = capital | afterCapitals
		}
	}
	x.marks[before] |= bits
	x.cased = x.marks[before] == capital|afterCapitals
}

// textWalk is the text before the next one in the order of the texts.
type textWalk struct {
	any          bool
	text, folded string
	entry        int
	ticks        table.Ticks
	zoned        bool
}

// compareNeighbours compares each text with the one before it.
func (x *textOrder) compareNeighbours() {
	order, ranked := x.sorting.order, x.ranking.ranked == x.seen
	for end := min(x.entry+textsPerStep, len(order)); x.entry < end; x.entry++ {
		if ranked && x.entry > 0 && order[x.entry].rank == order[x.entry-1].rank {
			continue
		}
		entry := int(order[x.entry].entry)
		text, _ := x.pieces.at(entry)
		isNew := !x.walk.any || text != x.walk.text
		x.ranking.note(&x.pieces, entry, isNew)
		if !isNew {
			continue
		}
		next := textWalk{any: true, text: text, entry: entry}
		if x.cased && x.byCase == nil {
			next.folded = strings.ToLower(text)
		}
		if x.dated {
			next.ticks, next.zoned, x.dated = instant(text)
		}
		if x.walk.any {
			x.compare(&x.walk, &next)
		}
		if x.mostlyNumbers() {
			x.compareSize(&next)
		}
		x.walk = next
	}
	if x.entry == len(order) {
		x.ranking.end()
		x.phase, x.sorting, x.ranking = textDone, textSort{}, textRanking{}
	}
}

// compareSize compares a number with the greatest of those that sort before it.
func (x *textOrder) compareSize(next *textWalk) {
	switch digits, _ := numeral(next.text); {
	case digits == 0 || x.bySize != nil:
	case !x.top.any || compareNumerals(x.top.text, next.text) < 0:
		x.top = *next
	case compareNumerals(x.top.text, next.text) > 0:
		x.bySize = x.pair(&x.top, next)
	}
}

func (x *textOrder) pair(a, b *textWalk) *textPair {
	return &textPair{a.text, b.text, x.pieces.row(a.entry), x.pieces.row(b.entry), a.zoned || b.zoned}
}

// compare asks each question about two texts of which b sorts after a.
func (x *textOrder) compare(a, b *textWalk) {
	if x.cased && x.byCase == nil && table.CompareUTF16(a.folded, b.folded) > 0 {
		x.byCase = x.pair(a, b)
	}
	if x.dated && x.byDate == nil && b.ticks < a.ticks {
		x.byDate = x.pair(a, b)
	}
	if !strings.HasPrefix(b.text, a.text) {
		return
	}
	tail := b.text[len(a.text):]
	if !x.exceeds || table.CompareUTF16(tail, x.least) < 0 {
		x.exceeds, x.least = true, tail
	}
	if x.follows != "" && x.tailed == nil && table.CompareUTF16(tail, x.follows) < 0 {
		x.tailed = x.pair(a, b)
	}
}

// lateFor reports whether a separator would sort after a character by which one
// text exceeds another.
func (x *textOrder) lateFor(separator string) bool {
	return x.exceeds && table.CompareUTF16(x.least, separator) < 0
}
