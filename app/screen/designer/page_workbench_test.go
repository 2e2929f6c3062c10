package designer

import (
	"testing"

	"github.com/keyrange/keyrange/app/apptest"
)

// The console has a field, a scrubber with its place in words, the log with
// what each command cost, and a drawer that shows it as HTTP.
func TestWorkbench(t *testing.T) {
	p := playground(t)
	load(t, p, cities)
	p.ui.below[workbenchPanel] = true
	b := p.Store.Workbench()
	if !b.Do("query playground top 2") {
		t.Fatal(b.Fault())
	}
	apptest.Contains(t, apptest.HTML(p.Render()), `id="command"`, `id="scrub"`, `· query playground top 2"`, "cost: examined 2, returned 2", `id="http"`)
	t.Run("drawer", func(t *testing.T) {
		p.console.Drawer = true
		b.Listen()
		apptest.Contains(t, apptest.HTML(p.Render()), "/playground()?", "200 OK", "x-ms-continuation-NextPartitionKey", `class="tk"`)
		p.console.Atom = true
		apptest.Contains(t, apptest.HTML(p.Render()), "application/atom+xml", "m:properties", "2009-09-19")
	})
	t.Run("mistake", func(t *testing.T) {
		b.Do("query nothing at all")
		apptest.Contains(t, apptest.HTML(p.Render()), `id="command-err"`, "Character 15:", "For example:")
	})
}
