package static

import "testing"

// Every way of writing a base path has one form; what could not stand in an
// address is refused.
func TestParseBase(t *testing.T) {
	for _, c := range []struct {
		text, want string
		refused    bool
	}{
		{"", "/", false},
		{"/", "/", false},
		{"//", "/", false},
		{"keyrange", "/keyrange/", false},
		{"/keyrange", "/keyrange/", false},
		{"/keyrange/", "/keyrange/", false},
		{"/a/b-c_d.e~1/", "/a/b-c_d.e~1/", false},
		{"/a//b/", "", true},
		{"/a b/", "", true},
		{"/a/../b/", "", true},
		{"/./", "", true},
		{"/a?b/", "", true},
		{"/a%20b/", "", true},
		{"/ä/", "", true},
		{"https://example.org/a/", "", true},
		{`/"><script>/`, "", true},
	} {
		t.Run(c.text, func(t *testing.T) {
			got, err := ParseBase(c.text)
			if got != c.want || (err != nil) != c.refused {
				t.Errorf("got %q and %v, want %q, refused: %v", got, err, c.want, c.refused)
			}
		})
	}
}

// An origin is a scheme and a host, no more.
func TestParseOrigin(t *testing.T) {
	for _, c := range []struct {
		text, want string
		refused    bool
	}{
		{"", DefaultOrigin, false},
		{"example.org", "https://example.org", false},
		{"https://example.org/", "https://example.org", false},
		{"http://localhost:8080", "http://localhost:8080", false},
		{"https://example.org/a", "", true},
		{"https://user@example.org", "", true},
		{"ftp://example.org", "", true},
		{"https://", "", true},
		{"https://a b", "", true},
		{`https://"x`, "", true},
	} {
		t.Run(c.text, func(t *testing.T) {
			got, err := ParseOrigin(c.text)
			if got != c.want || (err != nil) != c.refused {
				t.Errorf("got %q and %v, want %q, refused: %v", got, err, c.want, c.refused)
			}
		})
	}
}
