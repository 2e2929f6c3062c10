package static

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/keyrange/keyrange/app/site"
)

// manifest is the name of the file that lets systems install the site.
const manifest = "manifest.webmanifest"

// addManifest adds the description of the site as an installable application.
func (b *builder) addManifest() error {
	type icon struct {
		Source  string `json:"src"`
		Type    string `json:"type"`
		Sizes   string `json:"sizes"`
		Purpose string `json:"purpose,omitempty"`
	}
	text, err := json.MarshalIndent(map[string]any{
		"id":               b.base,
		"name":             site.Name,
		"short_name":       site.Name,
		"description":      site.Pages()[0].Description,
		"start_url":        b.base,
		"scope":            b.base,
		"display":          "standalone",
		"background_color": light,
		"theme_color":      light,
		"icons": []icon{
			{b.icons.vector, "image/svg+xml", "any", ""},
			{b.icons.small, "image/png", "192x192", ""},
			{b.icons.large, "image/png", "512x512", ""},
			{b.icons.maskable, "image/png", "512x512", "maskable"},
		},
	}, "", "  ")
	if err != nil {
		return err
	}
	b.add(manifest, append(text, '\n'))
	return nil
}

// addIndexes adds the site map and the rules for crawlers.
func (b *builder) addIndexes() error {
	type place struct {
		Address string `xml:"loc"`
	}
	sitemap := struct {
		XMLName xml.Name `xml:"urlset"`
		Space   string   `xml:"xmlns,attr"`
		Places  []place  `xml:"url"`
	}{Space: "http://www.sitemaps.org/schemas/sitemap/0.9"}
	for _, p := range site.Pages() {
		if p.Listed {
			sitemap.Places = append(sitemap.Places, place{b.absolute(p.Path)})
		}
	}
	text, err := xml.MarshalIndent(sitemap, "", "  ")
	if err != nil {
		return err
	}
	b.add("sitemap.xml", []byte(xml.Header+string(text)+"\n"))
	b.add("robots.txt", []byte(strings.Join([]string{
		"User-agent: *",
		"Allow: " + b.base,
		fmt.Sprintf("Sitemap: %s%ssitemap.xml", b.Origin, b.base),
		"",
	}, "\n")))
	return nil
}
