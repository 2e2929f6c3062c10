package dataset

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/keyrange/keyrange/engine/table"
)

// maxName is the longest property name, in UTF-16 code units.
const maxName = table.MaxNameLength

func itoa(n int) string { return strconv.Itoa(n) }

// nameStart and namePart are the characters of a C# identifier, the rule that
// the service applies to property names (Understanding the Table service data
// model, REST reference). C# looks at UTF-16 code units, so no character beyond
// U+FFFF is a letter.
func nameStart(r rune) bool {
	return r == '_' || r <= 0xFFFF && unicode.In(r, unicode.L, unicode.Nl)
}

func namePart(r rune) bool {
	return nameStart(r) || r <= 0xFFFF && unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Cf)
}

// systemName reports whether the service keeps the name for itself.
func systemName(name string) bool {
	return name == "PartitionKey" || name == "RowKey" || name == "Timestamp"
}

// legalName turns the name of column n, from 1, into a legal property name: a
// run of other characters becomes one underscore and is dropped at the ends.
func legalName(source string, n int) string {
	var b strings.Builder
	gap := false
	for _, r := range source {
		if b.Len() > 4*maxName {
			break
		}
		if !namePart(r) {
			gap = b.Len() > 0
			continue
		}
		if gap || b.Len() == 0 && !nameStart(r) {
			b.WriteByte('_')
		}
		gap = false
		b.WriteRune(r)
	}
	switch name := cutName(b.String(), maxName); {
	case name == "":
		return "Column" + itoa(n)
	case systemName(name):
		return name + "_"
	default:
		return name
	}
}

// uniqueName adds a number to a name that is taken, from 2 upward. It tries at
// most one name more than there are names taken.
func uniqueName(name string, taken map[string]bool) string {
	try := name
	for n := 2; taken[try]; n++ {
		suffix := "_" + itoa(n)
		try = cutName(name, maxName-len(suffix)) + suffix
	}
	return try
}

// cutName returns the beginning of name that has at most units UTF-16 code units.
func cutName(name string, units int) string {
	for i, r := range name {
		if units -= table.UTF16Len(string(r)); units < 0 {
			return name[:i]
		}
	}
	return name
}

// checkName returns why name is no legal property name, or "".
func checkName(name string) string {
	switch {
	case name == "":
		return "A property needs a name."
	case table.UTF16Len(name) > maxName:
		return "A property name has at most 255 characters."
	case systemName(name):
		return name + " is a name that the service keeps for itself."
	}
	for i, r := range name {
		if i == 0 && !nameStart(r) {
			return "A property name begins with a letter or an underscore, not with " + quote(r) + "."
		}
		if !namePart(r) {
			return "A property name has letters, digits and underscores, not " + quote(r) + "."
		}
	}
	return ""
}

// quote names one character so that it can be seen.
func quote(r rune) string {
	if r == ' ' {
		return "a space"
	}
	return strconv.QuoteRune(r)
}
