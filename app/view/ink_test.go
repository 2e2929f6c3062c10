package view

import (
	"strings"
	"testing"
)

func joined(inks []Ink) string {
	var b strings.Builder
	for _, i := range inks {
		b.WriteString(i.Text)
	}
	return b.String()
}

// The ink lies under a field, so it has to be the very text of the field,
// except for the mark behind it when an error is at its end.
func TestInkIsTheText(t *testing.T) {
	texts := []string{"", "plain", "{A}_{9999-B.year:04}", "{{x}}", "{open", "}", "{or(A,'}')}", "{A 'x", "ä{ü}€",
		"PartitionKey eq 'Drama' and (RowKey ge 'S' or not x)", "a eq 'it''s'", "'open", "  spaces\n and lines\t"}
	for _, text := range texts {
		for at := -1; at <= len(text); at++ {
			wrong := Wrong{at, at}
			want := text
			if at == len(text) {
				want += " "
			}
			if got := joined(TemplateInk(text, "slot--pk", wrong)); got != want {
				t.Errorf("TemplateInk(%q) wrong at %d shows %q, want %q", text, at, got, want)
			}
			if got := joined(FilterInk(text, wrong)); got != want {
				t.Errorf("FilterInk(%q) wrong at %d shows %q, want %q", text, at, got, want)
			}
		}
	}
}

func TestInkMarksTheError(t *testing.T) {
	var marked string
	for _, i := range FilterInk("a eq 'b' or or", Wrong{12, 14}) {
		if strings.Contains(i.Class, "ink-err") {
			marked += i.Text
		}
	}
	if marked != "or" {
		t.Errorf("marked %q, want the second %q", marked, "or")
	}
}

// A text takes the colour of the key it is compared with, and only that.
func TestFilterInkOfKeys(t *testing.T) {
	look := map[string]string{}
	for _, i := range FilterInk("PartitionKey eq 'p' and RowKey ge 'r' and Name eq 'n'", NoWrong) {
		look[i.Text] = i.Class
	}
	for text, want := range map[string]string{"PartitionKey": "ink-pk", "'p'": "ink-pk", "'r'": "ink-rk", "'n'": "ink-name", "and": "ink-kw"} {
		if look[text] != want {
			t.Errorf("%s has the look %q, want %q", text, look[text], want)
		}
	}
}

func TestCaret(t *testing.T) {
	t.Run("under its place", func(t *testing.T) {
		lines := strings.Split(Caret("a eq\n'x", 5), "\n")
		if len(lines) != 2 || lines[0] != "a eq 'x" || lines[1] != "     ^" {
			t.Errorf("got %q", lines)
		}
	})
	t.Run("in a long text", func(t *testing.T) {
		lines := strings.Split(Caret(strings.Repeat("ä", 200), 300), "\n")
		if at := strings.IndexByte(lines[1], '^'); at != caretBefore+1 {
			t.Errorf("the caret is in column %d, want %d", at, caretBefore+1)
		}
	})
}

// A filter at its bound has no more elements than a page can draw in one turn, and
// its error has its mark also behind them.
func TestInkOfLongFilter(t *testing.T) {
	text := strings.Repeat("(", 60_000)
	inks := FilterInk(text, Wrong{50_000, 50_001})
	if joined(inks) != text || len(inks) > maxInks+4 {
		t.Errorf("%d stretches, want at most %d, of the whole text", len(inks), maxInks+4)
	}
	marked := ""
	for _, i := range inks {
		if strings.Contains(i.Class, "ink-err") {
			marked += i.Text
		}
	}
	if marked != "(" {
		t.Errorf("marked %d bytes, want 1", len(marked))
	}
}
