package static

import "github.com/keyrange/keyrange/build/raster"

// icons are the pictures of the site's mark: the address of each is kept for
// the head and the manifest.
type icons struct {
	vector, small, large, maskable string
}

// addIcons adds the site's mark as SVG and as the PNG files that systems ask
// for.
func (b *builder) addIcons() error {
	svg, err := b.read("web", "logo.svg")
	if err != nil {
		return err
	}
	drawing, err := raster.Parse(svg)
	if err != nil {
		return err
	}
	b.icons.vector = b.hashed("assets/logo.svg", svg)
	for _, f := range []struct {
		name   string
		pixels int
		draw   func(int) ([]byte, error)
		place  *string
	}{
		{"assets/logo-192.png", 192, drawing.PNG, &b.icons.small},
		{"assets/logo-512.png", 512, drawing.PNG, &b.icons.large},
		{"assets/logo-maskable.png", 512, drawing.Maskable, &b.icons.maskable},
	} {
		png, err := f.draw(f.pixels)
		if err != nil {
			return err
		}
		*f.place = b.hashed(f.name, png)
	}
	return nil
}
