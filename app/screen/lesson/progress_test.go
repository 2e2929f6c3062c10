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
