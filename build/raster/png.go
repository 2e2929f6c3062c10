package raster

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
)

// samples is how many points per pixel and direction decide its colour.
const samples = 8

// PNG is the drawing with that many pixels on a side.
func (d *Drawing) PNG(pixels int) ([]byte, error) {
	return d.encode(pixels, 1, d.shapes)
}

// Maskable is the drawing for systems that cut icons to a shape of their own:
// the ground fills the square and the rest shrinks into the middle, inside the
// circle of four fifths that is never cut.
func (d *Drawing) Maskable(pixels int) ([]byte, error) {
	const scale = 0.72
	shapes := append([]shape{}, d.shapes...)
	shapes[0].covers = func(x, y float64) bool { return true }
	return d.encode(pixels, scale, shapes)
}

// encode paints the shapes, scaled about the middle of the square.
func (d *Drawing) encode(pixels int, scale float64, shapes []shape) ([]byte, error) {
	picture := image.NewNRGBA(image.Rect(0, 0, pixels, pixels))
	for py := range pixels {
		for px := range pixels {
			picture.SetNRGBA(px, py, d.pixel(px, py, pixels, scale, shapes))
		}
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err := encoder.Encode(&b, picture)
	return b.Bytes(), err
}

// pixel is the mean colour of a pixel's sample points; points that nothing
// covers count as transparent.
func (d *Drawing) pixel(px, py, pixels int, scale float64, shapes []shape) color.NRGBA {
	var r, g, b, covered int
	place := func(p, sample int) float64 {
		unit := (float64(p) + (float64(sample)+0.5)/samples) / float64(pixels)
		return ((unit-0.5)/scale + 0.5) * d.side
	}
	for sy := range samples {
		for sx := range samples {
			c := topmost(place(px, sx), place(py, sy), shapes)
			if c.A != 0 {
				r, g, b, covered = r+int(c.R), g+int(c.G), b+int(c.B), covered+1
			}
		}
	}
	if covered == 0 {
		return color.NRGBA{}
	}
	return color.NRGBA{R: uint8(r / covered), G: uint8(g / covered), B: uint8(b / covered),
		A: uint8(covered * 255 / (samples * samples))}
}

// topmost is the colour of the last shape that covers the point.
func topmost(x, y float64, shapes []shape) color.NRGBA {
	for i := len(shapes) - 1; i >= 0; i-- {
		if shapes[i].covers(x, y) {
			return shapes[i].colour
		}
	}
	return color.NRGBA{}
}
