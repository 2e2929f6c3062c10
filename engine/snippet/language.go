package snippet

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

func csharp(q Query, f map[string]string) {
	f["table"] = quoteUTF16(q.Table)
	f["options"] = q.options(", ", "filter: "+quoteUTF16(q.Filter), "maxPerPage: "+f["top"], "select: new[] { "+q.each(quoteUTF16)+" }")
}

func golang(q Query, f map[string]string) {
	f["table"], f["filter"] = strconv.Quote(q.Table), strconv.Quote(q.Filter)
	f["select"] = strconv.Quote(strings.Join(q.Select, ","))
}

func python(q Query, f map[string]string) {
	f["table"], f["method"] = quotePython(q.Table), "list_entities"
	if q.has("filter") {
		f["method"] = "query_entities"
	}
	f["options"] = q.options(", ", quotePython(q.Filter), "results_per_page="+f["top"], "select=["+q.each(quotePython)+"]")
}

func javascript(q Query, f map[string]string) {
	f["table"] = quoteUTF16(q.Table)
	asked := Query{Filter: q.Filter, Select: q.Select} // $top belongs to the pages
	if asked.has("any") {
		f["options"] = "{ queryOptions: { " + asked.options(", ", "filter: "+quoteUTF16(q.Filter), "",
			"select: ["+q.each(quoteUTF16)+"]") + " } }"
	}
	if q.has("top") {
		f["size"] = "{ maxPageSize: " + f["top"] + " }"
	}
}

func java(q Query, f map[string]string) {
	f["table"] = quoteUTF16(q.Table)
	const indent = "\n            "
	f["options"] = q.options("", indent+".setFilter("+quoteUTF16(q.Filter)+")", indent+".setTop("+f["top"]+")",
		indent+".setSelect(List.of("+q.each(quoteUTF16)+"))")
}

func curl(q Query, f map[string]string) {
	f["table"] = strings.Map(plain, q.Table)
	f["filter"], f["select"] = quoteShell("$filter="+q.Filter), quoteShell("$select="+strings.Join(q.Select, ","))
}

// quoteUTF16 is a text as C#, JavaScript and Java write it: what cannot be
// seen as \u and four digits for each UTF-16 unit. Java reads such an escape
// before anything else, so the ends of lines have their own.
func quoteUTF16(text string) string {
	return quote(text, func(to []byte, r rune) []byte {
		if r < 0x10000 {
			return escape(to, 'u', r, 4)
		}
		high, low := utf16.EncodeRune(r)
		return escape(escape(to, 'u', high, 4), 'u', low, 4)
	})
}

// quotePython is a text as Python writes it, with \U for the upper planes.
func quotePython(text string) string {
	return quote(text, func(to []byte, r rune) []byte {
		if r < 0x10000 {
			return escape(to, 'u', r, 4)
		}
		return escape(to, 'U', r, 8)
	})
}

func escape(to []byte, letter byte, r rune, digits int) []byte {
	to = append(to, '\\', letter)
	for i := digits - 1; i >= 0; i-- {
		to = append(to, "0123456789abcdef"[r>>(4*i)&15])
	}
	return to
}

// quote puts a text in double quotes. What can be seen stays as it is.
func quote(text string, unseen func(to []byte, r rune) []byte) string {
	out := []byte{'"'}
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			out = append(out, '\\', byte(r))
		case r == '\n':
			out = append(out, `\n`...)
		case r == '\r':
			out = append(out, `\r`...)
		case r == '\t':
			out = append(out, `\t`...)
		case unicode.IsPrint(r):
			out = utf8.AppendRune(out, r)
		default:
			out = unseen(out, r)
		}
	}
	return string(append(out, '"'))
}

// plain keeps the characters that a table's name may have, none of which means
// anything to a shell.
func plain(r rune) rune {
	if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
		return r
	}
	return -1
}

// quoteShell is a text as one word of bash, in which nothing is expanded. A
// quote ends the word, stands by itself and begins it again. With a character
// that cannot be seen the word takes the other form, $'...', and that character
// is given by its bytes. No program can be given U+0000, which is left out.
func quoteShell(text string) string {
	text = strings.ReplaceAll(text, "\x00", "")
	if strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) < 0 {
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	out := []byte("$'")
	for i, r := range text {
		switch {
		case r == '\'' || r == '\\':
			out = append(out, '\\', byte(r))
		case unicode.IsPrint(r):
			out = utf8.AppendRune(out, r)
		default:
			for _, b := range []byte(text[i : i+max(1, utf8.RuneLen(r))]) {
				out = escape(out, 'x', rune(b), 2)
			}
		}
	}
	return string(append(out, '\''))
}
