package view

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// The three drawings on the cards of the home page. They are decoration: the
// cards say everything in words.

func art(shapes ...app.UI) app.UI {
	return Shape("svg", "viewBox", "0 0 384 136", "preserveAspectRatio", "xMidYMid slice").Aria("hidden", "true").Body(shapes...)
}

// OrderArt draws partitions with their entities in order.
func OrderArt() app.UI {
	var shapes []app.UI
	lengths := [][]float64{{164, 130, 148}, {176, 118}, {140, 160}}
	y := 18.0
	for _, rows := range lengths {
		h := float64(len(rows))*13 - 3
		shapes = append(shapes, rect(66, y+1, 38, 8, 2, "d-art-pk"), rect(118, y-2, 4, h+3, 2, "d-art-pk"))
		for _, w := range rows {
			shapes = append(shapes, rect(134, y+1, w, 6, 3, "d-art-rk"))
			y += 13
		}
		y += 9
	}
	return art(shapes...)
}

// QueryArt draws a range that is read out of a row of partitions.
func QueryArt() app.UI {
	var shapes []app.UI
	for i := range 26 {
		class := "d-art-rest"
		if i >= 8 && i <= 16 {
			class = "d-art-pk"
		}
		shapes = append(shapes, rect(60+float64(i)*10.4, 46, 7, 54, 1.5, class))
	}
	shapes = append(shapes,
		Shape("path", "class", "d-art-line", "d", "M142 38V28H236V38"),
		Shape("path", "class", "d-art-tk", "d", "M180 104h10v18l-5-5-5 5z"),
		Shape("path", "class", "d-art-tk", "d", "M222 104h10v18l-5-5-5 5z"),
	)
	return art(shapes...)
}

// ImportArt draws a file that becomes entities in order.
func ImportArt() app.UI {
	return art(
		Shape("path", "class", "d-art-paper", "d", "M92 30h36l16 16v62H92z"),
		Shape("path", "class", "d-art-line", "d", "M104 62h26M104 76h20M104 90h26M176 69h26m-10-9 10 9-10 9"),
		rect(232, 30, 4, 36, 2, "d-art-pk"), rect(232, 76, 4, 32, 2, "d-art-pk"),
		rect(244, 32, 62, 6, 3, "d-art-rk"), rect(244, 45, 48, 6, 3, "d-art-rk"), rect(244, 58, 70, 6, 3, "d-art-rk"),
		rect(244, 80, 54, 6, 3, "d-art-rk"), rect(244, 94, 66, 6, 3, "d-art-rk"),
	)
}
