package static

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/keyrange/keyrange/app/site"
	"github.com/keyrange/keyrange/engine/study"
	"github.com/keyrange/keyrange/lessons/content"
	"github.com/keyrange/keyrange/lessons/workshop"
)

// addFixed adds the files that the program asks for by fixed names, /web/NAME:
// the icons, the sample data, the lessons, the workshops, the published figures and the races of
// the start page. They lie in a folder whose name holds a hash of them all, and
// go-app puts that folder in the place of /web.
func (b *builder) addFixed() error {
	sprite, err := b.sprite(site.Icons())
	if err != nil {
		return err
	}
	reading, err := b.sprite(readIcons)
	if err != nil {
		return err
	}
	fixed := bundle{files: map[string][]byte{"icons.svg": sprite, "read.svg": reading}}
	for _, name := range site.DataFiles() {
		content := site.Made(name)
		if content == nil {
			var err error
			if content, err = b.npm("vega-datasets", "data", name); err != nil {
				return err
			}
		}
		fixed.add("data/"+name, content)
	}
	for _, f := range content.Files() {
		fixed.add("lessons/"+f.ID()+".md", f.Text)
	}
	for _, e := range workshop.Catalogue() {
		fixed.add("workshops/"+e.ID+".md", workshop.Text(e.ID))
	}
	if b.figures, err = study.File(); err != nil {
		return err
	}
	fixed.add("figures.json", b.figures)
	if b.race, err = os.ReadFile(filepath.Join(b.Root, "web", "race.json")); err != nil {
		return err
	}
	fixed.add("race.json", b.race)
	if b.places, err = embeddable(); err != nil {
		return err
	}
	fixed.add("places.json", b.places)
	if err := addStill(&fixed); err != nil {
		return err
	}
	folder := "web/" + fixed.version()
	for name, content := range fixed.files {
		b.add(folder+"/"+name, content)
	}
	b.folder = b.base + folder
	return nil
}

// shapes finds what stands inside the svg element of an icon.
var shapes = regexp.MustCompile(`(?s)<svg[^>]*>(.*)</svg>`)

// sprite is one SVG with a symbol for each icon. An icon takes the colour of
// the text around it.
func (b *builder) sprite(icons []string) ([]byte, error) {
	slices.Sort(icons)
	var out bytes.Buffer
	out.WriteString(`<svg xmlns="http://www.w3.org/2000/svg">` + "\n")
	for _, name := range slices.Compact(icons) {
		source, err := b.npm("lucide-static", "icons", name+".svg")
		if err != nil {
			return nil, fmt.Errorf("icon %s: %w", name, err)
		}
		inside := shapes.FindSubmatch(source)
		if inside == nil {
			return nil, fmt.Errorf("icon %s: no svg element in its file", name)
		}
		body := bytes.Join(bytes.Fields(inside[1]), []byte(" "))
		fmt.Fprintf(&out, `<symbol id="%s" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" `+
			`stroke-linejoin="round">%s</symbol>`+"\n", name, body)
	}
	out.WriteString("</svg>\n")
	return out.Bytes(), nil
}

// addStill adds the picture of a finished run.
func addStill(to *bundle) error {
	name, pixels, width, height := site.Still()
	var out bytes.Buffer
	picture := image.NRGBA{Pix: pixels, Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&out, &picture); err != nil {
		return fmt.Errorf("picture %s: %w", name, err)
	}
	to.add(name, out.Bytes())
	return nil
}
