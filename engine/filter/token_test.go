package filter

import (
	"strings"
	"testing"
	"unicode"
)

var tokenLetters = map[TokenKind]string{
	TokenBad: "!", TokenProperty: "p", TokenPartitionKey: "P", TokenRowKey: "R", TokenOperator: "o",
	TokenConstant: "c", TokenString: "s", TokenNumber: "n", TokenParen: "(",
}

// Words are judged by their place, and a broken text still has its sound parts
// coloured.
func TestTokens(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"PartitionKey eq 'a' and RowKey lt 'b'", "PosoRos"},
		{"not (Timestamp ge datetime'2020-01-22' or A eq X'00')", "o(posopos("},
		{"A eq true or B eq null or C eq -5 or D eq NaN", "pocopocoponopon"},
		{"eq eq 1", "pon"},
		{"A EQ 5", "p!n"},
		{"aaa bbb ccc", "p!p"},
		{"A = 5", "p!n"},
		{"A eq \"x\"", "po!p!"},
		{"A eq 'x", "po!"},
		{"A eq 'O'Brien'", "pos!!"},
		{"A eq 1 2", "pon!"},
		{"startswith(A,'x')", "!(p(s("},
		{"A add 1", "p!n"},
		{"NOT (A)", "!(p("},
		{"((", "(("},
	} {
		got := ""
		for _, tok := range Tokens(c.text) {
			got += tokenLetters[tok.Kind]
		}
		if got != c.want {
			t.Errorf("Tokens(%q) = %s, want %s", c.text, got, c.want)
		}
	}
}

// checkTokens holds for any text: tokens are in order, not empty, inside the
// text, and only white space lies between them.
func checkTokens(t *testing.T, text string) {
	t.Helper()
	at := 0
	blank := func(s string) bool { return strings.TrimFunc(s, unicode.IsSpace) == "" }
	for _, tok := range Tokens(text) {
		if tok.Start < at || tok.End <= tok.Start || tok.End > len(text) || !blank(text[at:tok.Start]) {
			t.Fatalf("%q: token %+v after byte %d", text, tok, at)
		}
		at = tok.End
	}
	if !blank(text[at:]) {
		t.Fatalf("%q: no token from byte %d on", text, at)
	}
}

// A text without a bad token may still be refused, but a filter never has one.
func checkSound(t *testing.T, text string) {
	t.Helper()
	for _, tok := range Tokens(text) {
		if tok.Kind == TokenBad {
			t.Fatalf("%q is a filter with the bad token %q", text, text[tok.Start:tok.End])
		}
	}
}
