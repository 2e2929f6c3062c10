package command

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexer reads a text from left to right. Its methods move at only forward, and
// never beyond the end of the text.
type lexer struct {
	text     string
	at       int
	repeated int // bytes of the repeated texts so far
}

// space moves past blanks, and past line ends too if lines is true. A # after
// a blank or at the beginning makes the rest of the line a comment.
func (l *lexer) space(lines bool) {
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case c == '#' && l.commentHere():
			end := strings.IndexByte(l.text[l.at:], '\n')
			if end < 0 {
				end = len(l.text) - l.at
			}
			l.at += end
		case c == ' ' || c == '\t' || c == '\r' || lines && c == '\n':
			l.at++
		default:
			return
		}
	}
}

func (l *lexer) commentHere() bool {
	return l.at == 0 || strings.IndexByte(" \t\r\n", l.text[l.at-1]) >= 0
}

// peek returns the byte here, 0 at the end of the text.
func (l *lexer) peek() byte {
	if l.at < len(l.text) {
		return l.text[l.at]
	}
	return 0
}

// ended reports whether the command ends here.
func (l *lexer) ended() bool { return l.at == len(l.text) || l.text[l.at] == '\n' }

// word moves past a bare word and returns it, "" if there is none here.
func (l *lexer) word() string {
	start := l.at
	for l.at < len(l.text) {
		r, size := utf8.DecodeRuneInString(l.text[l.at:])
		if !bareRune(r, size) {
			break
		}
		l.at += size
	}
	return l.text[start:l.at]
}

// bareRune reports whether a word may contain r without quotes.
func bareRune(r rune, size int) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r != 0x7F && strings.IndexByte(`'"/=,;{}`, byte(r)) < 0
	}
	return !(r == utf8.RuneError && size == 1) && unicode.IsPrint(r) && !unicode.IsSpace(r)
}

// bare reports whether s is read as a word when it is written without quotes.
func bare(s string) bool {
	l := lexer{text: s}
	return s != "" && s[0] != '#' && l.word() == s
}

// quoted moves past a text in quotes and returns what it stands for. Single
// quotes are those of OData: a quote inside is doubled, and a line end stands
// for itself. Double quotes take the escapes of Go and JSON. ok is false when the
// closing quote is missing or an escape is wrong.
func (l *lexer) quoted() (text string, ok bool) {
	if l.text[l.at] == '\'' {
		return l.singleQuoted()
	}
	for end := l.at + 1; end < len(l.text); end++ {
		switch l.text[end] {
		case '\\':
			end++
		case '"':
			text, err := strconv.Unquote(l.text[l.at : end+1])
			l.at = end + 1
			return text, err == nil
		}
	}
	l.at = len(l.text)
	return "", false
}

func (l *lexer) singleQuoted() (text string, ok bool) {
	start := l.at + 1
	for i := start; i < len(l.text); i++ {
		if l.text[i] != '\'' {
			continue
		}
		if i+1 < len(l.text) && l.text[i+1] == '\'' {
			i++
			continue
		}
		l.at = i + 1
		return strings.ReplaceAll(l.text[start:i], "''", "'"), true
	}
	l.at = len(l.text)
	return "", false
}

// repeat moves past *40000 behind a quoted text and returns the repeated text.
func (l *lexer) repeat(text string) (string, bool) {
	if l.peek() != '*' {
		return text, true
	}
	l.at++
	n, err := strconv.Atoi(l.word())
	if err != nil || n < 1 || text == "" || n > MaxRepeat/len(text) {
		return "", false
	}
	if l.repeated += n * len(text); l.repeated > MaxRepeated {
		return "", false
	}
	return strings.Repeat(text, n), true
}
