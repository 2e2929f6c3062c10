package reach

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/form"
	"github.com/keyrange/keyrange/engine/table"
)

// texts returns the texts that an expression of texts can give; ok is false
// where any text is possible.
func (r *reacher) texts(e *keys.Expr) (set textSpan, ok bool) {
	if r.decided(e) {
		value, ok := r.valueOf(e)
		return textSpan{low: value, limits: []limit{{text: value}}}, ok
	}
	switch {
	case e.Kind == keys.ColumnExpr:
		return r.columnTexts(e.Name, nil)
	case e.Kind != keys.CallExpr:
		return set, false
	case e.Function.Name == "or":
		return r.either(e)
	case e.Function.Name == "prefix":
		if set, ok = r.texts(e.Args[0]); ok {
			return set.cut(int(e.Args[1].Whole)), true
		}
		return set, false
	}
	if changes, name := changesOf(e, nil); name != "" {
		return r.columnTexts(name, changes)
	}
	return set, false
}

// either is the texts of or(x,y): those of x, and where x may be empty those of
// y too.
func (r *reacher) either(e *keys.Expr) (set textSpan, ok bool) {
	set, ok = r.texts(e.Args[0])
	if !ok || set.low != "" {
		return set, ok
	}
	other, ok := r.texts(e.Args[1])
	if !ok {
		return set, false
	}
	if set.above { // x is never empty, but has no least text
		return set, true
	}
	if len(set.limits) == 0 || len(other.limits) == 0 {
		return textSpan{}, true
	}
	limits := append([]limit(nil), other.limits...)
	for _, l := range set.limits {
		if l.text != "" || l.out {
			limits = append(limits, l)
		}
	}
	return textSpan{limits: limits}, true
}

// recoding is what a function makes of each character of a text.
type recoding struct {
	of   func(rune) string
	fold bool   // it changes the case
	with string // what it puts in the place of others
}

// changesOf returns the changes, innermost first, that lead from a column to an
// expression, or no name.
func changesOf(e *keys.Expr, after []recoding) (changes []recoding, column string) {
	if e.Kind == keys.ColumnExpr {
		return after, e.Name
	}
	if e.Kind != keys.CallExpr {
		return nil, ""
	}
	var own recoding
	switch e.Function.Name {
	case "upper":
		own = recoding{func(c rune) string { return string(unicode.ToUpper(c)) }, true, ""}
	case "lower":
		own = recoding{func(c rune) string { return string(unicode.ToLower(c)) }, true, ""}
	case "clean":
		with := "_"
		if len(e.Args) == 2 {
			with = e.Args[1].Name
		}
		own.with = with
		own.of = func(c rune) string { return string(form.Clean([]byte(string(c)), 0, with)) }
	default:
		return nil, ""
	}
	return changesOf(e.Args[0], append([]recoding{own}, after...))
}

// columnTexts returns what changes make of the texts that are known of a column.
func (r *reacher) columnTexts(name string, changes []recoding) (set textSpan, ok bool) {
	i := r.index(name)
	if i < 0 || r.known[i] == nil || r.known[i].low.IsNull() && r.known[i].high.IsNull() {
		return set, false
	}
	k := r.known[i]
	switch r.columns[i].Type {
	case table.String:
	case table.Guid, table.Boolean: // written equally long, or two texts in order
		set.limits = nil
		if !k.low.IsNull() {
			set.low = k.low.String()
		}
		if !k.high.IsNull() {
			set.limits = []limit{{text: k.high.String()}}
		}
		return set, len(changes) == 0
	default:
		return set, false
	}
	changes, plain := r.unchanged(i, changes)
	c := changed{changes: changes, plain: plain, low: k.low.Str(), high: k.high.Str(), open: k.high.IsNull(), below: k.below}
	for _, f := range changes {
		c.folds = c.folds || f.fold
	}
	set = textSpan{low: c.least()}
	set.above = k.above && c.alone() && set.low == k.low.Str()
	if !c.open {
		set.limits = c.limits()
	}
	return set, true
}

// cut returns what is left of texts by their first n characters. That keeps
// their order, though different ones may become the same.
func (s textSpan) cut(n int) textSpan {
	if utf8.RuneCountInString(s.low) >= n {
		s.low, s.above = firstRunes(s.low, n), false
	}
	for i, l := range s.limits {
		if short := firstRunes(l.text, n); short != l.text {
			s.limits[i] = limit{text: short}
		}
	}
	return s
}

func firstRunes(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}

// changed is the texts from low to high, each character of which is changed.
type changed struct {
	changes   []recoding
	low, high string
	folds     bool // a change of case is among the changes
	plain     bool // no text holds a character of U+007F to U+009F
	open      bool // there is no high
	below     bool // high itself is left out
}

func (c *changed) of(text string) string {
	for _, f := range c.changes {
		out := ""
		for _, r := range text {
			out += f.of(r)
		}
		text = out
	}
	return text
}

// alone reports whether no other text than low becomes what low becomes.
func (c *changed) alone() bool {
	for _, f := range c.changes {
		if f.fold || f.with == "" || strings.Contains(c.low, f.with) {
			return false
		}
	}
	return c.of(c.low) == c.low
}

// least returns a text that none of the changed ones sorts before. A text that
// is greater than low has its beginning and then a greater character, or goes
// on after it; high bounds that character for as long as its beginning is the
// same.
func (c *changed) least() string {
	low := c.of(c.low)
	if len(c.changes) == 0 {
		return low
	}
	for i, first := range c.low {
		last := rune(utf8.MaxRune)
		if !c.open && i < len(c.high) && c.high[:i] == c.low[:i] {
			last, _ = utf8.DecodeRuneInString(c.high[i:])
		}
		if first == last {
			continue
		}
		if text := c.of(c.low[:i]) + c.leastOf(first, last); table.CompareUTF16(text, low) < 0 {
			low = text
		}
	}
	return low
}

// limits returns the upper limits of the changed texts: a text that is less
// than high has its beginning and then ends or has a smaller character.
func (c *changed) limits() (all []limit) {
	if len(c.changes) == 0 {
		all = append(all, limit{c.high, c.below})
	} else if !c.below {
		all = append(all, limit{text: c.of(c.high)})
	}
	for i, end := range c.high {
		begins := c.high[:i]
		if table.CompareUTF16(begins, c.low) >= 0 {
			all = append(all, limit{text: c.of(begins)})
		}
		first := rune(0)
		if i < len(c.low) && begins == c.low[:i] {
			first, _ = utf8.DecodeRuneInString(c.low[i:])
		}
		if len(c.changes) > 0 && first != end {
			all = append(all, limit{c.endOf(c.of(begins), first, end), true})
		}
	}
	return all
}

// The characters up to scanned are tried one by one. Greater ones may become
// smaller ones, as the Kelvin sign does, and stay what they are for clean.
const scanned = 0x24F

// leastOf returns the least that becomes of the characters after the first one,
// up to the last.
func (c *changed) leastOf(first, last rune) string {
	if first >= 0xD7FF { // the order of UTF-16 is another one up there
		return ""
	}
	least := string(max(first, scanned) + 1)
	if c.folds {
		least = "\u0180"
	}
	for _, r := range []rune{0x1E9E, 0x212A, 0x212B} { // ẞ, the Kelvin and the Ångström sign become letters below
		if text := c.of(string(r)); r > first && r <= last && table.CompareUTF16(text, least) < 0 {
			least = text
		}
	}
	if last <= scanned {
		least = c.of(string(last))
	}
	for r := first + 1; r <= min(last, scanned); r++ {
		if c.plain && isControl(r) {
			continue
		}
		if text := c.of(string(r)); table.CompareUTF16(text, least) < 0 {
			least = text
		}
	}
	return least
}

// endOf returns the text that sorts after everything that begins with a text and
// then with what becomes of a character from the first one to the one before the
// end. It is empty where nothing does.
func (c *changed) endOf(begins string, first, end rune) string {
	high := ""
	if end > scanned {
		return after(begins)
	}
	for r := first; r < end; r++ {
		if c.plain && isControl(r) {
			continue
		}
		text := c.of(string(r))
		if text == "" {
			return after(begins)
		}
		if text = after(begins + text); table.CompareUTF16(text, high) > 0 {
			high = text
		}
	}
	return high
}

func isControl(r rune) bool { return r >= 0x7F && r <= 0x9F }
