package keys

import (
	"strconv"
	"strings"
)

// Pieces returns what each slot gives for a row; joined they are its key.
func (b *Bound) Pieces(r Row, n int) ([]string, error) {
	key, err := b.Key(r, n)
	if err != nil {
		return nil, err
	}
	pieces := make([]string, len(b.slots))
	for i := range b.slots {
		start, end := b.Span(i)
		pieces[i] = key[start:end]
	}
	return pieces, nil
}

// Edit is one thing that can be done to a placeholder.
type Edit struct {
	Label string // what it does, "Upper case"
	Text  string // the placeholder as it becomes, empty where it goes or moves
	Fix   Fix
}

// editing makes the edits of one slot.
type editing struct {
	t      *Template
	slot   int
	rowKey bool
	bind   binder
	all    []Edit
}

// Edits returns what can be done to a slot, most useful first. digits is how
// many the numbers of the data have, for padding. A literal has no edits but to
// go away.
func (t *Template) Edits(slot int, rowKey bool, columns []Column, digits int) []Edit {
	if slot < 0 || slot >= len(t.slots) {
		return nil
	}
	g := editing{t: t, slot: slot, rowKey: rowKey, bind: binder{columns}}
	s := t.slots[slot]
	if s.Expr != nil {
		g.unwrap(s)
		if c, err := g.bind.expr(s.Expr); err == nil {
			g.byKind(s, c.Kind, digits)
		}
	}
	g.move("Move left", -1)
	g.move("Move right", 1)
	g.add("Remove", "", t.text[:s.Offset]+t.text[s.End:])
	return g.all
}

// add offers an edit unless its template is none.
func (g *editing) add(label, placeholder, text string) {
	parsed, err := Parse(text)
	if err != nil {
		return
	}
	if _, err := parsed.Bind(g.bind.columns); err != nil {
		return
	}
	g.all = append(g.all, Edit{label, placeholder, Fix{RowKey: g.rowKey, Template: text, Label: label}})
}

// put offers to write another placeholder in the place of the slot.
func (g *editing) put(label, inner string) {
	s := g.t.slots[g.slot]
	placeholder := "{" + inner + "}"
	if placeholder != g.t.text[s.Offset:s.End] {
		g.add(label, placeholder, g.t.text[:s.Offset]+placeholder+g.t.text[s.End:])
	}
}

// unwrap offers to take away the outermost thing that was done to a value.
func (g *editing) unwrap(s Slot) {
	e := s.Expr
	width := WidthText(s.Width)
	switch {
	case e.Kind == CallExpr && len(e.Args) > 0:
		g.put("Without "+e.Function.Name, e.Args[0].String())
	case e.Kind == BinaryExpr && e.Operator == '-' && e.Args[0].Kind == NumberExpr:
		g.put("Without "+e.Args[0].String()+"-", e.Args[1].String()+width)
	case e.Kind == BinaryExpr:
		g.put("Without "+string(e.Operator)+e.Args[1].String(), e.Args[0].String())
	case e.Kind == PartExpr:
		g.put("Without ."+e.Part.Name, e.Args[0].String())
	}
	if s.Width > 0 {
		g.put("Without padding", e.String())
	}
}

func (g *editing) byKind(s Slot, k Kind, digits int) {
	e := s.Expr
	text := e.String()
	switch k {
	case DateKind:
		g.put("Newest first, as ticks", "reverseTicks("+text+"):19")
		g.put("Oldest first, as ticks", "ticks("+text+"):19")
		for i := range dateParts {
			p := &dateParts[i]
			g.put(strings.ToUpper(p.Name[:1])+p.Name[1:], text+"."+p.Name+WidthText(p.paddedDigits()))
		}
	case WholeKind:
		g.whole(e, text, digits)
	case RealKind:
		g.put("Whole numbers only", "floor("+text+")")
	}
	if k == TextKind || k == OtherKind {
		g.put("Upper case", "upper("+text+")")
		g.put("Lower case", "lower("+text+")")
		g.put("First 3 characters", "prefix("+text+",3)")
		g.put("Clean refused characters", "clean("+text+")")
		g.put("Unknown where missing", "or("+text+",'Unknown')")
		g.put("Read backwards", "reverse("+text+")")
	}
	if _, _, spread := bucketsOf(e); !spread {
		g.put("One of 16 buckets, by hash", "hash("+text+")%16:02")
	}
}

// paddedDigits is the width that a date part needs, 0 where it has it anyway.
func (p *DatePart) paddedDigits() int {
	if p.Digits == 2 || p.Digits == 3 {
		return p.Digits
	}
	return 0
}

func (g *editing) whole(e *Expr, text string, digits int) {
	if d, ok := dated(e); ok {
		p := datePart(d.Part)
		g.put("Pad to "+strconv.Itoa(p.Digits)+" digits", text+WidthText(p.Digits))
		if !d.Reversed {
			g.put("Newest first", strconv.Itoa(turns[d.Part])+"-"+text+WidthText(p.paddedDigits()))
		}
		return
	}
	if e.Has(func(x *Expr) bool {
		return x.Kind == CallExpr && (x.Function.Name == "ticks" || x.Function.Name == "reverseTicks")
	}) {
		digits = TicksWidth
	}
	if digits = min(digits, 18); digits > 0 && g.t.slots[g.slot].Width < digits {
		g.put("Pad to "+strconv.Itoa(digits)+" digits", text+WidthText(digits))
	}
	if e.Kind == ColumnExpr && digits > 0 {
		g.put("Largest first", strings.Repeat("9", digits)+"-"+text+WidthText(digits))
	}
}

// move offers to change places with the next placeholder on one side. What
// separates them stays where it is.
func (g *editing) move(label string, step int) {
	t := g.t
	if t.slots[g.slot].Expr == nil {
		return
	}
	for i := g.slot + step; i >= 0 && i < len(t.slots); i += step {
		if t.slots[i].Expr == nil {
			continue
		}
		a, b := t.slots[min(i, g.slot)], t.slots[max(i, g.slot)]
		g.add(label, "", t.text[:a.Offset]+t.text[b.Offset:b.End]+t.text[a.End:b.Offset]+t.text[a.Offset:a.End]+t.text[b.End:])
		return
	}
}
