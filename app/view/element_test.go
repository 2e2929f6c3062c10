package view

import (
	"strings"
	"testing"
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
