package static

// icons are the pictures of the site's mark: the address of each is kept for
// the head and the manifest.
type icons struct {
	vector, small, large, maskable string
}

// addIcons adds the site's mark as SVG, and as the PNG files that systems ask
// for: install prompts and home screens take no SVG.
func (b *builder) addIcons() error {
	for _, f := range []struct {
		name  string
		place *string
	}{
		{"logo.svg", &b.icons.vector},
		{"logo-192.png", &b.icons.small},
		{"logo-512.png", &b.icons.large},
		{"logo-maskable.png", &b.icons.maskable},
	} {
		content, err := b.read("web", "icons", f.name)
		if err != nil {
			return err
		}
		*f.place = b.hashed("assets/"+f.name, content)
	}
	return nil
}
