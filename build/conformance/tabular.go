package conformance

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/keyrange/keyrange/engine/wire/rule"
)

// tabular returns the cases that are written as tables of values.
func tabular() []rule.Case {
	cases := comparisons()
	cases = append(cases, characters()...)
	cases = append(cases, properties()...)
	return append(cases, pages()...)
}

func tabulated(section, name string, steps ...string) rule.Case {
	return rule.Case{Section: section, Name: name, File: "tabular.go", Steps: steps}
}

// typed is a value of one type, as it is stored and as a literal of the same
// value, and literals that are less and greater.
type typed struct {
	name                 string
	stored               string // members of the entity
	less, equal, greater string // literals
	numeric              int    // rank among the numbers, 0 for other types
}

var types = []typed{
	{"Int32", `"V":3`, "2", "3", "4", 1},
	{"Int64", `"V":"3","V@odata.type":"Edm.Int64"`, "2L", "3L", "4L", 2},
	{"Double", `"V":3.0`, "2.5", "3.0", "3.5", 3},
	{"String", `"V":"m"`, "'a'", "'m'", "'z'", 0},
	{"DateTime", `"V":"2020-01-01T00:00:00Z","V@odata.type":"Edm.DateTime"`, "datetime'2019-12-31T23:59:59.9999999Z'",
		"datetime'2020-01-01T00:00:00Z'", "datetime'2020-01-01T00:00:00.0000001Z'", 0},
	{"Guid", `"V":"55555555-0000-0000-0000-000000000000","V@odata.type":"Edm.Guid"`, "guid'45555555-0000-0000-0000-000000000000'",
		"guid'55555555-0000-0000-0000-000000000000'", "guid'65555555-0000-0000-0000-000000000000'", 0},
	{"Binary", `"V":"gA==","V@odata.type":"Edm.Binary"`, "X'7f'", "X'80'", "X'81'", 0},
	{"Boolean", `"V":true`, "false", "true", "", 0},
}

// comparisons are stored types against types of literals: typed where they are
// comparable, and else what was measured for each operator. A number stored
// with a wider type takes narrower literals.
func comparisons() []rule.Case {
	var cases []rule.Case
	for _, s := range types {
		for _, l := range types {
			comparable := s.name == l.name || s.numeric > 0 && l.numeric > 0 && l.numeric <= s.numeric
			steps := []string{"> PUT /Tab(PartitionKey='v',RowKey='v')", "> | {" + s.stored + "}"}
			name := "stored " + s.name + " against " + l.name
			if comparable {
				steps = append(steps, compared(l.equal, "eq le ge", "ne lt gt")...)
				steps = append(steps, compared(l.less, "ne gt ge", "eq lt le")...)
				steps = append(steps, compared(l.greater, "ne lt le", "eq gt ge")...)
			} else {
				name += " does not fit: ne, lt and le are true"
				for _, literal := range []string{l.less, l.equal, l.greater} {
					steps = append(steps, compared(literal, "ne lt le", "eq gt ge")...)
				}
			}
			cases = append(cases, tabulated("4.5", name, steps...))
		}
	}
	return cases
}

// compared are steps that find the entity with some operators and not with the
// others.
func compared(literal, finds, misses string) []string {
	var steps []string
	if literal == "" {
		return nil
	}
	ask := func(op, want string) {
		filter := url.PathEscape("PartitionKey eq 'v' and V " + op + " " + literal)
		steps = append(steps, "> GET /Tab?$filter="+filter+"&$select=RowKey", "> Accept: application/json;odata=nometadata", "= "+want)
	}
	for _, op := range strings.Fields(finds) {
		ask(op, `{"value":[{"RowKey":"v"}]}`)
	}
	for _, op := range strings.Fields(misses) {
		ask(op, `{"value":[]}`)
	}
	return steps
}

// characters are those that keys must not hold, in a body and in a URL
// (measured per operation).
func characters() []rule.Case {
	var cases []rule.Case
	list := []rune{'/', '\\', '#', '?'}
	for r := rune(0); r < 0x20; r++ {
		list = append(list, r)
	}
	for r := rune(0x7F); r <= 0x9F; r++ {
		list = append(list, r)
	}
	for _, r := range list {
		inBody := fmt.Sprintf(`\u%04x`, r)
		inURL := url.PathEscape(string(r))
		entity := "/Tab(PartitionKey='a" + inURL + "b',RowKey='r')"
		steps := []string{
			"> POST /Tab", `> | {"PartitionKey":"a` + inBody + `b","RowKey":"r"}`, `< 400`, `< !Cache-Control`,
			`~ "code":"OutOfRangeInput"`, `~ The 'PartitionKey' parameter of value 'a*b' is out of range.`,
			"> POST /Tab", `> | {"PartitionKey":"a","RowKey":"` + inBody + `"}`, `~ The 'RowKey' parameter of value '*' is out of range.`,
		}
		for _, ask := range [][]string{
			{"> GET " + entity},
			{"> PUT " + entity, "> If-Match: *", "> | {}"},
			{"> PUT " + entity, "> | {}"},
			{"> MERGE " + entity, "> If-Match: *", "> | {}"},
			{"> DELETE " + entity, "> If-Match: *"},
		} {
			steps = append(steps, ask...)
			steps = append(steps, refused(r, strings.HasPrefix(ask[0], "> GET"))...)
		}
		cases = append(cases, tabulated("1.2", fmt.Sprintf("U+%04X in a key", r), steps...))
	}
	return cases
}

// refused is how a character in the key of a URL is answered.
func refused(r rune, reading bool) []string {
	switch {
	case r == '/' || r == '\\':
		return []string{"! 400 InvalidInput Bad Request - Error in query syntax.", "< !Cache-Control"}
	case r == 0:
		return []string{"< 400", "< Content-Length: 324", "< Connection: close", "< !x-ms-request-id"}
	case r < 0x20, r == 0x7F, r == 0x81, r == 0x8D, r == 0x8F, r == 0x90, r == 0x9D:
		return []string{"< 400", "< Content-Length: 312", "~ Bad Request - Invalid URL", "< !x-ms-request-id"}
	case reading:
		return []string{"! 404 ResourceNotFound The specified resource does not exist."}
	}
	return []string{"! 400 OutOfRangeInput One of the request inputs is out of range."}
}

// properties are entities with as many properties as there may be, and more.
func properties() []rule.Case {
	many := func(prefix string, n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf(`"%s%d":%d`, prefix, i, i)
		}
		return strings.Join(list, ",")
	}
	const tooMany = "! 400 TooManyProperties The entity contains more properties than allowed. Each entity can include up to 252 properties " +
		"to store data. Each entity also has 3 system properties."
	insert := `> | {"PartitionKey":"m","RowKey":"1",`
	return []rule.Case{
		tabulated("1.3", "252 properties are fine", "> POST /Tab", insert+many("P", 252)+"}", "< 201"),
		tabulated("1.3", "253 properties are too many", "> POST /Tab", insert+many("P", 253)+"}", tooMany),
		tabulated("1.3", "253 properties are too many in an upsert", "> PUT /Tab(PartitionKey='p',RowKey='r')", "> | {"+many("P", 253)+"}",
			tooMany),
		tabulated("1.3", "nulls do not count among the properties", "> POST /Tab", insert+many("P", 252)+`,"X":null}`, "< 201"),
		tabulated("1.3", "the merged entity counts", "> POST /Tab", insert+many("P", 200)+"}", "< 201",
			"> MERGE /Tab(PartitionKey='m',RowKey='1')", "> If-Match: *", "> | {"+many("Q", 100)+"}", tooMany),
	}
}

// pages are a page as long as a page may be, and what follows it.
func pages() []rule.Case {
	fill := []string{}
	for batch := range 11 {
		fill = append(fill, fmt.Sprintf("%% PUT /Tab(PartitionKey='q',RowKey='%02d$n') *100", batch+10), "% | {}", "< 202")
	}
	full := append(fill[:len(fill):len(fill)],
		"> GET /Tab?$filter=PartitionKey%20eq%20'q'&$select=RowKey", "> Accept: application/json;odata=nometadata",
		"< x-ms-continuation-NextPartitionKey: 1!4!cQ--", "< x-ms-continuation-NextRowKey: 1!4!MjAw",
		`~ {"value":[{"RowKey":"100"},*{"RowKey":"1999"}]}`)
	rest := append(fill[:len(fill):len(fill)],
		"> GET /Tab?$filter=PartitionKey%20eq%20'q'%20and%20RowKey%20ge%20'20'&$select=RowKey", "> Accept: application/json;odata=nometadata",
		"< !x-ms-continuation-NextPartitionKey", `~ {"value":[{"RowKey":"200"},*{"RowKey":"2099"}]}`)
	return []rule.Case{
		tabulated("5.1", "a page has 1,000 entities at most", full...),
		tabulated("5.1", "the last 100 of 1,100 entities have no token", rest...),
	}
}
