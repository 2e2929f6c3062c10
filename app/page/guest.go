package page

import (
	"strings"

	"github.com/keyrange/keyrange/app/store"
)

// The forms in which a moment comes: behind the # of an address, and as a file
// that begins with the path of its screen.
const (
	momentFragment = "m="
	momentMagic    = "keyrange.moment 1 "
	workPath       = "/playground"
)

// momentIn finds a moment in what a reader opened: an address, a file of a
// moment, of work or of a design. path is empty when there is none.
func momentIn(data []byte) (path string, moment []byte) {
	text := string(data[:min(len(data), maxAddress)])
	if address, fragment, ok := strings.Cut(strings.TrimSpace(text), "#"+momentFragment); ok && !strings.Contains(address, "\n") {
		address, _, _ = strings.Cut(address, "?")
		return screenOf(strings.TrimSuffix(strings.TrimSuffix(address, "/"), ".html")), []byte(fragment)
	}
	if rest, ok := strings.CutPrefix(text, momentMagic); ok {
		head, _, _ := strings.Cut(rest, "\n")
		return screenOf(head), data[min(len(data), len(momentMagic)+len(head)+1):]
	}
	if store.IsDesign(data) || store.IsWork(data) {
		return workPath, data
	}
	return "", nil
}

// maxAddress is how much of a file is looked at for an address.
const maxAddress = 512 << 10

// screenOf returns the screen at whose path an address ends.
func screenOf(address string) string {
	for _, l := range append(benchPlaces[:len(benchPlaces):len(benchPlaces)], places[2]) {
		if strings.HasSuffix(address, l.path) {
			return l.path
		}
	}
	return ""
}

// screenTitle is the name of a screen in the navigation.
func screenTitle(path string) string {
	for _, l := range benchPlaces {
		if l.path == path {
			return l.title
		}
	}
	return places[2].title
}
