package text

import (
	"testing"
	"unicode"
)

// What shows nothing, or turns others around, stands as its code point.
func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"":                        "",
		"plain, two\nlines\t":     "plain, two\nlines\t",
		"a\u202Eb":                "a[U+202E]b",
		"a\u200Bb":                "a[U+200B]b",
		"\uFEFFid":                "[U+FEFF]id",
		"x\u00ADy\u061Cz":         "x[U+00AD]y[U+061C]z",
		"nul\x00bell\x07\x7F":     "nul[U+0000]bell[U+0007][U+007F]",
		"a\u200Db":                "a[U+200D]b",
		"👩\u200D🚀":                "👩\u200D🚀", // one picture of two
		"Größe, 東京, “quoted” – …": "Größe, 東京, “quoted” – …",
		"עברית":                   "עברית",
	} {
		if got := Visible(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	// Against the tables of Unicode: formats of the basic plane that no script needs.
	for r := rune(0); r < 0x10000; r++ {
		control := unicode.Is(unicode.Cc, r) && r != '\n' && r != '\t' && r != '\r'
		if shown := Visible(string(r)) == string(r); control && shown {
			t.Errorf("U+%04X is a control character and is not marked", r)
		} else if !shown && !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Cn) {
			t.Errorf("U+%04X is marked and is no control character or format", r)
		}
		if unicode.Is(unicode.Bidi_Control, r) && Visible(string(r)) == string(r) {
			t.Errorf("U+%04X turns the order around and is not marked", r)
		}
	}
}
