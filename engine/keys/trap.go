package keys

import (
	"strconv"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/table"
)

// The kinds of findings about the order of keys.
const (
	UnfixedTicks   FindingKind = "UnfixedTicks"   // ticks without a width
	LocalTime      FindingKind = "LocalTime"      // dates as texts: an offset sorts before the instant counts
	LateSeparator  FindingKind = "LateSeparator"  // a separator sorts after a character of the values
	LostBoundary   FindingKind = "LostBoundary"   // no separator between two placeholders of varying length
	HeldSeparator  FindingKind = "HeldSeparator"  // a value holds the separator
	MixedCase      FindingKind = "MixedCase"      // B sorts before a
	MixedDirection FindingKind = "MixedDirection" // parts of one date run against each other
	OtherOrder     FindingKind = "OtherOrder"     // typed keys, for no reason that is known
	OrderedTexts   FindingKind = "OrderedTexts"   // none of the traps of texts is there
)

// separators are what a fix may put between two placeholders. Each sorts before
// the one before it, up to the first that the service takes.
var separators = []string{"_", "-", ",", "!", " "}

// ticksWidth is how many digits the last instant of the year 9999 has.
const ticksWidth = 19

// instant reads a text as a date. offset tells one with a zone of its own.
func instant(text string) (t table.Ticks, offset, ok bool) {
	if !mayBeInstant(text) {
		return 0, false, false
	}
	t, ok = dataset.ParseDateTime(text)
	n := len(text)
	offset = ok && n > 16 && (text[n-6] == '+' || text[n-6] == '-' || text[n-5] == '+' || text[n-5] == '-')
	return t, offset, ok
}

// ordering reports in which ways the order of one template's keys parts from the
// order that was meant, over all entities.
func (a *Analysis) ordering(which int) []Finding {
	b := a.bound(which == 1)
	all := a.unsorted(which)
	for i := range b.slots {
		if b.slots[i].code.text == nil {
			continue
		}
		if f, ok := b.ticks(i, which == 1); ok && !has(all, UnpaddedNumber) {
			all = append(all, f) // the same, without the evidence
		}
		if x := a.textOrder(which, i); x != nil {
			all = append(all, b.misread(x, i, which == 1)...)
		}
	}
	if f, ok := b.template.direction(which == 1); ok {
		all = append(all, f)
	}
	return all
}

// textOrder returns the order of what a placeholder gave, or nil where it is not
// one of texts.
func (a *Analysis) textOrder(which, slot int) *textOrder {
	if x := a.textOrders[which][slot]; x != nil && x.phase == textDone && !a.numeric(which, slot) {
		return x
	}
	return nil
}

// numeric reports whether a placeholder gave nothing but numbers.
func (a *Analysis) numeric(which, slot int) bool {
	n := &a.numbers[which][slot]
	return !n.other && n.seen > 0 && !a.bound(which == 1).slots[slot].code.mixed
}

// misread says what a reader of the texts would not expect.
func (b *Bound) misread(x *textOrder, slot int, rowKey bool) []Finding {
	var all []Finding
	if x.bySize != nil {
		all = append(all, b.numbersAmongTexts(x, slot, rowKey))
	}
	if x.dated && x.byDate != nil {
		all = append(all, x.localTime(rowKey))
	} else if x.byCase != nil {
		all = append(all, b.mixedCase(x, slot, rowKey))
	}
	if f, ok := b.boundary(x, slot, rowKey); ok {
		all = append(all, f)
	}
	return all
}

func pairFinding(p *textPair, f Finding) Finding {
	f.Rows, f.Count = []int{p.firstRow, p.secondRow}, 2
	return f
}

// ticks asks for a width. Ticks of our days happen to have equally many digits,
// until somebody stores a date that has fewer.
func (b *Bound) ticks(i int, rowKey bool) (Finding, bool) {
	s := b.template.slots[i]
	name := ""
	s.expr.walk(func(e *expr) {
		if e.kind == callExpr && (e.fn.Name == "ticks" || e.fn.Name == "reverseTicks") {
			name = e.fn.Name
		}
	})
	computed := s.expr.has(func(e *expr) bool { return e.kind == binaryExpr })
	if name == "" || s.width >= ticksWidth || b.slots[i].code.kind != wholeKind || computed {
		return Finding{}, false
	}
	return Finding{Kind: UnfixedTicks, Severity: Note, Count: 1, Fix: b.template.pad(i, ticksWidth, rowKey),
		Title:  name + " has no fixed width",
		Detail: "A date far from today gives fewer than " + strconv.Itoa(ticksWidth) + " digits, and then sorts among the wrong keys."}, true
}

// numbersAmongTexts reports numbers that do not sort as such in a column that has
// a few other texts. A width would put zeros before those too, so none is offered.
func (b *Bound) numbersAmongTexts(x *textOrder, slot int, rowKey bool) Finding {
	return pairFinding(x.bySize, Finding{Kind: UnpaddedNumber, Severity: Note,
		Title: "Numbers among texts in " + keyName(rowKey) + " sort as text",
		Detail: x.bySize.first + " sorts before " + x.bySize.second + ". Most values of " + b.template.slots[slot].expr.String() +
			" are numbers, but because some are not, it is read as text."})
}

// localTime reports texts that are dates and do not sort as instants.
func (x *textOrder) localTime(rowKey bool) Finding {
	read := &Fix{RowKey: rowKey, Column: x.column, Type: table.DateTime, Label: "Read " + x.column + " as a date"}
	f := Finding{Kind: LocalTime, Severity: Problem, Fix: read,
		Title: "Dates sort as text", Detail: shortened(x.byDate.first) + " sorts before " + shortened(x.byDate.second) + " and is later."}
	if x.byDate.zoned {
		f.Title = "Local times sort by the clock, not by the instant"
		f.Detail += " As a date, every value is written in UTC."
	}
	return pairFinding(x.byDate, f)
}

// mixedCase reports two texts whose capitals decide their order.
func (b *Bound) mixedCase(x *textOrder, slot int, rowKey bool) Finding {
	return pairFinding(x.byCase, Finding{Kind: MixedCase, Severity: Note,
		Fix:   fix(rowKey, b.template.wrap(slot, "lower(", ")"), "Write in lower case"),
		Title: "Capitals sort before small letters",
		Detail: "“" + shortened(x.byCase.first) + "” sorts before “" + shortened(x.byCase.second) + "”. A search for " +
			b.template.slots[slot].expr.String() + " has to know the case of each letter."})
}

// boundary looks at where one value ends and the next begins.
func (b *Bound) boundary(x *textOrder, slot int, rowKey bool) (Finding, bool) {
	t, name := b.template, b.template.slots[slot].expr.String()
	held := x.holds[len(separators)]
	switch {
	case !x.varies:
		return Finding{}, false
	case x.joined:
		f := Finding{Kind: LostBoundary, Severity: Note, Count: 1,
			Title:  "Nothing separates " + name + " from what follows",
			Detail: "A search for one value by its prefix also finds the longer ones that begin with it."}
		with := x.separator()
		f.Fix = fix(rowKey, t.text[:t.slots[slot].end]+with+t.text[t.slots[slot].end:], "Put "+quoted(with)+" between them")
		return f, true
	case x.tailed != nil:
		return pairFinding(x.tailed, Finding{Kind: LateSeparator, Severity: Problem, Fix: t.replace(slot+1, x.separator(), rowKey),
			Title: "The separator sorts after a character of the values",
			Detail: "All keys of “" + shortened(x.tailed.second) + "” come before those of “" + shortened(x.tailed.first) + "”, because " +
				quoted(first(x.tailed.second[len(x.tailed.first):])) + " sorts before " + quoted(x.follows) +
				". A range over " + name + " then mixes them."}), true
	case held > 0:
		text, _ := x.pieces.at(int(held - 1))
		return Finding{Kind: HeldSeparator, Severity: Note, Rows: []int{x.pieces.row(int(held - 1))}, Count: 1,
			Fix:    t.replace(slot+1, x.separator(), rowKey),
			Title:  "A value holds the separator",
			Detail: "“" + shortened(text) + "” holds " + quoted(x.follows) + ". Nobody can tell from the key where " + name + " ends."}, true
	}
	return Finding{}, false
}

// first returns the first character of a text.
func first(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return s[:size]
}

// separator returns one that sorts before what can follow a value and that no
// value holds, or else one that at least sorts right.
func (x *textOrder) separator() string {
	best := ""
	for i, s := range separators {
		switch {
		case s == x.follows || x.lateFor(s):
		case x.holds[i] == 0:
			return s
		case best == "":
			best = s
		}
	}
	return best
}

// replace writes another text in the place of a literal.
func (t *Template) replace(slot int, with string, rowKey bool) *Fix {
	s := t.slots[slot]
	if with == "" {
		return nil
	}
	return fix(rowKey, t.text[:s.offset]+with+t.text[s.end:], "Separate with "+quoted(with))
}

// quoted shows a separator so that it can be seen.
func quoted(s string) string {
	if s == " " {
		return "a space"
	}
	return "'" + s + "'"
}
