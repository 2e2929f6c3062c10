package share

import (
	"strings"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/ui"
)

// The forms in which a moment comes: behind the # of an address, and as a file
// that begins with the path of its screen.
const (
	momentFragment = "m="
	momentMagic    = "keyrange.moment 1 "
	WorkPath       = "/playground"
)

// MomentIn finds a moment in what a reader opened: an address, a file of a
// moment, of work or of a design. path is empty when there is none.
func MomentIn(data []byte) (path string, moment []byte) {
	text := string(data[:min(len(data), maxAddress)])
	if address, fragment, ok := strings.Cut(strings.TrimSpace(text), "#"+momentFragment); ok && !strings.Contains(address, "\n") {
		address, _, _ = strings.Cut(address, "?")
		return screenOf(strings.TrimSuffix(strings.TrimSuffix(address, "/"), ".html")), []byte(fragment)
	}
	if rest, ok := strings.CutPrefix(text, momentMagic); ok {
		head, _, _ := strings.Cut(rest, "\n")
		return screenOf(head), data[min(len(data), len(momentMagic)+len(head)+1):]
	}
	if design.IsDesign(data) || design.IsWork(data) {
		return WorkPath, data
	}
	return "", nil
}

// maxAddress is how much of a file is looked at for an address.
const maxAddress = 512 << 10

// screenOf returns the screen at whose path an address ends.
func screenOf(address string) string {
	for _, l := range append(ui.BenchPlaces[:len(ui.BenchPlaces):len(ui.BenchPlaces)], ui.Places[2]) {
		if strings.HasSuffix(address, l.Path) {
			return l.Path
		}
	}
	return ""
}

// ScreenTitle is the name of a screen in the navigation.
func ScreenTitle(path string) string {
	for _, l := range ui.BenchPlaces {
		if l.Path == path {
			return l.Title
		}
	}
	return ui.Places[2].Title
}
