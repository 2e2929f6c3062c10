package settings

import (
	"testing"
	"time"

	"github.com/keyrange/keyrange/app/apptest"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/workspace"
)

// The settings name every choice, and say in words whether work is saved.
func TestSettings(t *testing.T) {
	s := New(workspace.NewTab(&workspace.Registry{}))
	apptest.Contains(t, apptest.HTML(s.Render()), `id="shortcuts"`, `id="motion"`, "Export to a file", "Import from a file", "Clear saved work")
	s.clearing = true
	apptest.Contains(t, apptest.HTML(s.Render()), "This cannot be undone")
}

// A clock gives the places that are due at its speed, and few at a time when
// nothing may glide.
func TestClock(t *testing.T) {
	start := time.Unix(0, 0)
	c := ui.Clock{Speed: ui.NormalSpeed, Last: start}
	total := 0
	for frame := 1; frame <= 600; frame++ { // ten seconds at 60 frames
		total += c.Due(start.Add(time.Duration(frame)*time.Second/60), time.Second, false)
	}
	if total != 9 && total != 10 {
		t.Errorf("%d places in ten seconds at one a second", total)
	}
	c, changes := ui.Clock{Speed: ui.NormalSpeed + 3, Last: start}, 0
	for frame := 1; frame <= 600; frame++ {
		if c.Due(start.Add(time.Duration(frame)*time.Second/60), 10*time.Millisecond, true) > 0 {
			changes++
		}
	}
	if changes > 20 {
		t.Errorf("%d changes in ten seconds with reduced motion, want at most 20", changes)
	}
}
