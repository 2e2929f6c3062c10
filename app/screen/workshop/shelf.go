package workshop

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/workspace"
	agenda "github.com/keyrange/keyrange/lessons/workshop"
)

// fileID is the address of a workshop that was opened from a file. No workshop of
// ours has it.
const fileID = "file"

// Names under which the browser keeps something: the text of the file that was
// opened last, and the workshop that was shown last.
const (
	fileName = "workshop.file"
	lastName = "workshop"
)

// shelf is the workshops that a tab has read. It stays for the life of the program.
type shelf struct{ read map[string]*agenda.Workshop }

func shelfOf(tab *workspace.Tab) *shelf {
	return workspace.Kept(tab, "workshops", func() *shelf { return &shelf{map[string]*agenda.Workshop{}} })
}

// at returns a workshop that is at hand: one that was loaded, or outside a browser
// any of ours. nil for one that has to be loaded.
func (s *shelf) at(id string) *agenda.Workshop {
	if s.read[id] == nil {
		if text := agenda.Text(id); text != nil {
			s.take(id, text)
		}
	}
	return s.read[id]
}

// take reads a file and returns what is wrong with it, "" for nothing.
func (s *shelf) take(id string, file []byte) (problem string) {
	w, err := agenda.Parse(file)
	if err != nil {
		return err.Error()
	}
	s.read[id] = w
	return ""
}

// open takes in a workshop from a file and keeps it on this device.
func (s *shelf) open(file []byte) (problem string) {
	if problem = s.take(fileID, file); problem == "" {
		browser.Remember(fileName, string(file))
	}
	return problem
}

// load fetches a workshop and calls done, with a plain sentence if that did not
// work. One from a file is at the path of this site that stands in the fragment of
// the address, or it was opened from a disk last.
func (s *shelf) load(id string, done func(problem string)) {
	path := "/web/workshops/" + id + ".md"
	if id == fileID {
		if path, _ = Place(browser.Fragment()); path == "" {
			if text := browser.Remembered(fileName); text != "" {
				done(s.take(id, []byte(text)))
				return
			}
			done("No workshop is open. Open one at the end of the list of workshops.")
			return
		}
	} else if s.at(id) != nil {
		done("")
		return
	}
	browser.Fetch(path, browser.Reading{
		Done:   func(file []byte) { done(s.take(id, file)) },
		Failed: func(string) { done("Its file could not be loaded. Check the connection and load the page again.") },
	})
}

// Place reads what stands behind the # of the address of a workshop: the number of
// an item, or for a file of this site its path, a colon and that number. item is 0
// for none.
func Place(fragment string) (path string, item int) {
	if strings.HasPrefix(fragment, "/") && !strings.HasPrefix(fragment, "//") && !strings.ContainsAny(fragment, "\\\t\r\n") {
		path = fragment
		if at := strings.LastIndexByte(fragment, ':'); at > 0 {
			path, fragment = fragment[:at], fragment[at+1:]
		}
	}
	item, _ = strconv.Atoi(fragment) // no number is no item
	return path, item
}

// Load fetches the workshop of a page into a tab, and calls done when it is there or
// cannot be had.
func Load(tab *workspace.Tab, id string, done func()) {
	shelfOf(tab).load(id, func(string) { done() })
}
