package lesson

import (
	"encoding/json"
	"slices"
	"testing"
)

// A pack comes from a path of this site, and from nowhere else.
func TestOfSite(t *testing.T) {
	for path, want := range map[string]bool{
		"/web/lessons/mine.md": true, "/": true, "/a//b": true,
		"": false, "web/mine.md": false, "//evil.example/x": false, `/\evil.example`: false, "/\t/evil.example": false, "/\n/evil.example": false,
		"https://evil.example": false, "javascript:alert(1)": false, `\\evil.example`: false,
	} {
		if got := ofSite(path); got != want {
			t.Errorf("%q: %v, want %v", path, got, want)
		}
	}
}

// A book from before a task moved to another lesson has it there, once: what the
// other lesson knows of it already stays.
func TestMovedTasks(t *testing.T) {
	book, ok := readLessonBook(`{"granularity":{"Hash":"x","Tasks":{"ten-newest":{"Solved":true},"season-import":{"Solved":true},"two-days":{"Seen":true}}},
		"seasons":{"Tasks":{"two-days":{"Solved":true}}}}`)
	if !ok {
		t.Fatal("the book cannot be read")
	}
	if solved, seen := book["granularity"].Count(); solved != 1 || seen != 0 {
		t.Errorf("the old lesson has %d solved and %d seen, want 1 and 0", solved, seen)
	}
	if solved, seen := book["seasons"].Count(); solved != 2 || seen != 0 {
		t.Errorf("the new lesson has %d solved and %d seen, want 2 and 0", solved, seen)
	}
}

// The page around an embedded lesson hears each task once: what was solved, what was
// only seen, and the hints.
func TestReportText(t *testing.T) {
	p := openLesson(t, "btree", nil)
	first := &p.Content.Steps[0].Tasks[0]
	p.hint(first, 2)
	for _, c := range first.Solution {
		if !p.Do(c.String()) {
			t.Fatalf("%s was not understood", c)
		}
	}
	var got struct {
		Lesson string
		Tasks  [][]any
	}
	if err := json.Unmarshal([]byte(reportText(p)), &got); err != nil {
		t.Fatal(err)
	}
	if got.Lesson != "btree" || len(got.Tasks) != 6 {
		t.Fatalf("lesson %q with %d tasks", got.Lesson, len(got.Tasks))
	}
	if want := []any{"root", true, false, 2.0}; !slices.Equal(got.Tasks[0], want) {
		t.Errorf("the first task is told as %v, want %v", got.Tasks[0], want)
	}
	if want := []any{"absent", false, false, 0.0}; !slices.Equal(got.Tasks[1], want) {
		t.Errorf("the second task is told as %v, want %v", got.Tasks[1], want)
	}
}
