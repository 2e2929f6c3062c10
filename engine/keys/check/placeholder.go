package check

import (
	"strconv"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// The kinds of findings about the order of keys.
const (
	UnfixedTicks   Kind = "UnfixedTicks"   // ticks without a width
	LocalTime      Kind = "LocalTime"      // dates as texts: an offset sorts before the instant counts
	LateSeparator  Kind = "LateSeparator"  // a separator sorts after a character of the values
	LostBoundary   Kind = "LostBoundary"   // no separator between two placeholders of varying length
	HeldSeparator  Kind = "HeldSeparator"  // a value holds the separator
	MixedCase      Kind = "MixedCase"      // B sorts before a
	MixedDirection Kind = "MixedDirection" // parts of one date run against each other
	OtherOrder     Kind = "OtherOrder"     // typed keys, for no reason that is known
	OrderedTexts   Kind = "OrderedTexts"   // none of the traps of texts is there
)

// separators are what a fix may put between two placeholders. Each sorts before
// the one before it, up to the first that the service takes.
var separators = []string{"_", "-", ",", "!", " "}

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
func (j judge) ordering(which int) []Finding {
	b := j.bound(which == 1)
	all := j.unsorted(which)
	for i := range b.Slots() {
		if b.Slots()[i].Literal {
			continue
		}
		p := j.placeholder(which, i)
		if f, ok := p.ticks(); ok && !has(all, UnpaddedNumber) {
			all = append(all, f) // the same, without the evidence
		}
		if x := j.textOrder(which, i); x != nil {
			all = append(all, p.misread(x)...)
		}
	}
	if f, ok := direction(b.Template(), which == 1); ok {
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
	return !n.other && n.seen > 0 && !a.bound(which == 1).Slots()[slot].Code.Mixed
}

// placeholder is one of a key's template.
type placeholder struct {
	*keys.BoundSlot
	slot     int
	template *keys.Template
	rowKey   bool
}

func (j judge) placeholder(which, slot int) placeholder {
	b := j.bound(which == 1)
	return placeholder{&b.Slots()[slot], slot, b.Template(), which == 1}
}

// misread says what a reader of the texts would not expect.
func (p placeholder) misread(x *textOrder) []Finding {
	var all []Finding
	if x.bySize != nil {
		all = append(all, p.numbersAmongTexts(x))
	}
	if x.dated && x.byDate != nil {
		all = append(all, x.localTime(p.rowKey))
	} else if x.byCase != nil {
		all = append(all, p.mixedCase(x))
	}
	if f, ok := p.boundary(x); ok {
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
func (p placeholder) ticks() (Finding, bool) {
	name := ""
	p.Expr.Walk(func(e *keys.Expr) {
		if e.Kind == keys.CallExpr && (e.Function.Name == "ticks" || e.Function.Name == "reverseTicks") {
			name = e.Function.Name
		}
	})
	computed := p.Expr.Has(func(e *keys.Expr) bool { return e.Kind == keys.BinaryExpr })
	if name == "" || p.Width >= keys.TicksWidth || p.Code.Kind != keys.WholeKind || computed {
		return Finding{}, false
	}
	return Finding{Kind: UnfixedTicks, Severity: Note, Count: 1, Fix: p.template.Pad(p.slot, keys.TicksWidth, p.rowKey),
		Title:  name + " has no fixed width",
		Detail: "A date far from today gives fewer than " + strconv.Itoa(keys.TicksWidth) + " digits, and then sorts among the wrong keys."}, true
}

// numbersAmongTexts reports numbers that do not sort as such in a column that has
// a few other texts. A width would put zeros before those too, so none is offered.
func (p placeholder) numbersAmongTexts(x *textOrder) Finding {
	return pairFinding(x.bySize, Finding{Kind: UnpaddedNumber, Severity: Note,
		Title: "Numbers among texts in " + keyName(p.rowKey) + " sort as text",
		Detail: x.bySize.first + " sorts before " + x.bySize.second + ". Most values of " + p.Expr.String() +
			" are numbers, but because some are not, it is read as text."})
}

// localTime reports texts that are dates and do not sort as instants.
func (x *textOrder) localTime(rowKey bool) Finding {
	read := &keys.Fix{RowKey: rowKey, Column: x.column, Type: table.DateTime, Label: "Read " + x.column + " as a date"}
	f := Finding{Kind: LocalTime, Severity: Problem, Fix: read,
		Title: "Dates sort as text", Detail: shortened(x.byDate.first) + " sorts before " + shortened(x.byDate.second) + " and is later."}
	if x.byDate.zoned {
		f.Title = "Local times sort by the clock, not by the instant"
		f.Detail += " As a date, every value is written in UTC."
	}
	return pairFinding(x.byDate, f)
}

// mixedCase reports two texts whose capitals decide their order.
func (p placeholder) mixedCase(x *textOrder) Finding {
	return pairFinding(x.byCase, Finding{Kind: MixedCase, Severity: Note,
		Fix:   keys.NewFix(p.rowKey, p.template.Wrap(p.slot, "lower(", ")"), "Write in lower case"),
		Title: "Capitals sort before small letters",
		Detail: "“" + shortened(x.byCase.first) + "” sorts before “" + shortened(x.byCase.second) + "”. A search for " +
			p.Expr.String() + " has to know the case of each letter."})
}

// boundary looks at where one value ends and the next begins.
func (p placeholder) boundary(x *textOrder) (Finding, bool) {
	name := p.Expr.String()
	held := x.holds[len(separators)]
	switch {
	case !x.varies:
		return Finding{}, false
	case x.joined:
		f := Finding{Kind: LostBoundary, Severity: Note, Count: 1,
			Title:  "Nothing separates " + name + " from what follows",
			Detail: "A search for one value by its prefix also finds the longer ones that begin with it."}
		with := x.separator()
		f.Fix = p.insert(with)
		return f, true
	case x.tailed != nil:
		return pairFinding(x.tailed, Finding{Kind: LateSeparator, Severity: Problem, Fix: p.replaceNext(x.separator()),
			Title: "The separator sorts after a character of the values",
			Detail: "All keys of “" + shortened(x.tailed.second) + "” come before those of “" + shortened(x.tailed.first) + "”, because " +
				quoted(first(x.tailed.second[len(x.tailed.first):])) + " sorts before " + quoted(x.follows) +
				". A range over " + name + " then mixes them."}), true
	case held > 0:
		text, _ := x.pieces.at(int(held - 1))
		return Finding{Kind: HeldSeparator, Severity: Note, Rows: []int{x.pieces.row(int(held - 1))}, Count: 1,
			Fix:    p.replaceNext(x.separator()),
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

// replaceNext writes another text in the place of the literal that follows.
func (p placeholder) replaceNext(with string) *keys.Fix {
	t, s := p.template, p.template.Slots()[p.slot+1]
	if with == "" {
		return nil
	}
	return keys.NewFix(p.rowKey, t.Text()[:s.Offset]+with+t.Text()[s.End:], "Separate with "+quoted(with))
}

// insert puts a text behind the placeholder.
func (p placeholder) insert(with string) *keys.Fix {
	t := p.template
	return keys.NewFix(p.rowKey, t.Text()[:p.End]+with+t.Text()[p.End:], "Put "+quoted(with)+" between them")
}

// quoted shows a separator so that it can be seen.
func quoted(s string) string {
	if s == " " {
		return "a space"
	}
	return "'" + s + "'"
}
