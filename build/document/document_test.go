package document

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// render is what go-app's encoder makes of an element.
func render(ui app.UI) string { return app.HTMLString(ui) }

// What Parse reads and String writes is the tree of the components, not the
// layout of the encoder.
func TestCanonical(t *testing.T) {
	svg := func(tag string) app.HTMLElem { return app.Elem(tag).XMLNS("http://www.w3.org/2000/svg") }
	for _, c := range []struct {
		name string
		ui   app.UI
		want string
	}{
		{"attributes ascending", app.A().Href("/x").Class("c").ID("a"), `<a class="c" href="/x" id="a"></a>`},
		{"quotes and angle brackets", app.Img().Alt(`a "b" <c> & 'd'`), `<img alt="a &#34;b&#34; &lt;c&gt; &amp; &#39;d&#39;">`},
		{"line break and backslash in a value", app.Div().Title("a\nb\\c\u00a0d"), "<div title=\"a\nb\\c\u00a0d\"></div>"},
		{"text is escaped once", app.P().Text("x < y & z"), `<p>x &lt; y &amp; z</p>`},
		{"true comes back", app.Div().Aria("hidden", true), `<div aria-hidden="true"></div>`},
		{"false stays on what has three states", app.Div().Aria("pressed", false), `<div aria-pressed="false"></div>`},
		{"false takes a boolean away", app.Button().Disabled(false).Text("x"), `<button>x</button>`},
		{"a boolean is bare", app.Input().Disabled(true).Checked(true), `<input checked disabled>`},
		{"inline children without spaces", app.P().Body(app.Text("a"), app.B().Text("b"), app.Text("c")), `<p>a<b>b</b>c</p>`},
		{"spaces that are meant", app.P().Body(app.Text("a "), app.B().Text("b"), app.Text(" c")), `<p>a <b>b</b> c</p>`},
		{"texts side by side", app.P().Body(app.Text("a"), app.Text("b"), app.Text("c")), `<p>abc</p>`},
		{"empty text", app.P().Body(app.B().Text("a"), app.Text(""), app.I().Text("b")), `<p><b>a</b><i>b</i></p>`},
		{"nested inline", app.P().Body(app.Em().Body(app.Strong().Body(app.Text("a"), app.Code().Text("b")))), `<p><em><strong>a<code>b</code></strong></em></p>`},
		{"void made by its name", app.P().Body(app.Elem("input").ID("a"), app.Text("b")), `<p><input id="a">b</p>`},
		{"void among others", app.P().Body(app.Text("a"), app.Br(), app.Text("b")), `<p>a<br>b</p>`},
		{"pre", app.Pre().Body(app.Span().Text("a"), app.Text("\n b\n"), app.Span().Text("c")), "<pre><span>a</span>\n b\n<span>c</span></pre>"},
		{"only line break in pre", app.Pre().Body(app.Span().Text("a"), app.Text("\n"), app.Span().Text("b")), "<pre><span>a</span>\n<span>b</span></pre>"},
		{"first line break in pre", app.Pre().Text("\na"), "<pre>\n\na</pre>"},
		{"text of a textarea", app.Textarea().ID("t").Text("a\n<b>"), "<textarea id=\"t\">a\n&lt;b&gt;</textarea>"},
		{"image without a text", app.Img().Src("/x.png"), `<img alt="" src="/x.png">`},
		{"svg", svg("svg").Attr("viewBox", "0 0 1 1").Body(svg("rect").Attr("x", 0), svg("g").Body(svg("circle").Attr("r", 5))),
			`<svg viewBox="0 0 1 1"><rect x="0"></rect><g><circle r="5"></circle></g></svg>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			encoded := render(c.ui)
			n, err := Parse(encoded)
			if err != nil {
				t.Fatalf("%v in\n%s", err, encoded)
			}
			if got := n.String(); got != c.want {
				t.Errorf("got  %s\nwant %s\nfrom\n%s", got, c.want, encoded)
			}
		})
	}
}

// The encoder writes attributes in map order; String does not.
func TestSameBytes(t *testing.T) {
	page := func() string {
		n, err := Parse(render(app.Div().ID("a").Class("b").Title("c").Lang("d").Dir("e").Attr("f", 1).Body(
			app.A().Href("/").Class("x").ID("y").Rel("z").Text("t"))))
		if err != nil {
			t.Fatal(err)
		}
		return n.String()
	}
	first := page()
	for range 50 {
		if again := page(); again != first {
			t.Fatalf("got  %s\nwant %s", again, first)
		}
	}
}

// Whatever is not the encoder's grammar is refused with a place, not guessed.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"nothing", "", "byte 0: expected an element"},
		{"open element", "<p>a", "expected </p>"},
		{"open tag", "<p", "expected an element's name"},
		{"unquoted value", "<p id=a></p>", "expected a quoted value of id"},
		{"wrong closing tag", "<p>\n  <b>a</b>\n</q>", "expected a child of p"},
		{"ready HTML", "<p>\n  <b>a<i>b</i></b>\n</p>", "expected a text without tags"},
		{"two roots", "<p></p><p></p>", "expected the end of the page"},
		{"too deep", nested(maxDepth + 2), "expected at most"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse(c.source)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got error %v, want one with %q", err, c.want)
			}
		})
	}
}

// nested is elements inside each other as the encoder writes them.
func nested(depth int) string {
	var open, closing strings.Builder
	for d := range depth {
		open.WriteString(indent(d) + "<b>\n")
	}
	for d := depth - 1; d >= 0; d-- {
		closing.WriteString(indent(d) + "</b>\n")
	}
	return open.String() + indent(depth) + "<i></i>\n" + closing.String()
}
