package keys

import "strings"

// Error is a mistake in a template: one or two plain sentences and the half-open
// range of bytes of the template that they are about.
type Error struct {
	Message     string
	Offset, End int
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// maxNearest is the longest name, in bytes, that nearest compares.
const maxNearest = 64

// didYouMean returns " Did you mean x?" for the name most like the given one,
// or "" when none is near.
func didYouMean(name string, names []string) string {
	if best := Nearest(name, names); best != "" {
		return " Did you mean " + best + "?"
	}
	return ""
}

// maxListed is how many names a message lists.
const maxListed = 12

// didYouMeanOneOf suggests the name that is nearest. When none is near, it lists
// what there is, because a reader cannot guess the names of columns.
func didYouMeanOneOf(name string, names []string) string {
	if near := didYouMean(name, names); near != "" || len(names) == 0 {
		return near
	}
	listed := names[:min(len(names), maxListed)]
	if len(listed) < len(names) {
		return " The first columns are " + strings.Join(listed, ", ") + "."
	}
	return " The columns are " + strings.Join(listed, ", ") + "."
}

// Nearest returns the first of the names with the fewest edits to name,
// ignoring case, or "" when even that one differs in more than a third.
func Nearest(name string, names []string) string {
	best, bestEdits := "", len(name)/3+2
	for _, n := range names {
		if len(n) > maxNearest || len(name) > maxNearest {
			continue
		}
		if edits := distance(strings.ToLower(name), strings.ToLower(n)); edits < bestEdits {
			best, bestEdits = n, edits
		}
	}
	return best
}

// distance is the number of bytes to insert, delete or change between a and b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
