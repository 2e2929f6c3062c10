package view

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/keys/form"
)

// Measures of a ruler, in pixels.
const (
	rulerRow  = 28.0
	rulerLink = 64.0
)

// Ruler draws sample keys twice, in the order of the table and in the order
// that was meant, with a line from each key to itself. Lines that cross are
// where the two orders part. The table says the same in words.
func Ruler(r check.Ruler, class string) app.UI {
	meant := make([]int, len(r.Keys))
	for i, k := range r.Keys {
		meant[k.Meant] = i
	}
	rows := make([]app.UI, len(r.Keys))
	for i, k := range r.Keys {
		cells := []app.UI{
			app.Elem("th").Attr("scope", "row").Text(strconv.Itoa(i + 1)),
			app.Elem("td").Body(rulerKey(k), place(k.Meant, i)),
		}
		if i == 0 {
			cells = append(cells, H("td.rul__x;aria-hidden=true", Attr("rowspan", strconv.Itoa(len(r.Keys))), links(r)))
		}
		rows[i] = app.Elem("tr").Body(append(cells, H("td.rul__m;aria-hidden=true", rulerKey(r.Keys[meant[i]])))...)
	}
	return app.Elem("table").Class("rul", class).Body(
		T("caption.vh", "Sample keys in the order of the table, with the place that was meant"),
		app.Elem("thead").Body(app.Elem("tr").Body(
			H("th;scope=col", T("span.vh", "Place")), T("th;scope=col", "In the table"), El("td;aria-hidden=true"),
			T("td.rul__m;aria-hidden=true", "As meant"),
		)),
		app.Elem("tbody").Body(rows...),
	)
}

// place tells a key that is meant elsewhere.
func place(meant, i int) app.UI {
	switch {
	case meant < i:
		return T("span.rul__p", "meant earlier, at "+strconv.Itoa(meant+1))
	case meant > i:
		return T("span.rul__p", "meant later, at "+strconv.Itoa(meant+1))
	}
	return El("span;hidden=true")
}

// rulerKey is a key with its parts apart and what the service refuses marked.
func rulerKey(k check.RulerKey) app.UI {
	var parts []app.UI
	for _, part := range k.Parts {
		class := "rul__v"
		if part.Literal {
			class = "rul__l"
		}
		text := part.Text
		for text != "" {
			at := form.Refused(text)
			if at < 0 {
				parts = append(parts, app.Elem("span").Class(class).Text(text))
				break
			}
			size := 1
			if text[at] == 0xC2 {
				size = 2
			}
			shown := text[at : at+size]
			if shown < " " || shown > "~" {
				shown = "�"
			}
			parts = append(parts, app.Elem("span").Class(class).Text(text[:at]), T("mark.rul__bad;title=The service refuses this character", shown))
			text = text[at+size:]
		}
	}
	code := app.Elem("code").Title(k.Key)
	if k.Trap {
		code = code.Class("rul__t")
	}
	return code.Body(parts...)
}

// links are the lines between the two orders.
func links(r check.Ruler) app.UI {
	height := rulerRow * float64(len(r.Keys))
	var lines []app.UI
	for i, k := range r.Keys {
		class := "rul__line"
		if k.Meant != i {
			class = "rul__line rul__line--x"
		}
		from, to := px(rulerRow*(float64(i)+.5)), px(rulerRow*(float64(k.Meant)+.5))
		lines = append(lines, Shape("path", "d", "M2 "+from+" C 32 "+from+" 32 "+to+" 62 "+to).Class(class))
	}
	return Shape("svg", "viewBox", "0 0 "+px(rulerLink)+" "+px(height), "width", px(rulerLink), "height", px(height), "preserveAspectRatio",
		"none").Body(lines...)
}
