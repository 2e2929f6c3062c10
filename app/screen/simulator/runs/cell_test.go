package runs

import (
	"strings"
	"testing"
)

// A row of the picture that is one key is called a key, and one of several keys.
func TestRowMeaning(t *testing.T) {
	for preset, want := range map[string]string{"season": "1 row = 1 key", "hotkey": "1 row = 8 keys", "guid": "1 row = 1 of 128 equal parts of the keys"} {
		r := NewState(preset).Play.Runs()[0]
		var bands []Band
		for row := range r.Rows() {
			bands = append(bands, Band{From: row, To: row + 1})
		}
		if got := RowMeaning(r, bands); got != want {
			t.Errorf("%s: %q, want %q", preset, got, want)
		}
		bands = append(bands, Band{From: 0, To: 2})
		if got := RowMeaning(r, bands); !strings.Contains(got, " to ") || preset != "guid" && !strings.HasSuffix(got, " keys") {
			t.Errorf("%s: %q, want a range of keys", preset, got)
		}
	}
}
