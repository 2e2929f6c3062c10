package dataset

import "bytes"

// headerDelimiter returns the one of comma, semicolon and tab that the first
// line has most often outside quotes, a comma when there is none.
func headerDelimiter(head []byte) byte {
	eol := byte('\n')
	if bytes.IndexByte(head, '\n') < 0 {
		eol = '\r'
	}
	var counts [256]int
	quoted := false
	for _, b := range head {
		if b == '"' {
			quoted = !quoted
		}
		if b == eol && !quoted {
			break
		}
		if !quoted {
			counts[b]++
		}
	}
	best := byte(',')
	for _, b := range []byte{';', '\t'} {
		if counts[b] > counts[best] {
			best = b
		}
	}
	return best
}

// Delimiters returns what may stand between the fields of CSV.
func Delimiters() []byte { return []byte(",;\t|^~\x1f") }

// DelimiterName returns what a reader calls a delimiter.
func DelimiterName(b byte) string {
	switch b {
	case 0, ',':
		return "commas"
	case ';':
		return "semicolons"
	case '\t':
		return "tabs"
	case '|':
		return "vertical bars"
	case '^':
		return "carets"
	case '~':
		return "tildes"
	case '\x1f':
		return "unit separators"
	}
	return "“" + string(rune(b)) + "”"
}

// namedDelimiter returns the delimiter that the first line names as Excel does,
// with sep=; and nothing else, or 0.
func namedDelimiter(head []byte) byte {
	line := head[:min(len(head), 8)]
	if !bytes.HasPrefix(line, []byte("sep=")) || len(line) < 6 || line[5] != '\n' && line[5] != '\r' {
		return 0
	}
	return line[4]
}

// sniffedLines is how many lines sniffDelimiter looks at.
const sniffedLines = 50

// sniffDelimiter returns the delimiter that divides the first lines into equally
// many fields: the one that makes most of them, among those that at least nine
// lines of ten agree on. Where no delimiter does, the header decides.
func sniffDelimiter(head []byte) byte {
	if d := namedDelimiter(head); d != 0 {
		return d
	}
	best, most := headerDelimiter(head), 1
	if n, even := evenFields(head, best); even {
		most = n
	}
	for _, d := range Delimiters() {
		if n, even := evenFields(head, d); even && n > most {
			best, most = d, n
		}
	}
	return best
}

// evenFields returns how many fields a delimiter makes of the first line, and
// whether at least nine of ten lines have as many.
func evenFields(head []byte, delimiter byte) (fields int, even bool) {
	lines, same, n, quoted, blank := 0, 0, 1, false, true
	for i := 0; i <= len(head) && lines < sniffedLines; i++ {
		if i == len(head) || !quoted && (head[i] == '\n' || head[i] == '\r') {
			if !blank {
				if lines++; lines == 1 {
					fields = n
				}
				if n == fields {
					same++
				}
			}
			n, quoted, blank = 1, false, true
			continue
		}
		blank = false
		if head[i] == '"' {
			quoted = !quoted
		} else if head[i] == delimiter && !quoted {
			n++
		}
	}
	return fields, fields > 1 && 10*same >= 9*lines
}
