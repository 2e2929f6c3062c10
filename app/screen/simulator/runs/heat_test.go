package runs

import (
	"bytes"
	"testing"

	"github.com/keyrange/keyrange/app/view"
)

func heatOf(t *testing.T, preset string, look HeatLook) *Heat {
	t.Helper()
	s := NewState(preset)
	s.Play.SeekRun(s.Play.Span() / 6)
	s.Play.Advance(0, func() bool { return true })
	r := s.Play.Runs()[0]
	h := &Heat{Look: look, Width: 300, Height: 256, Scale: 1, To: r.Columns(), Bands: r.Bands(128)}
	h.Show(r)
	h.Fill()
	return h
}

func pixel(h *Heat, strip []byte, x, y int) view.Colour {
	at := (y*h.Width + x) * 4
	return view.Colour{strip[at], strip[at+1], strip[at+2]}
}

// A picture that is drawn in strips is the same as one that is drawn at once.
func TestHeatStrips(t *testing.T) {
	for _, look := range []HeatLook{{Lines: true}, {Colours: AgainstBusiest}, {Colours: AgainstTarget}, {Flip: true, Lines: true, Metric: throttledMetric}} {
		h := heatOf(t, "append", look)
		whole := h.Strip(0, h.Width, nil)
		for x := 0; x < h.Width; x += 50 {
			part := h.Strip(x, x+50, nil)
			for y := range h.Height {
				got, want := part[y*200:(y+1)*200], whole[(y*h.Width+x)*4:(y*h.Width+x+50)*4]
				if !bytes.Equal(got, want) {
					t.Fatalf("%+v: line %d of the strip at %d differs", look, y, x)
				}
			}
		}
	}
}

// Keys run downward and time runs right: what grows with time goes from the top
// left, and turned round from the bottom left. What has not happened is empty.
func TestHeatDirection(t *testing.T) {
	down, up := heatOf(t, "append", HeatLook{}), heatOf(t, "append", HeatLook{Flip: true})
	cold := pixel(down, down.Strip(0, down.Width, nil), 1, down.Height-1)
	for _, h := range []*Heat{down, up} {
		strip := h.Strip(0, h.Width, nil)
		y, other := 0, h.Height-1
		if h.Look.Flip {
			y, other = other, y
		}
		if got := pixel(h, strip, 1, y); got == cold || got == view.HeatFloor {
			t.Errorf("flip %v: where the keys begin is %v, want heat", h.Look.Flip, got)
		}
		if got := pixel(h, strip, 1, other); got != cold {
			t.Errorf("flip %v: where nothing was written is %v, want %v", h.Look.Flip, got, cold)
		}
		if got := pixel(h, strip, h.Width-1, y); got != view.HeatFloor {
			t.Errorf("flip %v: the future is %v, want %v", h.Look.Flip, got, view.HeatFloor)
		}
	}
}

// The colour breaks at the target: just below it is the ramp, above it the end
// of the ramp with a hatch. A cell can not be over the target and look harmless.
func TestHeatBreak(t *testing.T) {
	if a, b := view.HeatIndex(999), view.HeatIndex(1000); a > 255 || b != 255 {
		t.Errorf("the steps at the target are %d and %d", a, b)
	}
	last := -1
	for share := int64(0); share <= 1000; share++ {
		if at := int(view.HeatIndex(share)); at < last {
			t.Fatalf("the ramp falls at %d", share)
		} else {
			last = at
		}
	}
	h := heatOf(t, "single", HeatLook{})
	strip := h.Strip(0, h.Width, nil)
	seen := map[view.Colour]bool{}
	for y := range h.Height {
		seen[pixel(h, strip, 20, y)] = true
	}
	if !seen[view.HeatInk] || !seen[view.Inferno[255]] {
		t.Errorf("a partition at twice its target is drawn in %v, want the end of the ramp with dark lines", seen)
	}
}

// Sentences of the engine name servers by number, the page by letter.
func TestLettered(t *testing.T) {
	for _, c := range [][2]string{
		{"Range 7 goes from server 0, which was busy, to server 11: it takes", "Range 7 goes from server A, which was busy, to server D2: it takes"},
		{"Server 5 fails. Its ranges go to the others.", "Server F fails. Its ranges go to the others."},
		{"Other tenants take 3 % of the servers.", "Other tenants take 3 % of the servers."},
	} {
		if got := view.Lettered(c[0]); got != c[1] {
			t.Errorf("%q became %q, want %q", c[0], got, c[1])
		}
	}
}
