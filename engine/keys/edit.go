package keys

import (
	"strconv"
	"strings"
)

// Slot is one stretch of a template as a person sees it: text that stands for
// itself, or one placeholder.
type Slot struct {
	Text        string // as it is written, braces included
	Offset, End int    // in the template, in bytes
	Literal     bool
}

// Slots returns the stretches of the template; their texts joined are its text.
func (t *Template) Slots() []Slot {
	slots := make([]Slot, len(t.slots))
	for i, s := range t.slots {
		slots[i] = Slot{t.text[s.offset:s.end], s.offset, s.end, s.expr == nil}
	}
	return slots
}

// Pieces returns what each slot gives for a row; joined they are its key.
func (b *Bound) Pieces(r Row, n int) ([]string, error) {
	key, err := b.Key(r, n)
	if err != nil {
		return nil, err
	}
	pieces := make([]string, len(b.slots))
	for i := range b.slots {
		start, end := b.span(i)
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
	if s.expr != nil {
		g.unwrap(s)
		if c, err := g.bind.expr(s.expr); err == nil {
			g.byKind(s, c.kind, digits)
		}
	}
	g.move("Move left", -1)
	g.move("Move right", 1)
	g.add("Remove", "", t.text[:s.offset]+t.text[s.end:])
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
	if placeholder != g.t.text[s.offset:s.end] {
		g.add(label, placeholder, g.t.text[:s.offset]+placeholder+g.t.text[s.end:])
	}
}

// unwrap offers to take away the outermost thing that was done to a value.
func (g *editing) unwrap(s slot) {
	e := s.expr
	width := widthText(s.width)
	switch {
	case e.kind == callExpr && len(e.args) > 0:
		g.put("Without "+e.fn.Name, e.args[0].String())
	case e.kind == binaryExpr && e.operator == '-' && e.args[0].kind == numberExpr:
		g.put("Without "+e.args[0].String()+"-", e.args[1].String()+width)
	case e.kind == binaryExpr:
		g.put("Without "+string(e.operator)+e.args[1].String(), e.args[0].String())
	case e.kind == partExpr:
		g.put("Without ."+e.part.Name, e.args[0].String())
	}
	if s.width > 0 {
		g.put("Without padding", e.String())
	}
}

func (g *editing) byKind(s slot, k kind, digits int) {
	e := s.expr
	text := e.String()
	switch k {
	case dateKind:
		g.put("Newest first, as ticks", "reverseTicks("+text+"):19")
		g.put("Oldest first, as ticks", "ticks("+text+"):19")
		for i := range dateParts {
			p := &dateParts[i]
			g.put(strings.ToUpper(p.Name[:1])+p.Name[1:], text+"."+p.Name+widthText(p.paddedDigits()))
		}
	case wholeKind:
		g.whole(e, text, digits)
	case realKind:
		g.put("Whole numbers only", "floor("+text+")")
	}
	if k == textKind || k == otherKind {
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

func (g *editing) whole(e *expr, text string, digits int) {
	if d, ok := dated(e); ok {
		p := datePart(d.part)
		g.put("Pad to "+strconv.Itoa(p.Digits)+" digits", text+widthText(p.Digits))
		if !d.reversed {
			g.put("Newest first", strconv.Itoa(turns[d.part])+"-"+text+widthText(p.paddedDigits()))
		}
		return
	}
	if e.has(func(x *expr) bool { return x.kind == callExpr && (x.fn.Name == "ticks" || x.fn.Name == "reverseTicks") }) {
		digits = ticksWidth
	}
	if digits = min(digits, 18); digits > 0 && g.t.slots[g.slot].width < digits {
		g.put("Pad to "+strconv.Itoa(digits)+" digits", text+widthText(digits))
	}
	if e.kind == columnExpr && digits > 0 {
		g.put("Largest first", strings.Repeat("9", digits)+"-"+text+widthText(digits))
	}
}

// move offers to change places with the next placeholder on one side. What
// separates them stays where it is.
func (g *editing) move(label string, step int) {
	t := g.t
	if t.slots[g.slot].expr == nil {
		return
	}
	for i := g.slot + step; i >= 0 && i < len(t.slots); i += step {
		if t.slots[i].expr == nil {
			continue
		}
		a, b := t.slots[min(i, g.slot)], t.slots[max(i, g.slot)]
		g.add(label, "", t.text[:a.offset]+t.text[b.offset:b.end]+t.text[a.end:b.offset]+t.text[a.offset:a.end]+t.text[b.end:])
		return
	}
}
