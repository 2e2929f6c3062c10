package dataset

import "github.com/keyrange/keyrange/engine/text"

// Error says in a plain sentence why an import cannot be read, cannot be read
// further, or why a name is refused. Line and Column count from 1, Column in
// characters; they are 0 where no place is known.
type Error struct {
	Message      string
	Line, Column int
}

// Error returns the sentence.
func (e *Error) Error() string { return e.Message }

// BadRow is a row that was left out. Row counts the rows of the input from 1,
// without the header and with the bad ones. Line is where it begins and Column
// the number of the column at fault, from 1, or 0 where none is. Reason is a
// whole sentence. Text is the beginning of the row, at most badText characters.
type BadRow struct {
	Row, Line, Column int
	Reason, Text      string
}

// badText is how many characters of a bad row are kept to show it.
const badText = 80

// shorten returns at most n characters of b as valid text on one line, with an
// ellipsis when something was cut.
func shorten(b []byte, n int) string {
	out := make([]rune, 0, n)
	for _, r := range string(b[:min(len(b), 4*n+4)]) {
		if len(out) == n {
			return string(out[:n-1]) + "…"
		}
		if r < ' ' {
			r = ' '
		}
		out = append(out, r)
	}
	return string(out)
}

// thousands writes n with a comma between groups of three digits.
func thousands(n int) string { return text.Number(n) }
