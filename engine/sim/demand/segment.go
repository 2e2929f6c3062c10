package demand

import (
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/sim/random"
)

// templatePiece is a part of a template's text that becomes one segment.
type templatePiece struct {
	text     string
	class    class
	from, to int
}

// cutTemplate cuts a template into pieces that depend on one thing each. Literal
// text goes with the placeholder before it.
func cutTemplate(template *keys.Template) ([]templatePiece, error) {
	var out []templatePiece
	for _, p := range placeholders(template) {
		if p.class&byRow != 0 {
			return nil, &keys.Error{Message: "rowNumber counts the rows of a data set, and these entities are generated. Use Number, At or Id.",
				Offset: p.from, End: p.to}
		}
		if p.class&(p.class-1) != 0 {
			return nil, &keys.Error{Message: "This placeholder mixes the entity, the time or the Id. Give each a placeholder of its own.",
				Offset: p.from, End: p.to}
		}
		if n := len(out); n > 0 && joins(out[n-1].class, p.class) {
			out[n-1].text += p.text
			out[n-1].class |= p.class
			out[n-1].to = p.to
			continue
		}
		out = append(out, p)
	}
	if len(out) == 0 {
		out = []templatePiece{{}}
	}
	return out, nil
}

// joins reports whether neighbours make one segment: they depend on the same or
// one of them on nothing. An Id itself takes the text behind it only.
func joins(a, b class) bool {
	return a == b && a != byWholeID || b == constant || a == constant && b != byWholeID
}

// placeholders returns the parts of a template, each with what it depends on.
func placeholders(template *keys.Template) []templatePiece {
	var out []templatePiece
	slot := -2
	for _, part := range template.Parts() {
		if part.Slot != slot || part.Slot < 0 {
			out = append(out, templatePiece{from: part.Offset})
			slot = part.Slot
		}
		p := &out[len(out)-1]
		p.text += part.Text
		p.to = part.Offset + len(part.Text)
		switch {
		case part.Kind == keys.ColumnPart:
			p.class |= classOf(part.Text)
		case part.Kind == keys.FunctionPart && part.Text == "rowNumber":
			p.class |= byRow
		}
		if p.class == byID && p.text == "{Id}" {
			p.class = byWholeID
		}
	}
	return out
}

func classOf(column string) class {
	switch column {
	case "At":
		return byTime
	case "Id":
		return byID
	}
	return byEntity
}

// segment evaluates the piece for all that it can depend on.
func (p templatePiece) segment(e *Entities, rest func()) (segment, error) {
	template, err := keys.Parse(p.text)
	if err != nil {
		return segment{}, err
	}
	bound, err := template.Bind(e.Columns())
	if err != nil {
		return segment{}, err
	}
	stride := e.stride()
	make := func(variant int) (string, error) {
		g := p.variant(e, variant)
		g.stride = stride
		return bound.Key(g, variant)
	}
	if p.class == byWholeID {
		whole := func(id uint64) string {
			text, _ := bound.Key(&generated{entities: e, id: id}, 0)
			return text
		}
		return segment{class: byWholeID, whole: whole}, nil
	}
	texts, problem := p.texts(e, make, rest)
	if problem != nil {
		return segment{}, problem
	}
	s := newSegment(texts, rest, func(i int) string { text, _ := make(i); return text })
	s.made, s.class = p.text, p.class
	if s.class == constant {
		s.class = byEntity
	}
	s.short, s.long = s.openEnded(texts)
	return s, nil
}

// closed is an error where texts of a segment begin with others of it, unless it
// is the last: then what follows would have a say in their order.
func (p templatePiece) closed(s *segment, last bool) error {
	if last || s.short == s.long {
		return nil
	}
	return &keys.Error{Message: "Here " + s.long + " begins with " + s.short +
		", so what follows would mix the two. Put a sign such as _ behind the placeholder.", Offset: p.from, End: p.to}
}

// variant is the row for one of the things that the piece depends on.
func (p templatePiece) variant(e *Entities, i int) *generated {
	g := &generated{entities: e}
	switch p.class {
	case byTime:
		g.slot = int64(i)
	case byID:
		g.id = uint64(i)<<52 | random.Mix(uint64(i))>>12
	default:
		g.number = i
	}
	return g
}

func (p templatePiece) texts(e *Entities, text func(int) (string, error), rest func()) ([]string, error) {
	n := e.Count
	switch p.class {
	case byTime:
		n = MaxSeconds
	case byID:
		n = idVariants
	}
	texts := make([]string, n)
	for i := range texts {
		if i%restEvery == 0 {
			rest()
		}
		var err error
		if texts[i], err = text(i); err != nil {
			reason := err.Error()
			if row, ok := err.(*keys.RowError); ok {
				reason = row.Reason()
			}
			return nil, &keys.Error{Message: reason, Offset: p.from, End: p.to}
		}
	}
	return texts, nil
}
