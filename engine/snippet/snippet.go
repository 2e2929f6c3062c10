// Package snippet writes a query as a program: in the official clients of the
// Table service for five languages, and for curl.
//
// A reader meets two things first: Query, what is asked, and Write, which gives
// the program in a Language.
//
// What always holds: the same query gives the same bytes; the program asks for
// exactly the text of the filter, whatever characters are in it; it reads every
// page and sends each continuation token back; it holds no secret, because the
// connection comes from the environment.
//
// Left out: checking the filter, and names that the service refuses.
package snippet

import (
	"embed"
	"strconv"
	"strings"
)

//go:embed templates
var templates embed.FS

// Query is what a program asks.
type Query struct {
	Table  string
	Filter string   // "" for none
	Top    int      // 0 for none
	Select []string // nil for every property
}

// Language is one that programs are written in.
type Language struct {
	ID   string // such as "go", also the name of its template
	Name string // as people write it
	put  func(q Query, fields map[string]string)
}

// Languages lists the languages in the order of a menu.
func Languages() []Language { return languages }

var languages = []Language{
	{"csharp", "C#", csharp}, {"go", "Go", golang}, {"python", "Python", python},
	{"javascript", "JavaScript", javascript}, {"java", "Java", java}, {"curl", "curl", curl},
}

// Write returns the program that asks a query. ok is false for a language that
// is not among Languages.
//
// In a template, a word between « and » is a field, and a line that begins with
// ?filter, ?top, ?select, ?any or ?none stands only in a program that has it.
func Write(language string, q Query) (program string, ok bool) {
	for _, l := range languages {
		if l.ID == language {
			text, err := templates.ReadFile("templates/" + l.ID + ".txt")
			fields := map[string]string{"top": strconv.Itoa(q.Top)}
			l.put(q, fields)
			return fill(string(text), q, fields), err == nil
		}
	}
	return "", false
}

// has reports whether lines with a mark stand in the program of a query.
func (q Query) has(mark string) bool {
	filter, top, names := strings.TrimSpace(q.Filter) != "", q.Top > 0, len(q.Select) > 0
	switch mark {
	case "filter":
		return filter
	case "top":
		return top
	case "select":
		return names
	case "any":
		return filter || top || names
	}
	return !(filter || top || names)
}

func fill(text string, q Query, fields map[string]string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if marked, ok := strings.CutPrefix(line, "?"); ok {
			mark, rest, _ := strings.Cut(marked, " ")
			if !q.has(mark) {
				continue
			}
			line = rest
		}
		for {
			before, after, found := strings.Cut(line, "«")
			out.WriteString(before)
			if !found {
				break
			}
			name, rest, _ := strings.Cut(after, "»")
			out.WriteString(fields[name])
			line = rest
		}
	}
	return out.String()
}

// options joins those of three options that a query has, in the form that a
// language gives them.
func (q Query) options(separator, filter, top, names string) string {
	var list []string
	for _, o := range [3][2]string{{"filter", filter}, {"top", top}, {"select", names}} {
		if q.has(o[0]) {
			list = append(list, o[1])
		}
	}
	return strings.Join(list, separator)
}

// each writes every selected name with a quoting and a separator.
func (q Query) each(quote func(string) string) string {
	names := make([]string, len(q.Select))
	for i, n := range q.Select {
		names[i] = quote(n)
	}
	return strings.Join(names, ", ")
}
