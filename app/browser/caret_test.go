package browser

import "testing"

// A caret counted by the browser in UTF-16 code units and the same place in
// bytes turn into each other, whatever characters are around it.
func TestOffsets(t *testing.T) {
	const text = "aé€😀z" // 1, 2, 3, 4 and 1 bytes; 1, 1, 1, 2 and 1 units
	places := []struct{ units, bytes int }{{0, 0}, {1, 1}, {2, 3}, {3, 6}, {5, 10}, {6, 11}}
	for _, p := range places {
		if got := byteOffset(text, p.units); got != p.bytes {
			t.Errorf("byteOffset(%d units) = %d, want %d", p.units, got, p.bytes)
		}
		if got := unitOffset(text, p.bytes); got != p.units {
			t.Errorf("unitOffset(%d bytes) = %d, want %d", p.bytes, got, p.units)
		}
	}
	t.Run("inside a character", func(t *testing.T) {
		if got := byteOffset(text, 4); got != 6 {
			t.Errorf("byteOffset in the middle of a surrogate pair = %d, want its start, 6", got)
		}
	})
	t.Run("beyond the text", func(t *testing.T) {
		if got := byteOffset(text, 99); got != len(text) {
			t.Errorf("byteOffset(99) = %d, want the end, %d", got, len(text))
		}
	})
}
