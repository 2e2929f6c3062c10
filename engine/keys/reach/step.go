package reach

import (
	"math"
	"strconv"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/form"
	"github.com/keyrange/keyrange/engine/table"
)

// textSpan is texts that a step can give, between a least and a greatest one.
//
// What always holds: no text of a level one begins another one, because
// all are equally long, so that what follows in the key decides only between
// rows with the same text. low and high are then the numbers at its ends.
type textSpan struct {
	low    string
	above  bool // low itself is none of the texts
	limits []limit
	level  bool
	ends   span
}

// limit bounds texts from above: all sort before the text if out, else it is
// one of them, and none sorts after it but those that begin another limit.
type limit struct {
	text string
	out  bool
}

// gives returns the texts that a step can give; ok is false when any text is
// possible.
func (r *reacher) gives(s *step) (all []textSpan, ok bool) {
	switch {
	case s.expr == nil:
		return nil, false
	case s.code.Kind == keys.WholeKind:
		n, ok := r.wholes(s.expr)
		return digits(r.fitted(s, n), s.width), ok
	case s.code.Kind == keys.RealKind:
		n, ok := r.decimals(s.expr)
		if i := r.index(s.expr.Name); s.expr.Kind == keys.ColumnExpr {
			n = r.known[i].decimals()
		}
		return r.without(s, points(r.fittedReals(s, n), s.width)), ok
	case s.code.Kind == keys.DateKind:
		n, ok := r.wholes(s.expr)
		return []textSpan{even(n, s.width, func(b []byte, n int64) []byte { return form.AppendInstant(b, table.Ticks(n)) })}, ok
	case s.expr.Kind == keys.PartExpr:
		n, ok := r.wholes(s.expr)
		write := func(b []byte, n int64) []byte { return form.AppendDate(b, table.Ticks(n)*table.Day) }
		if s.expr.Part.Name == "time" {
			write = func(b []byte, n int64) []byte { return form.AppendTime(b, table.Ticks(n)*table.Second) }
		}
		return []textSpan{even(n, s.width, write)}, ok
	case s.width > 0:
		return nil, false
	}
	set, ok := r.texts(s.expr)
	return []textSpan{set}, ok
}

// even is numbers that are written equally long and sort as they are.
func even(n span, width int, write func([]byte, int64) []byte) textSpan {
	low, high := form.PadZeros(write(nil, n.low), 0, width), form.PadZeros(write(nil, n.high), 0, width)
	return textSpan{low: string(low), limits: []limit{{text: string(high)}}, level: true, ends: n}
}

// digits returns the texts of whole numbers, one textSpan for each length and
// sign: numbers of one length sort as they are, negative ones the other way
// round.
func digits(n span, width int) (all []textSpan) {
	if n.low > n.high {
		return nil
	}
	if n.low < 0 {
		from, to := uint64(1), uint64(-(n.low+1))+1
		if n.high < 0 {
			from = uint64(-(n.high + 1)) + 1
		}
		all = lengths("-", from, to, width)
	}
	if n.high >= 0 {
		all = append(all, lengths("", uint64(max(0, n.low)), uint64(n.high), width)...)
	}
	return all
}

func lengths(sign string, from, to uint64, width int) (all []textSpan) {
	for low := from; ; {
		high := to
		if l := len(strconv.FormatUint(low, 10)); max(l, width) < 20 {
			high = min(to, power(max(l, width))-1)
		}
		s := textSpan{low: zeroed(sign, low, width), limits: []limit{{text: zeroed(sign, high, width)}}, level: true,
			ends: span{int64(low), int64(high)}}
		if sign != "" {
			s.ends = span{-int64(low), -int64(high)} // in the order of the texts
		}
		all = append(all, s)
		if high == to {
			return all
		}
		low = high + 1
	}
}

func zeroed(sign string, n uint64, width int) string {
	return string(form.PadZeros(strconv.AppendUint([]byte(sign), n, 10), 0, width))
}

// power is 10 to the n, for n below 20.
func power(n int) uint64 {
	p := uint64(1)
	for range n {
		p *= 10
	}
	return p
}

// The numbers between which a double is written without an exponent.
const (
	leastPlain    = 1e-4
	greatestPlain = 1e15
)

// points returns the texts of decimals, one textSpan for each number of digits
// before the point and each sign. 0 and -0 are different texts.
func points(n reals, width int) (all []textSpan) {
	if n.low > n.high {
		return nil
	}
	if n.low < 0 || n.low == 0 && !n.plain {
		all = magnitudes("-", reals{max(0, -n.high), -n.low, n.plain}, width)
	}
	if n.high >= 0 {
		all = append(all, magnitudes("", reals{max(0, n.low), n.high, n.plain}, width)...)
	}
	return all
}

func magnitudes(sign string, n reals, width int) (all []textSpan) {
	exponents := textSpan{low: sign + "0", limits: []limit{{text: sign + ":", out: true}}}
	switch {
	case width == 0:
		exponents.low = sign + "1"
	case sign != "": // zeros come before the sign
		exponents = textSpan{low: sign, limits: []limit{{text: ":", out: true}}}
	}
	if n.low < leastPlain && n.high > 0 && !n.plain {
		all = append(all, exponents)
	}
	for d := 1; d <= 15; d++ {
		low, high := max(n.low, math.Pow10(d-1)), min(n.high, math.Nextafter(math.Pow10(max(d, min(width, 15))), 0))
		if d == 1 {
			low = n.low
		}
		if d == 1 && low > 0 {
			low = max(low, leastPlain)
		}
		if low > high || d > 1 && d <= width {
			continue
		}
		from, to := decimalText(sign, low, width), decimalText(sign, high, width)
		all = append(all, textSpan{low: from, limits: beginnings(from, to)})
	}
	if n.high >= greatestPlain && !n.plain {
		text := decimalText(sign, math.Inf(1), width)
		all = append(all, exponents, textSpan{low: text, limits: []limit{{text: text}}})
	}
	return all
}

// without takes the ends out of the texts that the question leaves out.
func (r *reacher) without(s *step, all []textSpan) []textSpan {
	i := -1
	if s.expr.Kind == keys.ColumnExpr {
		i = r.index(s.expr.Name)
	}
	if i < 0 || r.known[i] == nil {
		return all
	}
	k := r.known[i]
	out := func(text string) bool {
		return k.above && text == decimalText("", k.low.Float(), s.width) || k.below && text == decimalText("", k.high.Float(), s.width)
	}
	for j := range all {
		all[j].above = out(all[j].low)
		for n := range all[j].limits {
			all[j].limits[n].out = all[j].limits[n].out || n == 0 && out(all[j].limits[n].text)
		}
	}
	return all
}

func decimalText(sign string, f float64, width int) string {
	return string(form.PadZeros(form.AppendReal([]byte(sign), f), 0, width))
}

// beginnings are the greatest decimal and those with fewer digits after the
// point that it begins with: what follows may sort after more digits.
func beginnings(from, to string) []limit {
	all := []limit{{text: to}}
	point := 0
	for point < len(to) && to[point] != '.' {
		point++
	}
	for end := len(to) - 1; end > point+1; end-- {
		if (to[end-1] != '0' || end == point+2) && table.CompareUTF16(to[:end], from) >= 0 {
			all = append(all, limit{text: to[:end]})
		}
	}
	return all
}

// lowest returns the least key that begins with a text and goes on with the
// steps from a given one, as far as that can be told. above leaves it out.
func (r *reacher) lowest(i int, text string) (low string, above bool) {
	for ; i < len(r.steps); i++ {
		value, ok := r.text(&r.steps[i])
		if !ok {
			break
		}
		text += value
	}
	if i == len(r.steps) || !r.told(r.steps[i].expr) {
		return text, false
	}
	if can, ok := r.gives(&r.steps[i]); ok && len(can) > 0 {
		return r.least(i, text, can)
	}
	return text, false
}

// least is lowest where the texts of the step are at hand.
func (r *reacher) least(i int, text string, can []textSpan) (low string, above bool) {
	tail, end := r.tail(i + 1)
	at := 0
	for j := range can {
		if table.CompareUTF16(can[j].from(tail), can[at].from(tail)) < 0 {
			at = j
		}
	}
	for j, s := range can {
		l, out := text+s.from(tail), s.above && end && tail == ""
		if j == at && s.level {
			l, out = r.pinned(r.steps[i].expr, s.ends.low).lowest(i+1, text+s.low)
		}
		switch c := table.CompareUTF16(l, low); {
		case j == 0 || c < 0:
			low, above = l, out
		case c == 0:
			above = above && out
		}
	}
	return low, above
}

// from is the least text of a textSpan with what follows, which counts only where
// no other text begins with it.
func (s *textSpan) from(tail string) string {
	if s.level {
		return s.low + tail
	}
	return s.low
}

// ceiling is an upper bound of keys: all sort before the text, or none after it
// if within. An open one is no bound.
type ceiling struct {
	text   string
	within bool
	open   bool
}

// below reports whether c bounds more tightly than d.
func (c ceiling) below(d ceiling) bool {
	if c.open || d.open {
		return d.open && !c.open
	}
	order := table.CompareUTF16(c.text, d.text)
	return order < 0 || order == 0 && !c.within && d.within
}

func before(text string) ceiling { return ceiling{text: text, open: text == ""} }

// highest is the counterpart of lowest.
func (r *reacher) highest(i int, text string) ceiling {
	for ; i < len(r.steps); i++ {
		value, ok := r.text(&r.steps[i])
		if !ok {
			break
		}
		text += value
	}
	if i == len(r.steps) {
		return ceiling{text: text, within: true}
	}
	if !r.told(r.steps[i].expr) {
		return before(after(text))
	}
	if can, ok := r.gives(&r.steps[i]); ok && len(can) > 0 {
		return r.greatest(i, text, can, true)
	}
	return before(after(text))
}

// greatest is highest where the texts of the step are at hand. deep looks at
// what comes after the step in the rows that give its greatest text.
func (r *reacher) greatest(i int, text string, can []textSpan, deep bool) ceiling {
	tail, end := r.tail(i + 1)
	top, at := ceiling{}, -1
	others := ceiling{}
	for j, s := range can {
		if len(s.limits) == 0 {
			return ceiling{open: true}
		}
		for _, l := range s.limits {
			switch c := l.ceiling(text, tail, end); {
			case at < 0 || top.below(c):
				top, at, others = c, j, top
			case others.below(c):
				others = c
			}
		}
	}
	if s := can[at]; deep && s.level {
		if top = r.pinned(r.steps[i].expr, s.ends.high).highest(i+1, text+s.limits[0].text); top.below(others) {
			return others
		}
	}
	return top
}

// ceiling is the bound that a limit gives between what comes before it and what
// follows.
func (l limit) ceiling(text, tail string, end bool) ceiling {
	switch {
	case l.out && l.text == "":
		return before(after(text))
	case l.out:
		return before(text + l.text)
	case end:
		return ceiling{text: text + l.text + tail, within: true}
	}
	return before(after(text + l.text + tail))
}

// tail returns what every key has after a step, and whether it ends there.
func (r *reacher) tail(i int) (text string, end bool) {
	for ; i < len(r.steps); i++ {
		value, ok := r.text(&r.steps[i])
		if !ok {
			return text, false
		}
		text += value
	}
	return text, true
}
