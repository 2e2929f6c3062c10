package view

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Reach is a strip of the whole table in key order with the places that are
// read. The figures beside it say the same.
func Reach(places [][2]int, total int) app.UI {
	marks := make([]app.UI, len(places))
	for i, at := range places {
		marks[i] = H("i", Attr("style", "left:"+share(at[0], total)), Attr("style", "width:"+share(at[1]-at[0], total)))
	}
	return H("span.reach;aria-hidden=true", marks...)
}

// share is a part of a whole as CSS writes it.
func share(part, whole int) string {
	return strconv.FormatFloat(100*float64(part)/float64(max(whole, 1)), 'f', 2, 64) + "%"
}
