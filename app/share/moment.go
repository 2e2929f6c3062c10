package share

import (
	"strings"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/workspace"
)

// The forms in which a moment comes: behind the # of an address, and as a file
// that begins with the path of its screen.
const (
	momentFragment = "m="
	momentMagic    = "keyrange.moment 1 "
)

// MomentIn finds a moment in what a reader opened: an address, a file of a
// moment, of work or of a design. path is empty when there is none.
func MomentIn(tab *workspace.Tab, data []byte) (path string, moment []byte) {
	text := string(data[:min(len(data), maxAddress)])
	if address, fragment, ok := strings.Cut(strings.TrimSpace(text), "#"+momentFragment); ok && !strings.Contains(address, "\n") {
		address, _, _ = strings.Cut(address, "?")
		return tab.ScreenAt(strings.TrimSuffix(strings.TrimSuffix(address, "/"), ".html")), []byte(fragment)
	}
	if rest, ok := strings.CutPrefix(text, momentMagic); ok {
		head, _, _ := strings.Cut(rest, "\n")
		return tab.ScreenAt(head), data[min(len(data), len(momentMagic)+len(head)+1):]
	}
	if design.IsDesign(data) || draft.IsWork(data) {
		return workspace.WorkPath, data
	}
	return "", nil
}

// maxAddress is how much of a file is looked at for an address.
const maxAddress = 512 << 10
