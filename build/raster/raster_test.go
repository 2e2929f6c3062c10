package raster

import (
	"bytes"
	"image/color"
	"image/png"
	"strings"
	"testing"
)

const plain = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">
<rect width="10" height="10" rx="3" fill="#102030"/><circle cx="5" cy="5" r="2" fill="#ffffff"/></svg>`

// Each shape covers its place, and nothing covers the corner that is cut off.
func TestPNG(t *testing.T) {
	d, err := Parse([]byte(plain))
	if err != nil {
		t.Fatal(err)
	}
	text, err := d.PNG(100)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		x, y int
		want color.NRGBA
	}{
		{"middle", 50, 50, color.NRGBA{255, 255, 255, 255}},
		{"ground", 50, 10, color.NRGBA{0x10, 0x20, 0x30, 255}},
		{"round corner", 0, 0, color.NRGBA{}},
	} {
		if got := color.NRGBAModel.Convert(picture.At(c.x, c.y)); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// A maskable icon has no transparent corner, and its mark stays inside the
// circle of four fifths of the side.
func TestMaskable(t *testing.T) {
	d, err := Parse([]byte(plain))
	if err != nil {
		t.Fatal(err)
	}
	text, err := d.Maskable(100)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := color.NRGBAModel.Convert(picture.At(0, 0)); got != (color.NRGBA{0x10, 0x20, 0x30, 255}) {
		t.Errorf("corner: got %v, want the ground", got)
	}
	if got := color.NRGBAModel.Convert(picture.At(50, 66)); got == (color.NRGBA{255, 255, 255, 255}) {
		t.Error("the mark did not shrink")
	}
}

// What is not drawn is refused, so that no icon loses a part in silence.
func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ name, svg, want string }{
		{"path", `<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>`, "path"},
		{"colour name", `<svg viewBox="0 0 1 1"><rect fill="red"/></svg>`, "colour"},
		{"oblong", `<svg viewBox="0 0 1 2"></svg>`, "view box"},
		{"no SVG", `hello`, "svg"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := Parse([]byte(c.svg)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}
