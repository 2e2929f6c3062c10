package lessons

import "strings"

// readSpans reads the inline part of our Markdown: **strong**, *emphasis*,
// `code`, [text](target), and a backslash before a mark that is meant as
// itself. What is marked has no marks inside.
func readSpans(text string) ([]Span, string) {
	var spans []Span
	plain := ""
	for at := 0; at < len(text); {
		if problem := elsewhere(text, at); problem != "" {
			return nil, problem
		}
		s, n, problem := oneSpan(text[at:])
		if problem != "" {
			return nil, problem
		}
		at += n
		if s.Kind == Plain {
			plain += s.Text
			continue
		}
		if plain != "" {
			spans = append(spans, Span{Text: plain})
			plain = ""
		}
		if spans = append(spans, s); len(spans) > MaxSpans {
			return nil, "A paragraph has at most 200 marked stretches."
		}
	}
	if plain != "" {
		spans = append(spans, Span{Text: plain})
	}
	return spans, ""
}

// elsewhere refuses what other readers of Markdown take for a mark, and this one
// does not know: emphasis with _, the name of a sign between & and ;, a picture.
func elsewhere(text string, at int) string {
	rest := text[at+1:]
	switch text[at] {
	case '_':
		if at == 0 || !wordSign(text[at-1]) {
			return "Write \\_ where it begins a word."
		}
	case '!':
		if strings.HasPrefix(rest, "[") {
			return "Write \\! for the sign."
		}
	case '&':
		if n := strings.IndexByte(rest, ';'); n > 0 && strings.IndexByte(rest[:n], ' ') < 0 {
			return "Write the sign itself, not its name."
		}
	}
	return ""
}

func wordSign(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// oneSpan reads the next span, and tells how many bytes it took.
func oneSpan(text string) (Span, int, string) {
	switch {
	case text[0] == '\\' && len(text) > 1 && strings.IndexByte("\\`*_[]<>|#{}()!.+-", text[1]) >= 0:
		return Span{Text: text[1:2]}, 2, ""
	case strings.HasPrefix(text, "**"):
		return marked(text, "**", Strong)
	case text[0] == '*':
		return marked(text, "*", Emphasis)
	case text[0] == '`':
		return marked(text, "`", Mono)
	case text[0] == '[':
		return link(text)
	case text[0] == '<':
		return Span{}, 0, "There is no HTML in a lesson. Write \\< for the sign."
	}
	n := strings.IndexAny(text[1:], "\\*`[<_!&") + 1
	if n == 0 {
		n = len(text)
	}
	return Span{Text: text[:n]}, n, ""
}

func marked(text, mark string, kind SpanKind) (Span, int, string) {
	inner, _, found := strings.Cut(text[len(mark):], mark)
	if !found || strings.Trim(inner, " ") != inner || inner == "" {
		return Span{}, 0, "A " + mark + " has no partner. Write \\ before it when the sign itself is meant."
	}
	if kind != Mono {
		if i := strings.IndexAny(inner, "*`[<"); i >= 0 {
			return Span{}, 0, "What is marked has no marks inside: " + inner
		}
		inner = strings.ReplaceAll(inner, "\\", "")
	}
	return Span{Kind: kind, Text: inner}, len(inner) + 2*len(mark), ""
}

// schemes are the links that a lesson may have.
var schemes = []struct {
	prefix string
	kind   SpanKind
}{
	{"demo:", DemoLink}, {"term:", TermLink}, {"lesson:", LessonLink}, {"https://", WebLink}, {"/", SiteLink},
}

func link(text string) (Span, int, string) {
	label, rest, found := strings.Cut(text[1:], "](")
	target, _, closed := strings.Cut(rest, ")")
	if !found || !closed || label == "" || strings.ContainsAny(target, " \t\"<>\\") {
		return Span{}, 0, "A link is written [text](target). Write \\[ for the sign."
	}
	n := len(label) + len(target) + 4
	for _, s := range schemes {
		if strings.HasPrefix(target, s.prefix) {
			if s.kind < WebLink {
				target = target[len(s.prefix):]
			}
			if s.kind == SiteLink && strings.HasPrefix(target, "//") {
				break
			}
			return Span{Kind: s.kind, Text: label, Target: target}, n, ""
		}
	}
	return Span{}, 0, "A link leads to demo:id, term:id, lesson:id, https://... or a path of the site: " + target
}
