package lesson

import "testing"

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
