package share

import (
	"strings"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/link"
)

// The forms in which a moment comes: behind the # of an address, and as a file
// that begins with the path of its screen.
const (
	momentFragment = "m="
	momentMagic    = "keyrange.moment 1 "
)

// maxFragment is how long what stands behind the mark of a moment may be: the text
// of a link, and where its reader shall look.
const maxFragment = link.MaxText + 1<<10

// MomentIn finds a moment in what a reader opened: an address, a file of a
// moment, of work or of a design. path is empty when there is none. The error says
// that an address is longer than a link may be.
func MomentIn(tab *workspace.Tab, data []byte) (path string, moment []byte, err error) {
	text := string(data[:min(len(data), maxAddress)])
	if address, fragment, ok := strings.Cut(strings.TrimSpace(text), "#"+momentFragment); ok && !strings.Contains(address, "\n") {
		address, _, _ = strings.Cut(address, "?")
		if len(fragment) > maxFragment {
			err = link.TooLong
		}
		return tab.ScreenAt(strings.TrimSuffix(strings.TrimSuffix(address, "/"), ".html")), []byte(fragment), err
	}
	if rest, ok := strings.CutPrefix(text, momentMagic); ok {
		head, _, _ := strings.Cut(rest, "\n")
		return tab.ScreenAt(head), data[min(len(data), len(momentMagic)+len(head)+1):], nil
	}
	if design.IsDesign(data) || draft.IsWork(data) {
		return workspace.WorkPath, data, nil
	}
	return "", nil, nil
}

// maxAddress is how much of a file is looked at for an address.
const maxAddress = 512 << 10
