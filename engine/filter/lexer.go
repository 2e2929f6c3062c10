package filter

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexKind is the form of a lexeme; what a word means is the parser's matter.
type lexKind uint8

const (
	lexEnd          lexKind = iota // the end of the text
	lexWord                        // a name or a keyword
	lexNumber                      // a number, NaN, INF or -INF
	lexQuoted                      // a literal in quotes, its prefix included
	lexUnterminated                // a literal whose closing quote is missing
	lexOpen                        // (
	lexClose                       // )
	lexComma                       // ,
	lexMinus                       // a minus that starts no number
	lexSign                        // another sign that OData knows: / . * : ? =
	lexBad                         // a character that OData does not know
)

// lexeme is one piece of the text.
type lexeme struct {
	Span
	kind   lexKind
	spaced bool // white space stands before it
}

// lexer cuts a filter into lexemes. Every call of next moves forward by at
// least one byte until the end, whatever the text.
type lexer struct {
	text string
	at   int
}

// next returns the lexeme at the current place and moves past it.
func (l *lexer) next() lexeme {
	before := l.at
	for l.at < len(l.text) {
		r, size := utf8.DecodeRuneInString(l.text[l.at:])
		if !unicode.IsSpace(r) {
			break
		}
		l.at += size
	}
	start := l.at
	kind := l.scan()
	return lexeme{Span{start, l.at}, kind, start > before}
}

// scan moves past one lexeme, which starts here, and returns its kind.
func (l *lexer) scan() lexKind {
	if l.at == len(l.text) {
		return lexEnd
	}
	r, size := utf8.DecodeRuneInString(l.text[l.at:])
	switch {
	case r == '\'':
		return l.quoted()
	case isDigit(l.peek(0)) || r == '-' && isDigit(l.peek(1)):
		return l.number()
	case r == '-' && l.infinity():
		l.at += len("-INF")
		return lexNumber
	case nameStart(r):
		return l.word()
	}
	l.at += size
	return signKind(r)
}

func signKind(r rune) lexKind {
	switch r {
	case '(':
		return lexOpen
	case ')':
		return lexClose
	case ',':
		return lexComma
	case '-':
		return lexMinus
	case '/', '.', '*', ':', '?', '=':
		return lexSign
	}
	return lexBad
}

// peek returns the byte n places ahead, or 0 beyond the end.
func (l *lexer) peek(n int) byte {
	if l.at+n < len(l.text) {
		return l.text[l.at+n]
	}
	return 0
}

func (l *lexer) infinity() bool {
	rest := l.text[l.at+1:]
	if !strings.HasPrefix(rest, "INF") {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest[len("INF"):])
	return !namePart(r)
}

// quoted moves past a literal in quotes from its opening quote on; two quotes
// in a row stand for one inside it.
func (l *lexer) quoted() lexKind {
	l.at++
	for {
		i := strings.IndexByte(l.text[l.at:], '\'')
		if i < 0 {
			l.at = len(l.text)
			return lexUnterminated
		}
		l.at += i + 1
		if l.peek(0) != '\'' {
			return lexQuoted
		}
		l.at++
	}
}

// number moves past a number: digits, a fraction, an exponent, a suffix.
func (l *lexer) number() lexKind {
	if l.peek(0) == '-' {
		l.at++
	}
	l.digits()
	whole := true
	if l.peek(0) == '.' && isDigit(l.peek(1)) {
		l.at++
		l.digits()
		whole = false
	}
	if n := l.exponent(); n > 0 {
		l.at += n
		l.digits()
		whole = false
	}
	switch l.peek(0) {
	case 'D', 'd':
		l.at++
	case 'L', 'l':
		if whole {
			l.at++
		}
	}
	return lexNumber
}

func (l *lexer) digits() {
	for isDigit(l.peek(0)) {
		l.at++
	}
}

// exponent returns the length of an exponent's letter and sign, or 0 when no
// digit follows them.
func (l *lexer) exponent() int {
	if c := l.peek(0); c != 'e' && c != 'E' {
		return 0
	}
	n := 1
	if c := l.peek(1); c == '+' || c == '-' {
		n = 2
	}
	if !isDigit(l.peek(n)) {
		return 0
	}
	return n
}

// word moves past a name, and past the quotes of a typed literal that it
// begins.
func (l *lexer) word() lexKind {
	start := l.at
	for l.at < len(l.text) {
		r, size := utf8.DecodeRuneInString(l.text[l.at:])
		if !namePart(r) {
			break
		}
		l.at += size
	}
	switch word := l.text[start:l.at]; {
	case l.peek(0) == '\'' && quotedPrefix(word):
		return l.quoted()
	case word == "NaN" || word == "INF":
		return lexNumber
	}
	return lexWord
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// nameStart reports whether a property name may begin with r. Names are
// identifiers of C#, which tests UTF-16 code units: no surrogate is a letter.
func nameStart(r rune) bool {
	return r == '_' || r <= 0xFFFF && (unicode.IsLetter(r) || unicode.Is(unicode.Nl, r))
}

// namePart reports whether a property name may contain r.
func namePart(r rune) bool {
	return nameStart(r) || r <= 0xFFFF &&
		unicode.In(r, unicode.Nd, unicode.Mn, unicode.Mc, unicode.Pc, unicode.Cf)
}
