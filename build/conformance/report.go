package conformance

import (
	"fmt"
	"io"
	"regexp"
	"strings"
)

// short is a text on one line, cut to a number of characters.
func short(s string, most int) string {
	s = strings.ToValidUTF8(strings.Join(strings.Fields(s), " "), "?")
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most-3]) + "..."
	}
	return s
}

// Report writes the cases that did not hold, and how many did.
func Report(out io.Writer, name string, outcomes []Outcome) (failed int) {
	for _, o := range outcomes {
		if o.Difference != nil {
			failed++
			fmt.Fprintf(out, "FAIL %s (%s:%d)\n     want %s\n     got  %s\n", o.Case, o.Case.File, o.Case.Line,
				short(o.Difference.Want, 300), short(o.Difference.Got, 600))
		}
	}
	fmt.Fprintf(out, "%s: %d of %d cases as documented.\n", name, len(outcomes)-failed, len(outcomes))
	return failed
}

// Compare writes a table of the cases that one endpoint or the other does not
// do as documented: the rule, what it should be, ours and theirs.
func Compare(out io.Writer, name string, ours, theirs []Outcome) {
	fmt.Fprintf(out, "| case | documented | ours | %s |\n| --- | --- | --- | --- |\n", name)
	same, skipped := 0, 0
	for i := range ours {
		switch o, t := ours[i], theirs[i]; {
		case t.Skipped && o.Difference == nil:
			skipped++
		case o.Difference == nil && t.Difference == nil:
			same++
		default:
			documented := t.Difference
			if documented == nil {
				documented = o.Difference
			}
			fmt.Fprintf(out, "| %s | %s | %s | %s |\n", cell(o.Case.String(), 90), cell(documented.Want, 110), verdict(o), verdict(t))
		}
	}
	fmt.Fprintf(out, "%d cases: both as documented in %d, %s elsewhere different, %d not tried on it (its clock cannot be moved).\n",
		len(ours), same, name, skipped)
}

func verdict(o Outcome) string {
	if o.Difference == nil {
		return "as documented"
	}
	return cell(essence(o.Difference.Got), 110)
}

var errorBody = regexp.MustCompile(`(?s)\{"odata\.error":\{"code":"([^"]*)","message":\{"lang":"en-[uU][sS]","value":"(.*?)\\nRequestId.*`)

// essence is an answer with the code and message in place of the whole error.
func essence(got string) string { return errorBody.ReplaceAllString(got, "$1 $2") }

// cell is a text in a table.
func cell(s string, most int) string { return strings.ReplaceAll(short(s, most), "|", "\\|") }
