package keys

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/table"
)

// The kinds of findings that only a Ruler makes.
const (
	UnfixedTicks   FindingKind = "UnfixedTicks"   // ticks without a width
	LocalTime      FindingKind = "LocalTime"      // dates as texts: an offset sorts before the instant counts
	LateSeparator  FindingKind = "LateSeparator"  // a separator sorts after a character of the values
	LostBoundary   FindingKind = "LostBoundary"   // no separator between two placeholders of varying length
	HeldSeparator  FindingKind = "HeldSeparator"  // a value holds the separator
	MixedCase      FindingKind = "MixedCase"      // B sorts before a
	MixedDirection FindingKind = "MixedDirection" // parts of one date run against each other
	OtherOrder     FindingKind = "OtherOrder"     // typed keys, for no reason that is known
)

// separators are what a fix may put between two placeholders. Each sorts before
// the one before it, up to the first that the service takes.
var separators = []string{"_", "-", ",", "!", " "}

// ticksWidth is how many digits the last instant of the year 9999 has.
const ticksWidth = 19

// instant reads a text as a date. offset tells one with a zone of its own.
func instant(text string) (t table.Ticks, offset, ok bool) {
	if len(text) < len("2008-1-1") || len(text) > len("September 30, 2008T00:00:00.0000000+00:00") {
		return 0, false, false
	}
	t, ok = dataset.ParseDateTime(text)
	n := len(text)
	offset = ok && n > 16 && (text[n-6] == '+' || text[n-6] == '-' || text[n-5] == '+' || text[n-5] == '-')
	return t, offset, ok
}

// gave is the different texts of one slot in their order, with a row of each.
type gave struct {
	texts []string
	rows  map[string]int
}

func (g *ruling) gave(slot int) gave {
	v := gave{rows: map[string]int{}}
	for _, s := range g.all {
		text := s.parts[slot]
		if _, seen := v.rows[text]; !seen {
			v.rows[text] = s.row
			v.texts = append(v.texts, text)
		}
	}
	slices.SortFunc(v.texts, table.CompareUTF16)
	return v
}

// slot looks at one placeholder and at what separates it from the next.
func (g *ruling) slot(i int) {
	s := g.b.template.slots[i]
	if s.expr == nil {
		return
	}
	g.ticks(i)
	if k := g.b.slots[i].code.kind; k == wholeKind || k == realKind || k == dateKind {
		return
	}
	v := g.gave(i)
	if allNumerals(v.texts) {
		return
	}
	if !g.localTime(i, v) {
		g.mixedCase(i, v)
	}
	g.boundary(i, v)
}

func allNumerals(texts []string) bool {
	return !slices.ContainsFunc(texts, func(s string) bool { n, _ := numeral(s); return n == 0 })
}

// find adds a finding about the keys of two rows.
func (g *ruling) find(f Finding, rows ...int) {
	g.mark(rows...)
	f.Rows, f.Count = rows, max(1, len(rows))
	g.found = append(g.found, f)
}

// ticks asks for a width. Ticks of our days happen to have equally many digits,
// until somebody stores a date that has fewer.
func (g *ruling) ticks(i int) {
	s := g.b.template.slots[i]
	name := ""
	s.expr.walk(func(e *expr) {
		if e.kind == callExpr && (e.fn.Name == "ticks" || e.fn.Name == "reverseTicks") {
			name = e.fn.Name
		}
	})
	if name == "" || s.width >= ticksWidth || g.b.slots[i].code.kind != wholeKind ||
		s.expr.has(func(e *expr) bool { return e.kind == binaryExpr }) {
		return
	}
	if has(g.found, UnpaddedNumber) {
		return // the same, with the evidence
	}
	g.find(Finding{Kind: UnfixedTicks, Severity: Note, Fix: g.b.template.pad(i, ticksWidth, g.rowKey),
		Title:  name + " has no fixed width",
		Detail: "A date far from today gives fewer than " + strconv.Itoa(ticksWidth) + " digits, and then sorts among the wrong keys."})
}

// localTime reports texts that are dates and do not sort as instants.
func (g *ruling) localTime(i int, v gave) bool {
	column := g.column(i)
	if column == "" || len(v.texts) < 2 {
		return false
	}
	for j, x := range v.texts[:len(v.texts)-1] {
		y := v.texts[j+1]
		a, offset, ok := instant(x)
		b, other, also := instant(y)
		if !ok || !also {
			return false
		}
		if b >= a {
			continue
		}
		f := Finding{Kind: LocalTime, Severity: Problem, Fix: &Fix{RowKey: g.rowKey, Column: column, Type: table.DateTime, Label: "Read " +
			column + " as a date"},
			Title: "Dates sort as text", Detail: shortened(x) + " sorts before " + shortened(y) + " and is later."}
		if offset || other {
			f.Title = "Local times sort by the clock, not by the instant"
			f.Detail += " As a date, every value is written in UTC."
		}
		g.find(f, v.rows[x], v.rows[y])
		return true
	}
	return false
}

// column returns the text column that a slot writes as it is, or "".
func (g *ruling) column(i int) string {
	e, _ := meant(g.b.template.slots[i].expr, false)
	if e.kind != columnExpr {
		return ""
	}
	for _, c := range g.b.columns {
		if c.Name == e.name && c.Type == table.String {
			return c.Name
		}
	}
	return ""
}

// mixedCase reports two texts whose capitals decide their order.
func (g *ruling) mixedCase(i int, v gave) {
	if g.column(i) == "" {
		return
	}
	for j := 1; j < len(v.texts); j++ {
		x, y := v.texts[j-1], v.texts[j]
		if table.CompareUTF16(strings.ToLower(x), strings.ToLower(y)) <= 0 {
			continue
		}
		column := g.b.template.slots[i].expr.String()
		g.find(Finding{Kind: MixedCase, Severity: Note, Fix: fix(g.rowKey, g.b.template.wrap(i, "lower(", ")"), "Write in lower case"),
			Title: "Capitals sort before small letters",
			Detail: "“" + shortened(x) + "” sorts before “" + shortened(y) + "”. A search for " + column +
				" has to know the case of each letter."}, v.rows[x], v.rows[y])
		return
	}
}

// boundary looks at where one value ends and the next begins.
func (g *ruling) boundary(i int, v gave) {
	slots := g.b.template.slots
	if i+1 >= len(slots) || !varies(v.texts) {
		return
	}
	t := g.b.template
	if slots[i+1].expr != nil {
		f := Finding{Kind: LostBoundary, Severity: Note,
			Title:  "Nothing separates " + slots[i].expr.String() + " from what follows",
			Detail: "A search for one value by its prefix also finds the longer ones that begin with it."}
		with := g.separator(v, "", i)
		f.Fix = fix(g.rowKey, t.text[:slots[i].end]+with+t.text[slots[i].end:], "Put "+quoted(with)+" between them")
		g.find(f)
		return
	}
	if i+2 >= len(slots) {
		return
	}
	separator := slots[i+1].literal
	if f, rows, ok := lateSeparator(v, separator, slots[i].expr); ok {
		f.Fix = g.replace(i+1, g.separator(v, separator, i))
		g.find(f, rows...)
		return
	}
	for _, text := range v.texts {
		if strings.Contains(text, separator) {
			g.find(Finding{Kind: HeldSeparator, Severity: Note, Fix: g.replace(i+1, g.separator(v, separator, i)),
				Title: "A value holds the separator",
				Detail: "“" + shortened(text) + "” holds " + quoted(separator) + ". Nobody can tell from the key where " + slots[i].expr.String() +
					" ends."}, v.rows[text])
			return
		}
	}
}

func varies(texts []string) bool {
	return slices.ContainsFunc(texts, func(s string) bool { return len(s) != len(texts[0]) })
}

// lateSeparator finds a value and a longer one that begins with it, where the
// longer one's next character sorts before the separator.
func lateSeparator(v gave, separator string, e *expr) (Finding, []int, bool) {
	for j := 1; j < len(v.texts); j++ {
		x, y := v.texts[j-1], v.texts[j]
		if x == "" || !strings.HasPrefix(y, x) || table.CompareUTF16(y[len(x):], separator) >= 0 {
			continue
		}
		return Finding{Kind: LateSeparator, Severity: Problem,
				Title: "The separator sorts after a character of the values",
				Detail: "All keys of “" + shortened(y) + "” come before those of “" + shortened(x) + "”, because " +
					quoted(first(y[len(x):])) + " sorts before " + quoted(separator) + ". A range over " + e.String() + " then mixes them."},
			[]int{v.rows[x], v.rows[y]}, true
	}
	return Finding{}, nil, false
}

// first returns the first character of a text.
func first(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return s[:size]
}

// separator returns one that sorts before what can follow a value and that no
// value holds, or else one that at least sorts right.
func (g *ruling) separator(v gave, now string, slot int) string {
	best := ""
	for _, s := range separators {
		if s == now {
			continue
		}
		if _, _, late := lateSeparator(v, s, g.b.template.slots[slot].expr); late {
			continue
		}
		if !slices.ContainsFunc(v.texts, func(text string) bool { return strings.Contains(text, s) }) {
			return s
		}
		if best == "" {
			best = s
		}
	}
	return best
}

// replace writes another text in the place of a literal.
func (g *ruling) replace(slot int, with string) *Fix {
	s, t := g.b.template.slots[slot], g.b.template
	if with == "" {
		return nil
	}
	return fix(g.rowKey, t.text[:s.offset]+with+t.text[s.end:], "Separate with "+quoted(with))
}

// quoted shows a separator so that it can be seen.
func quoted(s string) string {
	if s == " " {
		return "a space"
	}
	return "'" + s + "'"
}
