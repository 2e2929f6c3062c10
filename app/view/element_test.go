package view

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func TestEl(t *testing.T) {
	got := html(El("button#run.btn.btn--primary;type=button;aria-label=Run it;style=a:b=c"))
	for _, want := range []string{"<button", `id="run"`, `class="btn btn--primary"`, `type="button"`, `aria-label="Run it"`, `style="a:b=c"`} {
		if !strings.Contains(got, want) {
			t.Errorf("missing %s in %s", want, got)
		}
	}
	if got := strings.TrimSpace(html(El("p"))); got != "<p></p>" {
		t.Errorf("El(p) = %q", got)
	}
}

// Attributes and handlers stand among the children of an element and are none;
// the order of the children holds.
func TestParts(t *testing.T) {
	got := html(Around("p", []app.UI{T("b", "two"), T("i", "three")}, ID("x"), Text("one"), Attr("title", "say"), Flag("hidden", true),
		On("click", "key", func(app.Context, app.Event) {})))
	for _, want := range []string{`id="x"`, `title="say"`, "hidden"} {
		if !strings.Contains(got, want) {
			t.Errorf("missing %s in %s", want, got)
		}
	}
	one, two, three := strings.Index(got, "one"), strings.Index(got, "two"), strings.Index(got, "three")
	if one < 0 || two < one || three < two {
		t.Errorf("children out of order in %s", got)
	}
}
