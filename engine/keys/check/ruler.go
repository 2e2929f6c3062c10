package check

import (
	"slices"
	"sort"
	"strings"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/form"
	"github.com/keyrange/keyrange/engine/table"
)

// Bounds of a Ruler.
const (
	RulerRows = 400 // rows of which it makes keys, at most
	rulerKeys = 9   // keys that it shows, at most
	TypedKeys = 9   // keys that a person can type

	rulerFill = 7 // keys that it shows when that is enough for every trap
)

// Ruler is a few keys of one template in the order of the table, each with its
// place in the order that was meant: placeholder by placeholder, numbers as
// numbers, dates as instants, and texts without regard to case.
//
// What always holds: the texts of a key's Parts are the key; the Meant of all
// keys are the numbers from 0 on, each once; a ruler without findings of an
// order shows the keys in the order that was meant.
type Ruler struct {
	Keys     []RulerKey // in the order of the table
	Findings []Finding  // the traps, gravest first
	Looked   int        // rows of which keys were made
}

// RulerKey is one key on a Ruler.
type RulerKey struct {
	Key   string
	Parts []RulerPart
	Row   int // that gives the key, counted from 0; the line of a typed one
	Meant int // its place in the order that was meant, from 0
	Trap  bool
}

// RulerPart is what one stretch of the template gives.
type RulerPart struct {
	Text    string
	Literal bool // the template's own text
}

// Inverted reports whether some key of the ruler is not where it was meant.
func (r *Ruler) Inverted() bool {
	return slices.ContainsFunc(r.Keys, func(k RulerKey) bool { return r.Keys[k.Meant].Meant != k.Meant })
}

// specimen is one key with what each slot gave, and the same made comparable.
type specimen struct {
	key    string
	parts  []string
	folded []string // texts in lower case, empty for a literal
	row    int
	trap   bool
}

// ruling is a Ruler in the making.
type ruling struct {
	b        *keys.Bound
	rowKey   bool
	analysis *Analysis // of all rows, or of those that are looked at
	all      []specimen
	meanings []meaning // of each slot
	turned   []bool    // slots whose order is the reverse of the first date's
	found    []Finding
	named    []int // the first two rows of each finding
}

// meaning is as what the texts of a slot are ordered in the order that was meant.
type meaning uint8

const (
	asText   meaning = iota // by the keys' own order
	asFolded                // without regard to case
	asNumber                // numbers by their size
	asDate                  // by their instants
)

// NewRuler makes keys of the given rows and shows them beside the order that was
// meant. What it says of traps comes from the Analysis of all rows, so that it
// agrees with its Findings; without one, while that is not made yet, from the
// given rows alone. Rows without a key, beyond RulerRows or with the key of an
// earlier one count for nothing. b must not be in use elsewhere.
func NewRuler(b *keys.Bound, rowKey bool, rows []int, row func(n int) keys.Row, whole *Analysis) Ruler {
	g := ruling{b: b, rowKey: rowKey, analysis: whole, turned: b.Template().Turned()}
	looked := min(len(rows), RulerRows)
	own := alone(b, rowKey)
	if whole == nil {
		g.analysis = own
	} else {
		looked = whole.Rows()
	}
	seen := map[string]bool{}
	for _, n := range rows[:min(len(rows), RulerRows)] {
		if key, err := b.Key(row(n), n); err == nil && !seen[key] {
			seen[key] = true
			own.addAlone(rowKey, key, n)
			g.take(key, n)
		}
	}
	sort.Slice(g.all, func(x, y int) bool { return table.CompareUTF16(g.all[x].key, g.all[y].key) < 0 })
	g.interpret()
	g.find()
	return Ruler{Keys: g.shown(), Findings: bySeverity(g.found), Looked: looked}
}

// alone returns an Analysis of keys of which only one part is known: the other
// is always the same.
func alone(b *keys.Bound, rowKey bool) *Analysis {
	other, _ := new(keys.Template).Bind(nil) // the template of the empty key
	if rowKey {
		return NewAnalysis(other, b, Arrival{})
	}
	return NewAnalysis(b, other, Arrival{})
}

// addAlone adds the key just made of row n.
func (a *Analysis) addAlone(rowKey bool, key string, n int) {
	a.rows = n
	if rowKey {
		a.Add("", key, nil)
	} else {
		a.Add(key, "", nil)
	}
}

// take keeps the key just made.
func (g *ruling) take(key string, n int) {
	s := specimen{key: key, row: n, parts: make([]string, len(g.b.Slots())), folded: make([]string, len(g.b.Slots()))}
	for i := range g.b.Slots() {
		start, end := g.b.Span(i)
		s.parts[i] = key[start:end]
		if !g.b.Slots()[i].Literal {
			s.folded[i] = strings.ToLower(s.parts[i])
		}
	}
	s.trap = form.Refused(key) >= 0 || form.Overlong(key)
	g.all = append(g.all, s)
}

func (g *ruling) which() int {
	if g.rowKey {
		return 1
	}
	return 0
}

// find takes what the analysis says of the template, and marks the keys that it
// is about.
func (g *ruling) find() {
	for _, t := range g.analysis.troubles {
		if t.rowKey == g.rowKey && (t.kind == RefusedCharacter || t.kind == LongKey) {
			g.found = append(g.found, judge{g.analysis}.troubled(t))
		}
	}
	g.analysis.finishTexts()
	for _, f := range (judge{g.analysis}).ordering(g.which()) {
		if f.Kind == MixedDirection {
			f.Rows = g.neighbours()
			f.Count = max(1, len(f.Rows))
		}
		g.mark(f.Rows...)
		g.found = append(g.found, f)
	}
	for _, f := range g.found {
		g.named = append(g.named, f.Rows[:min(2, len(f.Rows))]...)
	}
}

// interpret decides how each slot is meant, by what the analysis found.
func (g *ruling) interpret() {
	g.analysis.finishTexts()
	g.meanings = make([]meaning, len(g.b.Slots()))
	for i := range g.b.Slots() {
		x := g.analysis.textOrder(g.which(), i)
		switch c := &g.b.Slots()[i].Code; {
		case c.Kind.IsNumber() || c.Mixed || g.analysis.numeric(g.which(), i) || x != nil && x.mostlyNumbers():
			g.meanings[i] = asNumber
		case x != nil && x.dated:
			g.meanings[i] = asDate
		case x != nil && x.folds:
			g.meanings[i] = asFolded
		}
	}
}

// mark makes sure that the keys of some rows are shown.
func (g *ruling) mark(rows ...int) {
	for i := range g.all {
		if slices.Contains(rows, g.all[i].row) {
			g.all[i].trap = true
		}
	}
}

// compare orders two keys as they were meant.
func (g *ruling) compare(x, y *specimen) int {
	for i := range x.parts {
		if g.b.Slots()[i].Literal {
			continue
		}
		c := g.meanings[i].compare(x.parts[i], y.parts[i], x.folded[i], y.folded[i])
		if c != 0 && g.turned[i] {
			return -c
		}
		if c != 0 {
			return c
		}
	}
	return table.CompareUTF16(x.key, y.key)
}

// compare orders what one placeholder gave twice.
func (m meaning) compare(x, y, foldedX, foldedY string) int {
	if x == y {
		return 0
	}
	c := 0
	switch m {
	case asNumber:
		c = compareNumbers(x, y)
	case asDate:
		a, _, _ := instant(x)
		b, _, _ := instant(y)
		c = compareTicks(a, b)
	case asFolded:
		c = table.CompareUTF16(foldedX, foldedY)
	}
	if c != 0 {
		return c
	}
	return table.CompareUTF16(x, y)
}

// compareNumbers orders two texts as numbers, or returns 0 where one is none.
func compareNumbers(x, y string) int {
	if a, _ := numeral(x); a > 0 {
		if b, _ := numeral(y); b > 0 {
			return compareNumerals(x, y)
		}
	}
	a, ok := numberOf(x)
	if b, also := numberOf(y); ok && also && a != b {
		return compareReal(a, b)
	}
	return 0
}

func compareReal(a, b float64) int {
	if a < b {
		return -1
	}
	return 1
}

func compareTicks(a, b table.Ticks) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// compareNumerals orders two texts that read as numbers, however long.
func compareNumerals(x, y string) int {
	x, negative := strings.CutPrefix(x, "-")
	y, other := strings.CutPrefix(y, "-")
	if negative != other {
		if negative {
			return -1
		}
		return 1
	}
	c := compareMagnitudes(x, y)
	if negative {
		return -c
	}
	return c
}

func compareMagnitudes(x, y string) int {
	x, fractionX, _ := strings.Cut(strings.TrimLeft(x, "0"), ".")
	y, fractionY, _ := strings.Cut(strings.TrimLeft(y, "0"), ".")
	if len(x) != len(y) {
		return len(x) - len(y)
	}
	if c := strings.Compare(x, y); c != 0 {
		return c
	}
	return strings.Compare(strings.TrimRight(fractionX, "0"), strings.TrimRight(fractionY, "0"))
}

// shown chooses the keys of the ruler: two of each trap first, then the others of
// traps, then others evenly over the order.
func (g *ruling) shown() []RulerKey {
	picked := map[int]bool{}
	for _, wanted := range [...]func(s *specimen) bool{
		func(s *specimen) bool { return slices.Contains(g.named, s.row) },
		func(s *specimen) bool { return s.trap },
	} {
		for i := range g.all {
			if wanted(&g.all[i]) && len(picked) < rulerKeys {
				picked[i] = true
			}
		}
	}
	for i := 0; i < rulerFill && len(picked) < min(rulerFill, len(g.all)); i++ {
		picked[i*(len(g.all)-1)/max(1, rulerFill-1)] = true
	}
	for i := 0; len(picked) < min(rulerFill, len(g.all)); i++ {
		picked[i] = true
	}
	chosen := make([]*specimen, 0, len(picked))
	for i := range g.all {
		if picked[i] {
			chosen = append(chosen, &g.all[i])
		}
	}
	return g.laid(chosen)
}

func (g *ruling) laid(chosen []*specimen) []RulerKey {
	meant := slices.Clone(chosen)
	sort.SliceStable(meant, func(i, j int) bool { return g.compare(meant[i], meant[j]) < 0 })
	keys := make([]RulerKey, len(chosen))
	for i, s := range chosen {
		keys[i] = RulerKey{Key: s.key, Row: s.row, Trap: s.trap, Meant: slices.Index(meant, s)}
		for j, text := range s.parts {
			if text != "" {
				keys[i].Parts = append(keys[i].Parts, RulerPart{text, g.b.Slots()[j].Literal})
			}
		}
	}
	return keys
}
