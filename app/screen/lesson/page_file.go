package lesson

import (
	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/content"
)

// bookName is the name under which the progress is kept.
const bookName = "lessons"

// shelf is what a tab has read of lessons. It stays for the life of the program.
type shelf struct {
	parsed   map[string]*lessons.Lesson // by ID
	foreign  map[string]*lessons.Lesson // those of packs
	progress Book                       // nil before it was read
}

// shelfOf returns the shelf of a tab.
func shelfOf(tab *workspace.Tab) *shelf {
	return workspace.Kept(tab, "lessons", func() *shelf {
		return &shelf{parsed: map[string]*lessons.Lesson{}, foreign: map[string]*lessons.Lesson{}}
	})
}

// book returns the progress on this device. One that cannot be read counts as
// none.
func (s *shelf) book() Book {
	if s.progress == nil {
		var ok bool
		if s.progress, ok = readLessonBook(browser.Remembered(bookName)); !ok {
			s.progress = Book{}
		}
	}
	return s.progress
}

// lessonFile returns a lesson that is at hand: one that was loaded, or outside
// a browser any of ours. nil for one that has to be loaded.
func (s *shelf) lessonFile(id string) *lessons.Lesson {
	if l := s.foreign[id]; l != nil {
		return l
	}
	if s.parsed[id] == nil {
		if text := content.Text(id); text != nil {
			l, _ := lessons.Parse(text) // a test reads them all
			s.parsed[id] = termed(l)
		}
	}
	return s.parsed[id]
}

// packName is the name under which the text of the pack is kept that was opened
// from a file last.
const packName = "pack"

// read takes in the file of a lesson and returns what is wrong with it, "" for
// nothing.
func read(id string, data []byte, into map[string]*lessons.Lesson) (problem string) {
	l, err := lessons.Parse(data)
	if err != nil {
		return err.Error()
	}
	into[id] = termed(l)
	return ""
}

// openPack takes in a pack from a file and keeps it on this device. The progress
// of another pack goes.
func (s *shelf) openPack(data []byte) (problem string) {
	before := browser.Remembered(packName)
	if problem = read(packID, data, s.foreign); problem != "" {
		return problem
	}
	if old, err := lessons.Parse([]byte(before)); err != nil || old.ID != s.foreign[packID].ID {
		delete(s.book(), packID)
	}
	browser.Remember(packName, string(data))
	return ""
}

// load fetches the file of a lesson and calls done, with a plain sentence
// if that did not work. The file of a pack is the path of this site that stands
// in the fragment of the address, or what was opened from a file last.
func (s *shelf) load(id string, done func(problem string)) {
	if s.lessonFile(id) != nil {
		done("")
		return
	}
	path, into := "/web/lessons/"+id+".md", s.parsed
	if id == packID {
		if path, into = browser.Fragment(), s.foreign; !ofSite(path) {
			if text := browser.Remembered(packName); text != "" {
				done(read(id, []byte(text), s.foreign))
				return
			}
			done("No pack is open. Open one at the end of the list of lessons.")
			return
		}
	}
	browser.Fetch(path, browser.Reading{
		Done: func(data []byte) {
			done(read(id, data, into))
		},
		Failed: func(string) { done("Its file could not be loaded. Check the connection and load the page again.") },
	})
}

// termed links the first use of each term in a lesson that was just read.
func termed(l *lessons.Lesson) *lessons.Lesson {
	forms, used := map[string]string{}, map[string]bool{}
	for _, t := range content.Glossary() {
		for _, f := range t.Forms {
			forms[f] = t.ID
		}
	}
	link := func(blocks []lessons.Block) {
		for i := range blocks {
			for j := range blocks[i].Items {
				blocks[i].Items[j] = lessons.Terms(blocks[i].Items[j], forms, used)
			}
		}
	}
	link(l.Lede)
	for i := range l.Steps {
		link(l.Steps[i].Prose)
	}
	return l
}

// LoadLesson fetches the file of a lesson into a tab, and calls done when it is
// there or cannot be had.
func LoadLesson(tab *workspace.Tab, id string, done func()) {
	shelfOf(tab).load(id, func(string) { done() })
}
