package check

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/form"
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// TypedRuler lays keys that a person typed, in the order that is meant, beside
// the order of the table. A Fix of its findings holds all keys, one per line.
// Empty keys and those beyond TypedKeys are left out.
func TypedRuler(typed []string) Ruler {
	var given []string
	for _, k := range typed {
		if k != "" && !slices.Contains(given, k) && len(given) < TypedKeys {
			given = append(given, k)
		}
	}
	r := Ruler{Findings: typedFindings(given)}
	for i, k := range given {
		r.Keys = append(r.Keys, RulerKey{Key: k, Row: i, Meant: i, Parts: []RulerPart{{Text: k}}})
	}
	sort.SliceStable(r.Keys, func(i, j int) bool { return table.CompareUTF16(r.Keys[i].Key, r.Keys[j].Key) < 0 })
	for _, f := range r.Findings {
		for i := range r.Keys {
			r.Keys[i].Trap = r.Keys[i].Trap || slices.Contains(f.Rows, r.Keys[i].Row)
		}
	}
	return r
}

func typedFindings(given []string) []Finding {
	var all []Finding
	for i, k := range given {
		if f, ok := typedRefusal(given, k, i); ok && !has(all, f.Kind) {
			all = append(all, f)
		}
		for j := range i {
			if table.CompareUTF16(given[j], k) <= 0 {
				continue
			}
			if f := typedTrap(given, given[j], k); !has(all, f.Kind) {
				f.Rows, f.Count = []int{j, i}, 2
				all = append(all, f)
			}
		}
	}
	return bySeverity(all)
}

// typedRefusal says why the service does not take a key.
func typedRefusal(given []string, k string, i int) (Finding, bool) {
	if at := form.Refused(k); at >= 0 {
		return Finding{Kind: RefusedCharacter, Severity: Problem, Rows: []int{i}, Count: 1, Title: "A key holds a refused character",
			Detail: "The service refuses " + characterName(k[at:]) + " in a key.",
			Fix:    typedFix(given, "Replace with '_'", func(s string) string { return string(form.Clean([]byte(s), 0, "_")) })}, true
	}
	if form.Overlong(k) {
		return Finding{Kind: LongKey, Severity: Problem, Rows: []int{i}, Count: 1, Title: "A key is too long",
			Detail: "It has " + words.Number(form.Length(k)) + " characters. The service allows " + words.Number(form.MaxKey) + ".",
			Fix:    typedFix(given, "Cut to "+words.Number(form.MaxKey)+" characters", cut)}, true
	}
	return Finding{}, false
}

// cut keeps the first MaxKey characters, or half as many where some take two.
func cut(s string) string {
	if !form.Overlong(s) {
		return s
	}
	r := []rune(s)
	if len(r) == form.Length(s) {
		return string(r[:form.MaxKey])
	}
	return string(r[:min(len(r), form.MaxKey/2)])
}

func typedFix(given []string, label string, change func(string) string) *keys.Fix {
	changed := make([]string, len(given))
	for i, k := range given {
		changed[i] = change(k)
	}
	if slices.Equal(changed, given) {
		return nil
	}
	return &keys.Fix{Template: strings.Join(changed, "\n"), Label: label}
}

// typedTrap says why a key that was meant to come first, x, sorts after y.
func typedTrap(given []string, x, y string) Finding {
	at := commonPrefix(x, y)
	before := shortened(y) + " sorts before " + shortened(x) + "."
	a, offset, isDate := instant(x)
	b, other, also := instant(y)
	m, n := numberAt(x, at), numberAt(y, at)
	switch {
	case isDate && also && a < b:
		f := Finding{Kind: LocalTime, Severity: Problem, Title: "Dates sort as text", Detail: before,
			Fix: typedFix(given, "Write each in UTC", inUTC)}
		if offset || other {
			f.Title = "Local times sort by the clock, not by the instant"
		}
		return f
	case m != "" && n != "" && compareMagnitudes(m, n) < 0:
		width := widest(given)
		return Finding{Kind: UnpaddedNumber, Severity: Problem, Title: "Numbers sort as text", Detail: before,
			Fix: typedFix(given, "Pad to "+strconv.Itoa(width)+" digits", func(s string) string { return padRuns(s, width) })}
	case at < len(x) && at < len(y) && isSeparator(x[at]):
		f := Finding{Kind: LateSeparator, Severity: Problem, Title: "The separator sorts after a character of the values",
			Detail: before + " " + quoted(first(y[at:])) + " sorts before " + quoted(x[at:at+1]) + "."}
		for _, s := range separators {
			if s[0] < x[at] && table.CompareUTF16(s, y[at:]) < 0 && f.Fix == nil {
				f.Fix = typedFix(given, "Separate with "+quoted(s), func(k string) string { return strings.ReplaceAll(k, x[at:at+1], s) })
			}
		}
		return f
	case table.CompareUTF16(strings.ToLower(x), strings.ToLower(y)) < 0:
		return Finding{Kind: MixedCase, Severity: Note, Title: "Capitals sort before small letters", Detail: before,
			Fix: typedFix(given, "Write in lower case", strings.ToLower)}
	}
	return Finding{Kind: OtherOrder, Severity: Note, Title: "The table has another order", Detail: before}
}

func commonPrefix(x, y string) int {
	i := 0
	for i < len(x) && i < len(y) && x[i] == y[i] {
		i++
	}
	return i
}

// numberAt returns the run of digits that holds the byte at a place or ends
// before it.
func numberAt(s string, at int) string {
	low, high := min(at, len(s)), min(at, len(s))
	for low > 0 && form.IsDigit(s[low-1]) {
		low--
	}
	for high < len(s) && form.IsDigit(s[high]) {
		high++
	}
	return s[low:high]
}

func isSeparator(c byte) bool { return strings.IndexByte("_-;,:.~|+&@", c) >= 0 }

// widest returns the most digits in a row of any key, up to MaxWidth.
func widest(given []string) int {
	most := 0
	for _, k := range given {
		for i := 0; i < len(k); i++ {
			if n := len(numberAt(k, i)); n > 0 {
				most = max(most, n)
				i += n - 1
			}
		}
	}
	return min(most, keys.MaxWidth)
}

// padRuns gives every run of digits a width.
func padRuns(s string, width int) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		n := 0
		for i+n < len(s) && form.IsDigit(s[i+n]) {
			n++
		}
		if n == 0 {
			b.WriteByte(s[i])
			i++
			continue
		}
		b.WriteString(strings.Repeat("0", max(0, width-n)))
		b.WriteString(s[i : i+n])
		i += n
	}
	return b.String()
}

func inUTC(s string) string {
	if t, _, ok := instant(s); ok {
		return string(form.AppendInstant(nil, t))
	}
	return s
}
