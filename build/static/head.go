package static

import (
	"strings"

	"github.com/keyrange/keyrange/app/site"
	"github.com/keyrange/keyrange/build/document"
)

// The page's colour in the light and the dark theme, for the browser's own
// frame and the moment before the styles are there.
const (
	light = "#fbfaf8"
	dark  = "#0e0d13"
)

// head is what stands before the body of a page. styles is the sheet of what was
// an inline style in it.
func (r *renderer) head(p site.Page, styles string) *document.Node {
	e := document.Element
	head := e("head").Add(
		e("meta", "charset", "utf-8"),
		e("meta", "name", "viewport", "content", "width=device-width, initial-scale=1, viewport-fit=cover"),
		e("meta", "http-equiv", "Content-Security-Policy", "content", policy(r.theme, styles)),
		e("title").Add(document.Text(p.Title)),
		e("meta", "name", "description", "content", p.Description),
		e("meta", "name", "theme-color", "media", "(prefers-color-scheme: light)", "content", light),
		e("meta", "name", "theme-color", "media", "(prefers-color-scheme: dark)", "content", dark),
	)
	head.Add(r.identity(p)...)
	head.Add(
		e("link", "rel", "icon", "type", "image/svg+xml", "href", r.icons.vector),
		e("link", "rel", "apple-touch-icon", "href", r.icons.small),
		e("link", "rel", "manifest", "href", r.base+manifest),
	)
	for _, f := range r.fonts {
		head.Add(e("link", "rel", "preload", "as", "font", "type", "font/woff2", "href", f, "crossorigin", "anonymous"))
	}
	head.Add(e("script").Add(document.Raw(r.theme)))
	for _, s := range r.sheets(p) {
		head.Add(e("link", "rel", "stylesheet", "href", s))
	}
	if styles != "" {
		head.Add(e("style").Add(document.Raw(styles)))
	}
	if p.Apart {
		return head
	}
	return head.Add(
		e("script", "type", "module", "src", r.script),
	)
}

// identity tells search engines and link previews which page this is. Pages
// that are not listed are kept out of indexes.
func (r *renderer) identity(p site.Page) []*document.Node {
	e := document.Element
	if !p.Listed {
		return []*document.Node{e("meta", "name", "robots", "content", "noindex")}
	}
	place := r.absolute(p.Path)
	return []*document.Node{
		e("link", "rel", "canonical", "href", place),
		e("meta", "property", "og:type", "content", "website"),
		e("meta", "property", "og:site_name", "content", site.Name),
		e("meta", "property", "og:title", "content", p.Title),
		e("meta", "property", "og:description", "content", p.Description),
		e("meta", "property", "og:url", "content", place),
		e("meta", "property", "og:image", "content", r.Origin+r.icons.large),
	}
}

// absolute is the whole address of the page at path.
func (b *builder) absolute(path string) string {
	return b.Origin + b.base + path[1:]
}

// policy is what a page may load and run: its own files, the one script and the one
// sheet in its head, what an endpoint on the reader's own machine streams, and HTML only through the page's own policy for it, which
// web/gate.js makes.
func policy(script, styles string) string {
	sheets := "style-src 'self'"
	if styles != "" {
		sheets += " " + hashOf(styles)
	}
	return strings.Join([]string{
		"default-src 'none'",
		"script-src 'self' 'wasm-unsafe-eval' " + hashOf(script),
		sheets,
		"img-src 'self' data: blob:",
		"font-src 'self'",
		"connect-src 'self' http://127.0.0.1:* http://localhost:*", // an endpoint on the reader's own machine
		"frame-src 'self'",
		"manifest-src 'self'",
		"worker-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"trusted-types default",
		"require-trusted-types-for 'script'",
	}, "; ")
}
