package lessons

import "strings"

// Terms makes the first use of each term in a text a link to it. forms lists
// each term's forms, by its ID; used are the terms that are linked already, and
// it is added to.
//
// What always holds: the text reads as before.
func Terms(spans []Span, forms map[string]string, used map[string]bool) []Span {
	var out []Span
	for _, s := range spans {
		if s.Kind != Plain && s.Kind != Strong {
			out = append(out, s)
			continue
		}
		for {
			from, to, id := firstTerm(s.Text, forms, used)
			if id == "" {
				break
			}
			used[id] = true
			if from > 0 {
				out = append(out, Span{Kind: s.Kind, Text: s.Text[:from]})
			}
			out = append(out, Span{Kind: TermLink, Text: s.Text[from:to], Target: id})
			s.Text = s.Text[to:]
		}
		if s.Text != "" {
			out = append(out, s)
		}
	}
	return out
}

// firstTerm finds the first word of a text, or the longest run of up to three
// words there, that is a term and not used yet.
func firstTerm(text string, forms map[string]string, used map[string]bool) (from, to int, id string) {
	for at := 0; at < len(text); {
		start := at + strings.IndexFunc(text[at:], isLetter)
		if start < at {
			break
		}
		end, next := start, start
		for range 3 {
			stop := next
			for stop < len(text) && isLetter(rune(text[stop])) {
				stop++
			}
			if stop == next {
				break
			}
			if end == start {
				end = stop
			}
			word := text[start:stop]
			known := forms[word]
			if known == "" {
				known = forms[strings.ToLower(word[:1])+word[1:]]
			}
			if known != "" && !used[known] {
				to, id = stop, known
			}
			if stop == len(text) || text[stop] != ' ' {
				break
			}
			next = stop + 1
		}
		if id != "" {
			return start, to, id
		}
		at = end
	}
	return 0, 0, ""
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '-' }
