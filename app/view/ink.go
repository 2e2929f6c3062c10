package view

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// Ink is a stretch of a text that is shown in one look.
type Ink struct {
	Text  string
	Class string // CSS classes, empty for plain
}

// Wrong is the half-open range of bytes of a text that an error is about. A
// range without bytes at the end of the text marks the place after it.
type Wrong struct{ From, To int }

// NoWrong is the Wrong of a text without an error.
var NoWrong = Wrong{-1, -1}

// TemplateInk cuts a key template into text that stands for itself and
// placeholders, also while it has an error. class is the look of a placeholder,
// such as "slot--pk". The texts joined are the template.
func TemplateInk(text, class string, wrong Wrong) []Ink {
	var inks []Ink
	slot := -1
	for _, part := range keys.Parts(text) {
		if n := len(inks); n > 0 && part.Slot >= 0 && part.Slot == slot {
			inks[n-1].Text += part.Text
			continue
		}
		slot = part.Slot
		looks := ""
		if slot >= 0 {
			looks = "slot " + class
		}
		inks = append(inks, Ink{part.Text, looks})
	}
	return mark(inks, wrong)
}

// filterLooks is the look of each kind of token; a quoted text takes the look
// of the key that it is compared with.
var filterLooks = map[filter.TokenKind]string{
	filter.TokenBad:          "ink-name",
	filter.TokenProperty:     "ink-name",
	filter.TokenPartitionKey: "ink-pk",
	filter.TokenRowKey:       "ink-rk",
	filter.TokenOperator:     "ink-kw",
	filter.TokenConstant:     "ink-name",
	filter.TokenString:       "ink-name",
	filter.TokenNumber:       "ink-name",
	filter.TokenParen:        "ink-kw",
}

// maxInks is how many stretches of a text have a look of their own, some hundred
// conditions. The rest has none: an element for each would hold the page up.
const maxInks = 1000

// FilterInk cuts a $filter into its words, also while it has an error. The
// texts joined are the filter.
func FilterInk(text string, wrong Wrong) []Ink {
	var inks []Ink
	at, key := 0, ""
	for _, t := range filter.Tokens(text) {
		if len(inks) >= maxInks {
			break
		}
		if t.Start > at {
			inks = append(inks, Ink{text[at:t.Start], ""})
		}
		looks := filterLooks[t.Kind]
		switch t.Kind {
		case filter.TokenPartitionKey, filter.TokenRowKey:
			key = looks
		case filter.TokenProperty:
			key = ""
		case filter.TokenString:
			if key != "" {
				looks = key
			}
		}
		inks = append(inks, Ink{text[t.Start:t.End], looks})
		at = t.End
	}
	if at < len(text) {
		inks = append(inks, Ink{text[at:], ""})
	}
	return mark(inks, wrong)
}

// TokenLook is the look of a kind of token.
func TokenLook(k filter.TokenKind) string { return filterLooks[k] }

// Looks is FilterInk for an editor: "FROM TO LOOK" per line, in UTF-16 units,
// for the stretches that have a look, with what is wrong underlined.
func Looks(text string) string {
	wrong := NoWrong
	if _, err := filter.Parse(text); err != nil {
		if e, ok := err.(*filter.Error); ok {
			wrong = Wrong{From: e.Offset, To: e.End}
		}
	}
	var out []byte
	at := 0
	for _, ink := range FilterInk(text, wrong) {
		from := at
		at += table.UTF16Len(ink.Text)
		if ink.Class != "" {
			out = append(strconv.AppendInt(out, int64(from), 10), ' ')
			out = append(strconv.AppendInt(out, int64(at), 10), ' ')
			out = append(append(out, ink.Class...), '\n')
		}
	}
	return string(out)
}

// mark cuts the stretches at the ends of what is wrong and gives that part the
// look of an error.
func mark(inks []Ink, wrong Wrong) []Ink {
	if wrong.From < 0 {
		return inks
	}
	var out []Ink
	at := 0
	for _, ink := range inks {
		from := min(max(wrong.From-at, 0), len(ink.Text))
		to := min(max(wrong.To-at, from), len(ink.Text))
		at += len(ink.Text)
		for _, piece := range []Ink{{ink.Text[:from], ink.Class}, {ink.Text[from:to], strings.TrimSpace(ink.Class + " ink-err")},
			{ink.Text[to:], ink.Class}} {
			if piece.Text != "" {
				out = append(out, piece)
			}
		}
	}
	if wrong.From >= at {
		out = append(out, Ink{" ", "ink-err"})
	}
	return out
}

// Inked turns stretches into elements.
func Inked(inks []Ink) []app.UI {
	shapes := make([]app.UI, len(inks))
	for i, ink := range inks {
		shapes[i] = app.Elem("span").Class(ink.Class).Text(words.Visible(ink.Text))
	}
	return shapes
}

// caretBefore and caretAfter are how many characters around a mistake a caret
// line shows.
const caretBefore, caretAfter = 32, 16

// Caret writes the part of a text around a byte and a caret under that byte,
// in two lines of a fixed-width type.
func Caret(text string, offset int) string {
	offset = min(max(offset, 0), len(text))
	before, after := []rune(oneLine(text[:offset])), []rune(oneLine(text[offset:]))
	if len(before) > caretBefore {
		before = append([]rune("…"), before[len(before)-caretBefore:]...)
	}
	if len(after) > caretAfter {
		after = append(after[:caretAfter:caretAfter], '…')
	}
	return string(before) + string(after) + "\n" + strings.Repeat(" ", len(before)) + "^"
}

// oneLine shows white space as spaces, so that a caret stays under its place.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r == '\r' {
			return ' '
		}
		return r
	}, text)
}
