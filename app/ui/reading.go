package ui

import (
	"strconv"

	"github.com/keyrange/keyrange/app/browser"
)

// Reading returns what a long reading calls between two pieces of its work: it gives the
// page its turn, and says by tenths how much is done.
func Reading(name string, say func(text string)) (turn func(done, of int)) {
	told := 0
	return func(done, of int) {
		if tenth := done * 10 / max(1, of); tenth > told {
			told = tenth
			say(name + " is being read: " + strconv.Itoa(10*tenth) + "%.")
		}
		browser.Rest()
	}
}
