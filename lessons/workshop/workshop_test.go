package workshop

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/content"
)

// small is a workshop of two items with everything that one can have.
const small = `---
id: small
title: A small workshop
minutes: 15
for: everybody
bring: nothing
---

Welcome to [the first lesson](lesson:entity).

## First

Some **prose**.

` + "```agenda" + `
minutes: 10
lesson: entity
moment: /simulator#m1 | The hot band
task: /playground#t1 | Four requests at most
page: /clients | Two clients
` + "```" + `

` + "```notes" + `
Say *hello*.
` + "```" + `

` + "```answers" + `
42.
` + "```" + `

## Second

` + "```agenda" + `
minutes: 5
` + "```" + `
`

// A workshop is read with its times, its openings, its notes and its answers.
func TestParse(t *testing.T) {
	w, err := Parse([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	if w.ID != "small" || w.Minutes != 15 || len(w.Lede) != 1 || len(w.Items) != 2 {
		t.Fatalf("got %+v", w)
	}
	first := w.Items[0]
	want := []Opening{
		{Lesson, "entity", ""}, {Moment, "/simulator#m1", "The hot band"}, {Task, "/playground#t1", "Four requests at most"}, {Page, "/clients", "Two clients"},
	}
	if len(first.Openings) != len(want) {
		t.Fatalf("got the openings %v", first.Openings)
	}
	for i, o := range first.Openings {
		if o != want[i] {
			t.Errorf("opening %d: got %v, want %v", i, o, want[i])
		}
	}
	if first.Openings[0].Path() != "/lessons/entity" || first.Openings[1].Path() != "/simulator#m1" {
		t.Error("an opening leads elsewhere")
	}
	if len(first.Prose) != 1 || lessons.Text(first.Notes[0].Items[0]) != "Say hello." || lessons.Text(first.Answers[0].Items[0]) != "42." {
		t.Errorf("got %+v", first)
	}
	if got := w.Starts(); len(got) != 3 || got[1] != 10 || got[2] != 15 {
		t.Errorf("got the starts %v, want 0 10 15", got)
	}
}

// A file with a mistake is refused with the place and a sentence that says what is
// wrong.
func TestParseRefuses(t *testing.T) {
	for _, c := range []struct {
		name, from, to, want string
		line, column         int
	}{
		{"no front matter", "---\nid", "id", "begins with a line of three dashes", 1, 1},
		{"an open front matter", "nothing\n---\n", "nothing\n", "A line of the front matter is name: value", 7, 1},
		{"an unknown field", "for: every", "four: every", "There is no four", 5, 1},
		{"a missing field", "bring: nothing\n", "", "The front matter needs bring", 1, 1},
		{"a bad id", "id: small", "id: A b", "small letters", 2, 5},
		{"no title", "title: A small workshop", "title:", "title is a text", 3, 1},
		{"a long title", "A small", strings.Repeat("a", MaxText), "title is a text", 3, 8},
		{"no minutes", "minutes: 15", "minutes: soon", "a whole number from 1 to 600", 4, 10},
		{"times that do not add up", "minutes: 15", "minutes: 16", "The items take 15 minutes together, the workshop says 16.", 4, 10},
		{"an item without a time", "minutes: 5\n", "", "An item says its time", 31, 1},
		{"HTML", "Some **prose**.", "Some <b>prose</b>.", "no HTML", 13, 1},
		{"HTML in the notes", "Say *hello*.", "<script>alert(1)</script>", "no HTML", 24, 1},
		{"a script link", "(lesson:entity)", "(javascript:alert)", "A link leads to", 9, 1},
		{"a demonstration", "Some **prose**.", "Some [prose](demo:three).", "no demonstrations", 13, 19},
		{"a block before the first item", "## First\n\nSome **prose**.\n", "", "Blocks belong into an item", 12, 1},
		{"an unknown block", "```notes", "```hints", "A fenced block is", 23, 4},
		{"an open block", "minutes: 5\n```", "minutes: 5", "three backticks", 33, 1},
		{"an unknown line", "lesson: entity", "chapter: entity", "A line of the agenda is", 17, 1},
		{"a bad lesson", "lesson: entity", "lesson: ../entity", "the id of a lesson", 17, 9},
		{"an address elsewhere", "/simulator#m1", "https://evil.example/", "a path of this site", 18, 9},
		{"an address of another host", "/simulator#m1", "//evil.example/", "a path of this site", 18, 9},
		{"a script", "/simulator#m1", "javascript:alert(1)", "a path of this site", 18, 9},
		{"an address with a backslash", "/simulator#m1", "/\\evil.example", "a path of this site", 18, 9},
		{"a long address", "/simulator#m1", "/" + strings.Repeat("a", MaxAddress), "a path of this site", 18, 9},
		{"no caption", " | The hot band", "", "After the address comes a bar", 18, 1},
		{"too many openings", "page: /clients | Two clients\n", strings.Repeat("lesson: entity\n", 6), "at most 8 things", 25, 1},
		{"too many items", "## Second\n", strings.Repeat("## More\n```agenda\nminutes: 1\n```\n", MaxItems) + "## Second\n", "at most 40 items", 187, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := strings.Replace(small, c.from, c.to, 1)
			if file == small {
				t.Fatal("the text to replace is not there")
			}
			w, err := Parse([]byte(file))
			problem, ok := err.(*Error)
			if !ok || w != nil || !strings.Contains(problem.Message, c.want) {
				t.Fatalf("got %v, want a sentence with %q", err, c.want)
			}
			if problem.Line != c.line || problem.Column != c.column {
				t.Errorf("got line %d, column %d, want %d and %d: %s", problem.Line, problem.Column, c.line, c.column, problem.Message)
			}
		})
	}
	for name, file := range map[string]string{"a large file": strings.Repeat("a", MaxFile+1), "bytes": "\xff\xfe", "a zero": "---\x00", "nothing": ""} {
		if w, err := Parse([]byte(file)); err == nil || w != nil {
			t.Errorf("%s is read", name)
		}
	}
}

// The workshops of the site agree with the catalogue, open lessons that are there,
// and give each at least the time that it asks for itself.
func TestShipped(t *testing.T) {
	minutes := map[string]int{}
	for _, e := range content.Catalogue() {
		minutes[e.ID] = e.Minutes
	}
	for _, e := range Catalogue() {
		w, err := Parse(Text(e.ID))
		if err != nil {
			t.Fatalf("%s: %v", e.ID, err)
		}
		if got := (Entry{w.ID, w.Title, w.For, w.Minutes}); got != e {
			t.Errorf("the catalogue has %v, the file %v", e, got)
		}
		if len(w.Lessons()) < 3 {
			t.Errorf("%s has the lessons %v, want three at least", e.ID, w.Lessons())
		}
		for _, item := range w.Items {
			needed := 0
			for _, o := range item.Openings {
				if o.Kind != Lesson {
					continue
				}
				if needed += minutes[o.Target]; minutes[o.Target] == 0 {
					t.Errorf("%s, %s: there is no lesson %s", e.ID, item.Title, o.Target)
				}
				if len(item.Answers) == 0 {
					t.Errorf("%s, %s: a lesson without an answer for who leads", e.ID, item.Title)
				}
			}
			if item.Minutes < needed {
				t.Errorf("%s, %s: %d minutes for lessons of %d", e.ID, item.Title, item.Minutes, needed)
			}
		}
	}
	if Shipped("nothing") || !Shipped("hot-keys") || Text("../workshop") != nil {
		t.Error("a workshop that is not there is told to come with the site, or one that does is not")
	}
}

// No file makes the parser panic, and what it accepts keeps to the bounds and opens
// nothing but this site.
func FuzzParse(f *testing.F) {
	f.Add(small)
	for _, e := range Catalogue() {
		f.Add(string(Text(e.ID)))
	}
	f.Add("---\nid: a\n---\n## b\n```agenda\nminutes: 1\n```")
	f.Fuzz(func(t *testing.T, file string) {
		w, err := Parse([]byte(file))
		if err != nil {
			problem, ok := err.(*Error)
			if !ok || w != nil || problem.Line < 1 || problem.Column < 1 || problem.Line > strings.Count(file, "\n")+1 {
				t.Errorf("got %v and %v", w, err)
			}
			return
		}
		if w.Minutes > MaxMinutes || len(w.Items) > MaxItems || len(w.Items) == 0 || w.Starts()[len(w.Items)] != w.Minutes {
			t.Errorf("a workshop beyond the bounds: %+v", w)
		}
		for _, i := range w.Items {
			if len(i.Openings) > MaxOpenings || len(i.Prose) > lessons.MaxBlocks || i.Title == "" {
				t.Errorf("an item beyond the bounds: %+v", i)
			}
			for _, o := range i.Openings {
				if p := o.Path(); !strings.HasPrefix(p, "/") || strings.HasPrefix(p, "//") || strings.Contains(p, "\\") {
					t.Errorf("an opening of %q", p)
				}
			}
		}
	})
}
