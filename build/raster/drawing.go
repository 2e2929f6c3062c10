// Package raster draws the project's own SVG mark as PNG files, for the places
// that take no SVG: install prompts and home screens.
//
// Drawing is the one type. What always holds: the same SVG gives the same
// bytes on every machine. It knows filled rectangles with round corners and
// circles that are filled or outlined, on a square view box, and refuses
// everything else rather than leave it out.
package raster

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"strconv"
	"strings"
)

// Drawing is a list of shapes on a square, painted in order. The first one is
// the ground.
type Drawing struct {
	side   float64
	shapes []shape
}

// shape is a rectangle or a circle and the colour it covers its place with.
type shape struct {
	covers func(x, y float64) bool
	colour color.NRGBA
}

// element is what the SVG says about one shape.
type element struct {
	XMLName     xml.Name
	X           float64 `xml:"x,attr"`
	Y           float64 `xml:"y,attr"`
	Width       float64 `xml:"width,attr"`
	Height      float64 `xml:"height,attr"`
	Corner      float64 `xml:"rx,attr"`
	CentreX     float64 `xml:"cx,attr"`
	CentreY     float64 `xml:"cy,attr"`
	Radius      float64 `xml:"r,attr"`
	StrokeWidth float64 `xml:"stroke-width,attr"`
	Stroke      string  `xml:"stroke,attr"`
	Fill        string  `xml:"fill,attr"`
}

// Parse reads an SVG. The error names the element that is not understood.
func Parse(svg []byte) (*Drawing, error) {
	var document struct {
		ViewBox  string    `xml:"viewBox,attr"`
		Elements []element `xml:",any"`
	}
	if err := xml.Unmarshal(svg, &document); err != nil {
		return nil, fmt.Errorf("svg: %w", err)
	}
	box := strings.Fields(document.ViewBox)
	if len(box) != 4 || box[0] != "0" || box[1] != "0" || box[2] != box[3] {
		return nil, fmt.Errorf("svg: the view box is %q, want a square from 0 0", document.ViewBox)
	}
	side, err := strconv.ParseFloat(box[2], 64)
	if err != nil || side <= 0 {
		return nil, fmt.Errorf("svg: the view box is %q, want a positive size", document.ViewBox)
	}
	d := &Drawing{side: side}
	for _, e := range document.Elements {
		s, err := e.shape()
		if err != nil {
			return nil, err
		}
		d.shapes = append(d.shapes, s)
	}
	return d, nil
}

func (e element) shape() (shape, error) {
	paint, covers := e.Fill, e.rectangle
	switch {
	case e.XMLName.Local == "circle" && e.Stroke != "" && e.Fill == "none":
		paint, covers = e.Stroke, e.ring
	case e.XMLName.Local == "circle" && e.Stroke == "":
		covers = e.disc
	case e.XMLName.Local != "rect" || e.Stroke != "":
		return shape{}, fmt.Errorf("svg: %s with stroke %q and fill %q is not drawn", e.XMLName.Local, e.Stroke, e.Fill)
	}
	colour, err := parseColour(paint)
	return shape{covers, colour}, err
}

func (e element) rectangle(x, y float64) bool {
	dx := max(e.X+e.Corner-x, 0, x-(e.X+e.Width-e.Corner))
	dy := max(e.Y+e.Corner-y, 0, y-(e.Y+e.Height-e.Corner))
	if e.Corner == 0 {
		return dx == 0 && dy == 0
	}
	return float64(dx*dx)+float64(dy*dy) <= e.Corner*e.Corner // the conversions forbid fused arithmetic
}

func (e element) disc(x, y float64) bool {
	return e.distance2(x, y) <= e.Radius*e.Radius
}

func (e element) ring(x, y float64) bool {
	inner, outer := e.Radius-e.StrokeWidth/2, e.Radius+e.StrokeWidth/2
	d := e.distance2(x, y)
	return d >= inner*inner && d <= outer*outer
}

func (e element) distance2(x, y float64) float64 {
	dx, dy := x-e.CentreX, y-e.CentreY
	return float64(dx*dx) + float64(dy*dy)
}

// parseColour reads #rrggbb.
func parseColour(s string) (color.NRGBA, error) {
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "#"), 16, 32)
	if err != nil || len(s) != 7 {
		return color.NRGBA{}, fmt.Errorf("svg: the colour is %q, want #rrggbb", s)
	}
	return color.NRGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 255}, nil
}
