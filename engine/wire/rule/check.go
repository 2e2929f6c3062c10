package rule

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Difference is what an answer should have been and was.
type Difference struct{ Want, Got string }

// String returns both.
func (d *Difference) String() string { return "want " + d.Want + ", got " + d.Got }

// check holds the last answer to one line.
func (p *Play) check(kind byte, want string) (*Difference, error) {
	a := &p.answer
	met, got := false, fmt.Sprintf("%d %s", a.Status, a.Body)
	switch kind {
	case '<':
		met, got = a.hasHead(want)
	case '!':
		met, got = a.isError(want, p.method)
	case '=':
		met = glob(want, a.Body)
	case '~':
		met = glob("*"+want+"*", a.Body)
		want = "a body with " + want
	case '^':
		met = !strings.Contains(a.Body, want)
		want = "a body without " + want
	default:
		return nil, fmt.Errorf("bad line %c %s", kind, want)
	}
	if met {
		return nil, nil
	}
	return &Difference{want, got}, nil
}

// hasHead reports whether the answer has a status or a field, and what it has.
func (a *Answer) hasHead(want string) (bool, string) {
	if name, ok := strings.CutPrefix(want, "!"); ok {
		got, found := lookup(a.Fields, name)
		return !found, name + ": " + got
	}
	name, value, field := strings.Cut(want, ":")
	if _, err := strconv.Atoi(strings.Fields(want)[0]); err == nil || !field {
		got := strconv.Itoa(a.Status)
		if strings.Contains(want, " ") {
			got += " " + a.Reason
		}
		met := got == want
		if !met && a.Body != "" {
			got += ": " + a.Body
		}
		return met, got
	}
	got := a.Get(name)
	return glob(strings.TrimSpace(value), got), name + ": " + got
}

// isError reports whether the answer is an error with a status, a code and a
// message: "part 409 Code text", "xml 403 Code text" or "404 Code text".
func (a *Answer) isError(want, method string) (bool, string) {
	place, rest, _ := strings.Cut(want, " ")
	if place != "part" && place != "xml" {
		place, rest = "", want
	}
	status, rest, _ := strings.Cut(rest, " ")
	code, message, _ := strings.Cut(rest, " ")
	got := fmt.Sprintf("%d %s", a.Status, a.Body)
	head := `{"odata.error":{"code":"` + code + `","message":{"lang":"en-US","value":"` + JSONText(message) + `\nRequestId:`
	switch place {
	case "part":
		return a.Status == 202 && strings.Count(a.Body, "\nHTTP/1.1 ") == 1 &&
			strings.Contains(a.Body, "\nHTTP/1.1 "+status+" ") && strings.Contains(a.Body, head), got
	case "xml":
		body := `*<m:code>` + code + `</m:code><m:message xml:lang="en-US">` + message + "\nRequestId:*\nTime:*</m:message></m:error>"
		return strconv.Itoa(a.Status) == status && a.Reason == message && a.Get("x-ms-error-code") == code && glob(body, a.Body),
			fmt.Sprintf("%d %s, x-ms-error-code: %s, %s", a.Status, a.Reason, a.Get("x-ms-error-code"), a.Body)
	}
	return strconv.Itoa(a.Status) == status && (strings.HasPrefix(a.Body, head) || method == "HEAD" && a.Body == ""), got
}

// unescaped undoes what json.Marshal escapes for the sake of HTML.
var unescaped = strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&")

// JSONText is a text as it stands in JSON, with what is not ASCII escaped.
func JSONText(s string) string {
	quoted, err := json.Marshal(s)
	if err != nil {
		return s
	}
	var b strings.Builder
	for _, r := range unescaped.Replace(string(quoted[1 : len(quoted)-1])) {
		if r < 0x80 {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

// glob matches a text against a pattern in which * stands for anything.
func glob(pattern, text string) bool {
	pieces := strings.Split(pattern, "*")
	if len(pieces) == 1 {
		return pattern == text
	}
	first, last := pieces[0], pieces[len(pieces)-1]
	if !strings.HasPrefix(text, first) {
		return false
	}
	text = text[len(first):]
	for _, piece := range pieces[1 : len(pieces)-1] {
		i := strings.Index(text, piece)
		if i < 0 {
			return false
		}
		text = text[i+len(piece):]
	}
	return strings.HasSuffix(text, last)
}
