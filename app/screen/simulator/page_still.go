package simulator

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
)

// stillWidth and stillHeight are the pixels of the picture of a finished run, and
// stillName is its file.
const (
	stillWidth  = 480
	stillHeight = 240
	stillName   = "first-run.png"
)

// still draws the picture of the finished first run as wide and high as its place:
// keys and time have no proportion to each other.
func still(label string) app.UI {
	width, height := strconv.Itoa(stillWidth), strconv.Itoa(stillHeight)
	return view.Shape("svg", "viewBox", "0 0 "+width+" "+height, "preserveAspectRatio", "none", "role", "img").Aria("label", label).Body(
		view.Shape("image", "href", "/web/"+stillName, "width", width, "height", height))
}

// Still draws the finished run of the simulator's first scenario, as rows of four
// bytes a pixel.
func Still() (name string, pixels []byte, width, height int) {
	first := runs.NewState(runs.FirstPreset)
	first.Play.Finish()
	r := first.Play.Runs()[0]
	h := runs.Heat{Look: runs.HeatLook{Lines: true}, Width: stillWidth, Height: stillHeight, Scale: 1, To: r.Columns(),
		Bands: r.Bands(r.Rows())}
	h.Show(r)
	h.Fill()
	return stillName, h.Strip(0, stillWidth, nil), stillWidth, stillHeight
}
