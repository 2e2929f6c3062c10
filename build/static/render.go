package static

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/site"
	"github.com/keyrange/keyrange/build/document"
)

// route registers the pages with go-app, whose list of routes is global.
var route = sync.OnceFunc(func() { site.Route(site.NewTab(), "") })

// renderer renders pages through go-app's own handler, in this process. It
// takes from it what the components drew and writes the rest of the page
// itself.
type renderer struct {
	*builder
	handler http.Handler
}

func newRenderer(b *builder) *renderer {
	route()
	return &renderer{b, &app.Handler{
		Name:      site.Name,
		Version:   b.version(),
		Resources: resolver{b},
		Env:       b.env(),
		Icon:      app.Icon{Default: b.icons.small, Large: b.icons.large, SVG: b.icons.vector},
	}}
}

// resolver puts the base path before addresses that begin at the site's root
// and the folder for fixed names in the place of /web. go-app asks it for every
// href and src of a page that is rendered ahead.
type resolver struct{ *builder }

func (r resolver) Resolve(address string) string {
	switch {
	case address == "/web" || strings.HasPrefix(address, "/web/"):
		return r.folder + strings.TrimPrefix(address, "/web")
	case !strings.HasPrefix(address, "/") || strings.HasPrefix(address, "//") || strings.HasPrefix(address, r.base):
		return address
	}
	return r.base + address[1:]
}

// env is what the program asks for by app.Getenv. go-app reads the first two;
// the handler sets the same two for pages that are rendered ahead.
func (b *builder) env() map[string]string {
	return map[string]string{
		"GOAPP_ROOT_PREFIX":          b.base,
		"GOAPP_STATIC_RESOURCES_URL": b.folder,
		"KEYRANGE_LICENSES":          b.licenses,
	}
}

// page is the whole HTML of a page.
func (r *renderer) page(p site.Page) ([]byte, error) {
	answer := httptest.NewRecorder()
	request := httptest.NewRequest(http.MethodGet, p.Path, nil)
	r.handler.ServeHTTP(answer, request)
	if answer.Code != http.StatusOK {
		return nil, fmt.Errorf("page %s: status %d", p.Path, answer.Code)
	}
	rendered, err := document.Parse(answer.Body.String())
	if err != nil {
		return nil, fmt.Errorf("page %s: %w", p.Path, err)
	}
	body := rendered.Find("body")
	if body == nil || len(body.Children) == 0 {
		return nil, fmt.Errorf("page %s: nothing was drawn", p.Path)
	}
	if err := r.drawAhead(body); err != nil {
		return nil, err
	}
	styles := outlined(body)
	whole := document.Element("body").Add(body.Children[0])
	if !p.Apart {
		whole.Add(bootBar(), withoutScript())
	}
	html := document.Element("html", "lang", "en").Add(r.head(p, styles), whole)
	if needed := neededBy(p.Path); len(needed) > 0 {
		html.Attributes = append(html.Attributes, document.Attribute{Name: "data-parts", Value: strings.Join(needed, " ")})
	}
	if p.Instant {
		html.Attributes = append([]document.Attribute{{Name: "data-instant", Bare: true}}, html.Attributes...)
	}
	text, err := forReading(p, html.String())
	return []byte("<!doctype html>\n" + text + "\n"), err
}

// bootBar is the thin bar and the line of text that web/app.js shows while the
// program loads. go-app replaces the first child of the body only.
func bootBar() *document.Node {
	return document.Element("div", "id", "boot", "class", "boot", "role", "status").Add(
		document.Element("div", "class", "boot__bar"),
		document.Element("p", "class", "boot__text"),
	)
}

// withoutScript tells readers without JavaScript what works.
func withoutScript() *document.Node {
	return document.Element("noscript").Add(
		document.Element("p", "class", "boot__off").Add(
			document.Text("JavaScript is switched off. You can read every page; the playground needs it.")))
}
