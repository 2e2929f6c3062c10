// Package view draws: keys as chips, query classes as glyphs, partitions as
// bars, and a plan over the key space.
//
// Every drawing is a pure function from what it is given to elements, so
// it looks the same pre-rendered and in the page, and tests read it natively.
// A reader meets Plan first.
//
// What always holds: the key space lies the same way round everywhere, in key
// order, left to right; a hue means one of the marks; a picture has a text
// that says the same. View leaves out events, which belong to the pages.
package view

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/engine/text"
)

const svgNamespace = "http://www.w3.org/2000/svg"

// Shape is an SVG element with attributes given as name, value pairs.
func Shape(tag string, attributes ...string) app.HTMLElem {
	e := app.Elem(tag).XMLNS(svgNamespace)
	for i := 0; i+1 < len(attributes); i += 2 {
		e = e.Attr(attributes[i], attributes[i+1])
	}
	return e
}

// rect is a rounded rectangle in the look of a class.
func rect(x, y, w, h, r float64, class string) app.HTMLElem {
	return Shape("rect", "x", px(x), "y", px(y), "width", px(w), "height", px(h), "rx", px(r), "class", class)
}

// label is a line of text whose baseline starts, ends or is centred at x.
func label(x, y float64, class, text string) app.HTMLElem {
	return Shape("text", "x", px(x), "y", px(y), "class", class).Text(text)
}

// px writes a length with at most one decimal: finer is not seen.
func px(v float64) string {
	s := strconv.FormatFloat(v, 'f', 1, 64)
	return strings.TrimSuffix(s, ".0")
}

// Number writes n with thousands commas.
func Number(n int) string { return text.Number(n) }

// Count writes a number with its unit, such as "1 page" or "3,201 entities".
func Count(n int, one, many string) string { return text.Count(n, one, many) }

// Percent writes a part of a whole as Share does.
func Percent(part, whole int) string {
	if whole == 0 {
		return "0%"
	}
	return Share(float64(part) / float64(whole))
}

// Share writes a share, 0 to 1, with the digits that help: 0.05%, 12.6%, 100%.
func Share(share float64) string {
	v, digits := 100*share, 0
	switch {
	case v == 0 || v >= 99.95:
	case v < 1:
		digits = 2
	default:
		digits = 1
	}
	return strconv.FormatFloat(v, 'f', digits, 64) + "%"
}

// Shorten cuts the middle out of a text that has more than limit characters.
// Whoever shows the result keeps the whole text in a title.
func Shorten(text string, limit int) string {
	r := []rune(text)
	if len(r) <= limit || limit < 3 {
		return text
	}
	head := (limit - 1 + 1) / 2
	return string(r[:head]) + "…" + string(r[len(r)-(limit-1-head):])
}
