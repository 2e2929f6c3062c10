package keys

import (
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/table"
)

// Reach is what a question leaves of one key: the texts from Low (included) to
// High (excluded), in the order of UTF-16 code units. An empty High is no bound.
// A fixed Reach holds Low alone.
type Reach struct {
	Low, High string
	Fixed     bool
	Columns   []string // those that the bounds follow from, each held on both sides
}

// Bounded reports whether something is left out.
func (r Reach) Bounded() bool { return r.Fixed || r.Low != "" || r.High != "" }

// Buckets bounds how many buckets one question is asked of.
const Buckets = 64

// reacher walks through a template from left to right and follows what is known
// of the columns for as long as it decides the text.
type reacher struct {
	bound *Bound
	known []*known
	row   knownRow // the fixed columns
	reach Reach
	slot  int
}

func newReacher(b *Bound, all []*known) *reacher {
	r := &reacher{bound: b, known: all, row: make(knownRow, len(b.columns))}
	for i, k := range all {
		if k != nil && k.fixed() {
			r.row[i] = k.low
		}
	}
	return r
}

// reaches returns what the knowledge leaves of the key: one Reach, or one for
// each bucket where the template begins with a bucket whose number the question
// cannot know. Together they hold every key whose row has the known values.
func reaches(b *Bound, all []*known) []Reach {
	r := newReacher(b, all)
	buckets := r.buckets()
	if buckets == nil {
		return []Reach{r.follow("")}
	}
	spread := make([]Reach, len(buckets))
	useful := false
	for i, text := range buckets {
		at := *r
		spread[i] = at.follow(text)
		useful = useful || len(spread[i].Columns) > 0
	}
	if useful {
		return spread
	}
	return []Reach{{}}
}

// buckets returns the texts of a bucket at the beginning of the template, such
// as {hash(PostId)%16:02}, and steps over it. It is nil where there is none or
// where the question says which one.
func (r *reacher) buckets() []string {
	before := ""
	for i, s := range r.bound.template.slots {
		if s.expr == nil {
			before += s.literal
			continue
		}
		e := s.expr
		if r.decided(e) || e.kind != binaryExpr || e.operator != '%' || e.args[1].kind != numberExpr || e.args[1].whole > Buckets ||
			e.args[0].kind != callExpr || e.args[0].fn.Name != "hash" {
			return nil
		}
		texts := make([]string, e.args[1].whole)
		for n := range texts {
			texts[n] = before + string(padZeros([]byte(count(n)), 0, s.width))
		}
		r.slot = i + 1
		return texts
	}
	return nil
}

// decided reports whether the known values alone give an expression its value.
func (r *reacher) decided(e *expr) bool {
	return !e.has(func(x *expr) bool {
		return x.kind == columnExpr && !r.fixed(x.name) || x.kind == callExpr && x.fn.Name == "rowNumber"
	})
}

func (r *reacher) fixed(name string) bool {
	k := r.of(name)
	return k != nil && k.fixed()
}

func (r *reacher) of(name string) *known {
	for i := range r.bound.columns {
		if r.bound.columns[i].Name == name {
			return r.known[i]
		}
	}
	return nil
}

// follow returns the reach of the rest of the template after a text.
func (r *reacher) follow(text string) Reach {
	slots := r.bound.template.slots
	for ; r.slot < len(slots); r.slot++ {
		s := slots[r.slot]
		switch {
		case s.expr == nil:
			text += s.literal
		case r.decided(s.expr):
			value, ok := r.text(r.slot, r.row)
			if !ok {
				return r.prefixed(text)
			}
			text += value
			r.hold(s.expr)
		default:
			value, whole := r.interval(text)
			if !whole {
				return r.reach
			}
			text += value
		}
	}
	r.reach.Low, r.reach.Fixed = text, true
	return r.reach
}

// hold notes the columns of an expression as held on both sides.
func (r *reacher) hold(e *expr) {
	e.walk(func(x *expr) {
		if x.kind == columnExpr {
			r.reach.Columns = append(r.reach.Columns, x.name)
		}
	})
}

// prefixed ends the walk with every key that begins with a text.
func (r *reacher) prefixed(text string) Reach {
	r.reach.Low, r.reach.High = text, after(text)
	return r.reach
}

// text returns what one slot gives for a row; ok is false when it has no value.
func (r *reacher) text(slot int, row knownRow) (string, bool) {
	f := &frame{row: row}
	s := &r.bound.slots[slot]
	to := s.code.text(f, nil)
	if s.width > 0 {
		to = padZeros(to, 0, s.width)
	}
	return string(to), f.fault.cause == 0
}

// runs returns the one column in an expression that is not fixed and has a
// bound, or -1.
func (r *reacher) runs(e *expr) int {
	name := ""
	e.walk(func(x *expr) {
		if x.kind == columnExpr && !r.fixed(x.name) && name == "" {
			name = x.name
		}
	})
	for i := range r.bound.columns {
		if r.bound.columns[i].Name == name && r.known[i] != nil {
			return i
		}
	}
	return -1
}

// after returns the least text that sorts after every text that begins with the
// given one, or the empty text when there is none.
func after(text string) string {
	for text != "" {
		last, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
		switch {
		case last == utf8.RuneError && size == 1, last == 0xFFFF:
			continue
		case last == utf8.MaxRune:
			return text + "\uE000"
		case last == 0xD7FF:
			return text + "\U00010000"
		}
		return text + string(last+1)
	}
	return ""
}

// sorts reports whether two texts of numbers, the one for the lower and the one
// for the higher end, enclose the texts of all numbers between them.
func sorts(low, high string) bool {
	return len(low) == len(high) && low != "" && isDigit(low[0]) && isDigit(high[0]) && table.CompareUTF16(low, high) <= 0
}
