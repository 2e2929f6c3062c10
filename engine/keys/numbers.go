package keys

// numbers is what one placeholder gave, as long as all of it reads as numbers.
// The order of the texts is not that of the numbers exactly when wide sorts
// before narrow, or when there are numbers below 0.
type numbers struct {
	seen        int
	other       bool   // something else than a number was given
	least, most int    // digits before the point
	narrow      string // the last in text order of those with the fewest digits
	wide        string // the first in text order of those with the most
	rows        [2]int // of narrow and wide
	negatives   int
	negative    string // the first below 0
	negativeRow int
}

// measure looks at what each placeholder gave in the key just made.
func (a *Analysis) measure(which int, b *Bound, key string) {
	if !b.made(key) {
		return
	}
	for i := range b.slots {
		s := &b.slots[i]
		n := &a.numbers[which][i]
		if s.code.text == nil || n.other || s.code.kind == dateKind || s.code.kind == otherKind {
			continue
		}
		start, end := b.span(i)
		if text := key[start:end]; !s.code.mixed || startsNumber(text) {
			n.add(text, a.rows-1)
		}
	}
}

// startsNumber tells a number from the text that stands in for a missing one.
func startsNumber(text string) bool {
	digits, _ := numeral(text)
	return digits > 0
}

// add takes one text. A text that is not a number ends the matter.
func (n *numbers) add(text string, row int) {
	digits, negative := numeral(text)
	if digits == 0 {
		n.other = true
		return
	}
	if negative {
		if n.negatives == 0 {
			n.negative, n.negativeRow = text, row
		}
		n.negatives++
	}
	if n.seen == 0 || digits < n.least || digits == n.least && text > n.narrow {
		n.least, n.narrow, n.rows[0] = digits, text, row
	}
	if n.seen == 0 || digits > n.most || digits == n.most && text < n.wide {
		n.most, n.wide, n.rows[1] = digits, text, row
	}
	n.seen++
}

// numeral returns how many digits a number has before its point, or 0 when the
// text is not a number.
func numeral(text string) (digits int, negative bool) {
	i := 0
	if text != "" && text[0] == '-' {
		i, negative = 1, true
	}
	start := i
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	digits = i - start
	if i < len(text) && text[i] == '.' {
		for i++; i < len(text) && isDigit(text[i]); i++ {
		}
	}
	if i < len(text) {
		return 0, negative
	}
	return digits, negative
}

// hasNumbers reports whether a placeholder gave nothing but numbers.
func (a *Analysis) hasNumbers() bool {
	for _, key := range a.numbers {
		for _, n := range key {
			if n.seen > 0 && !n.other {
				return true
			}
		}
	}
	return false
}

// unsorted returns the placeholders whose numbers do not sort as numbers.
func (a *Analysis) unsorted() []Finding {
	var all []Finding
	for which, slots := range a.numbers {
		b := a.bound(which == 1)
		for i, n := range slots {
			switch {
			case n.other || n.seen < 2:
			case n.negatives > 0:
				all = append(all, n.backwards(b, i, which == 1))
			case n.least < n.most && n.wide < n.narrow:
				all = append(all, n.unpadded(b, i, which == 1))
			}
		}
	}
	return all
}

// unpadded says that numbers sort as text. Among hash buckets no order is lost
// that anyone could want, so that is a Note.
func (n *numbers) unpadded(b *Bound, slot int, rowKey bool) Finding {
	s := b.template.slots[slot]
	f := Finding{
		Kind: UnpaddedNumber, Severity: Problem, Count: n.seen, Rows: []int{n.rows[1], n.rows[0]},
		Title:  "Numbers in " + keyName(rowKey) + " sort as text",
		Detail: n.wide + " sorts before " + n.narrow + ", because " + s.expr.String() + " is " + count(n.least) + " to " + count(n.most) + " digits wide. A range of numbers is then not a range of keys.",
	}
	if s.expr.has(func(e *expr) bool { return e.kind == callExpr && e.fn.Name == "hash" }) {
		f.Severity = Note
	}
	if n.most <= MaxWidth {
		f.Fix = b.template.pad(slot, n.most, rowKey)
	}
	return f
}

// backwards says that numbers below 0 sort in reverse. Adding a power of ten
// that no digit count exceeds makes them positive and keeps their order.
func (n *numbers) backwards(b *Bound, slot int, rowKey bool) Finding {
	s := b.template.slots[slot]
	f := Finding{
		Kind: NegativeNumber, Severity: Problem, Count: n.negatives, Rows: []int{n.negativeRow},
		Title:  "Numbers below 0 in " + keyName(rowKey) + " sort backwards",
		Detail: "Row " + count(n.negativeRow+1) + " gives " + n.negative + " for " + s.expr.String() + ". As text, -1 sorts before -2.",
	}
	if b.slots[slot].code.kind.isNumber() && n.most < 18 {
		f.Fix = b.template.shift(slot, n.most, rowKey)
	}
	return f
}

func keyName(rowKey bool) string {
	if rowKey {
		return "RowKey"
	}
	return "PartitionKey"
}
