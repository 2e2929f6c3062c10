package wire

import (
	"strings"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire/encoding"
)

// place is what a URL addresses.
type place uint8

const (
	nowhere  place = iota // nothing that the service has
	root                  // the service itself
	tables                // the collection of tables
	oneTable              // Tables('name')
	entities              // a table, as the collection of its entities
	oneEntity
	batch
)

// target is a URL taken apart.
type target struct {
	place   place
	table   string
	key     table.Key
	refusal *Refusal // why the URL addresses nothing
	account string   // the part of the path before the resource, such as "/devstoreaccount1"
}

// Parameter is one decoded parameter of the query.
type Parameter struct{ Name, Value string }

// SplitURL returns the path and query of a URL, absolute or not, and the
// scheme and host of an absolute one.
func SplitURL(url string) (origin, path, query string) {
	if colon := strings.Index(url, "://"); colon > 0 && colon <= len("https") {
		rest := url[colon+3:]
		slash := strings.IndexAny(rest, "/?")
		if slash < 0 {
			return url, "/", ""
		}
		origin, url = url[:colon+3+slash], rest[slash:]
	}
	path, query, _ = strings.Cut(url, "?")
	if path == "" || path[0] != '/' {
		path = "/" + path
	}
	return origin, path, query
}

// ParseQuery decodes the parameters of a query.
func ParseQuery(query string) ([]Parameter, *Refusal) {
	if query == "" {
		return nil, nil
	}
	list := make([]Parameter, 0, min(strings.Count(query, "&")+1, MaxParameters))
	for query != "" {
		var one string
		one, query, _ = strings.Cut(query, "&")
		if one == "" {
			continue
		}
		if len(list) == MaxParameters {
			return list, refuseInput()
		}
		rawName, rawValue, _ := strings.Cut(one, "=")
		name, a := encoding.Unescape(rawName, true)
		value, b := encoding.Unescape(rawValue, true)
		if !a || !b || !utf8.ValidString(name) || !utf8.ValidString(value) {
			return list, refuseSyntax()
		}
		list = append(list, Parameter{name, value})
	}
	return list, nil
}

// parsePath finds what a decoded path addresses. The account's own segment is
// already gone.
func parsePath(path string) target {
	path = strings.TrimPrefix(path, "/")
	if path == "" {
		return target{place: root}
	}
	if strings.EqualFold(path, "Tables/") {
		return target{place: tables}
	}
	if strings.ContainsAny(path, `/\`) {
		if strings.IndexByte(path, '(') < 0 { // a property of an entity, or a deeper path
			return target{refusal: refuseAbsent()}
		}
		return target{refusal: refuseSyntax()}
	}
	if path == "$batch" {
		return target{place: batch}
	}
	name, predicate, called := strings.Cut(path, "(")
	if !called {
		return collection(name)
	}
	predicate, closed := strings.CutSuffix(predicate, ")")
	switch {
	case !closed || name == "":
		return target{refusal: refuseSyntax()}
	case strings.TrimSpace(predicate) == "":
		return collection(name)
	case strings.EqualFold(name, "Tables"):
		return tablePredicate(predicate)
	}
	key, ok := parsePredicate(predicate)
	if !ok {
		return target{refusal: refuseSyntax()}
	}
	return target{place: oneEntity, table: name, key: key}
}

func collection(name string) target {
	if strings.EqualFold(name, "Tables") {
		return target{place: tables}
	}
	return target{place: entities, table: name}
}

// tablePredicate reads Tables('name') and Tables(TableName='name').
func tablePredicate(s string) target {
	s = strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(s, "TableName="); ok {
		s = rest
	}
	name, rest, ok := cutQuoted(s)
	if !ok || rest != "" {
		return target{refusal: refuseSyntax()}
	}
	return target{place: oneTable, table: name}
}

// parsePredicate reads PartitionKey='p',RowKey='r', in either order, as OData
// allows.
func parsePredicate(s string) (k table.Key, ok bool) {
	var hasPartition, hasRow bool
	for {
		name, rest, found := strings.Cut(strings.TrimSpace(s), "=")
		value, rest, quoted := cutQuoted(rest)
		if !found || !quoted {
			return table.Key{}, false
		}
		switch {
		case name == "PartitionKey" && !hasPartition:
			k.PartitionKey, hasPartition = value, true
		case name == "RowKey" && !hasRow:
			k.RowKey, hasRow = value, true
		default:
			return table.Key{}, false
		}
		rest = strings.TrimSpace(rest)
		if rest == "" {
			return k, hasPartition && hasRow
		}
		if rest[0] != ',' {
			return table.Key{}, false
		}
		s = rest[1:]
	}
}

// cutQuoted reads a text in quotes, in which a quote is doubled, and returns
// what follows it.
func cutQuoted(s string) (text, rest string, ok bool) {
	if s == "" || s[0] != '\'' {
		return "", s, false
	}
	for i := 1; i < len(s); i++ {
		if s[i] != '\'' {
			continue
		}
		if i+1 < len(s) && s[i+1] == '\'' {
			i++
			continue
		}
		return strings.ReplaceAll(s[1:i], "''", "'"), s[i+1:], true
	}
	return "", s, false
}

// urlPage returns the page with which the operating system of the service
// refuses a decoded path before the service sees it, or "".
func urlPage(path string) string {
	plain := true
	for i := 0; i < len(path); i++ {
		if path[i] < 0x20 || path[i] >= 0x7F {
			plain = false
			break
		}
	}
	switch {
	case plain:
		return ""
	case strings.IndexByte(path, 0) >= 0:
		return pageWithLines
	case !utf8.ValidString(path):
		return pageInOneLine
	}
	for _, r := range path {
		if table.KeyCharacterOf(r) == table.InvalidInURL {
			return pageInOneLine
		}
	}
	return ""
}
