package access

import (
	"slices"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// CorsPreflightFailure is the code of a preflight request that no rule allows.
const CorsPreflightFailure table.Code = "CorsPreflightFailure"

// Limits of CORS rules (Cross-origin resource sharing support for the storage
// services, REST reference).
const (
	MaxCorsRules    = 5
	maxCorsNames    = 64 // origins, or literal headers, of one rule
	maxCorsPrefixed = 2  // headers that end with an asterisk
	maxCorsName     = 256
)

// CorsRule allows pages of other origins to call the service. The order of
// rules counts: the first that matches decides.
type CorsRule struct {
	Origins        []string // as browsers send them, or "*" for all
	Methods        []string
	AllowedHeaders []string // names, beginnings that end with "*", or "*"
	ExposedHeaders []string
	MaxAgeSeconds  int
}

var corsMethods = []string{"DELETE", "GET", "HEAD", "MERGE", "POST", "OPTIONS", "PUT", "PATCH"}

// parseCors reads the rules of a document.
func parseCors(e element) ([]CorsRule, bool) {
	if len(e.children) > MaxCorsRules || strings.TrimSpace(e.text) != "" {
		return nil, false
	}
	var rules []CorsRule
	for _, child := range e.children {
		r, ok := parseCorsRule(child)
		if !ok {
			return nil, false
		}
		rules = append(rules, r)
	}
	return rules, true
}

// parseCorsRule reads one rule. All five elements are required; those for
// headers may be empty.
func parseCorsRule(e element) (r CorsRule, ok bool) {
	names := []string{"AllowedOrigins", "AllowedMethods", "MaxAgeInSeconds", "ExposedHeaders", "AllowedHeaders"}
	if e.name != "CorsRule" || len(e.children) != len(names) || !e.onlyHas(names...) {
		return r, false
	}
	r.Origins = corsList(e, "AllowedOrigins")
	r.Methods = corsList(e, "AllowedMethods")
	r.ExposedHeaders = corsList(e, "ExposedHeaders")
	r.AllowedHeaders = corsList(e, "AllowedHeaders")
	age, _ := e.value("MaxAgeInSeconds")
	seconds, err := strconv.ParseInt(age, 10, 32)
	r.MaxAgeSeconds = int(seconds)
	return r, err == nil && seconds >= 0 && r.valid()
}

// corsList reads names between commas.
func corsList(e element, name string) []string {
	text, _ := e.value(name)
	var list []string
	for one := range strings.SplitSeq(text, ",") {
		if one = strings.TrimSpace(one); one != "" {
			list = append(list, one)
		}
	}
	return list
}

func (r CorsRule) valid() bool {
	for _, m := range r.Methods {
		if !slices.Contains(corsMethods, m) {
			return false
		}
	}
	return len(r.Methods) > 0 && len(r.Origins) > 0 && len(r.Origins) <= maxCorsNames && shortNames(r.Origins) &&
		validCorsHeaders(r.AllowedHeaders) && validCorsHeaders(r.ExposedHeaders)
}

func validCorsHeaders(names []string) bool {
	prefixed := 0
	for _, name := range names {
		if len(name) > 1 && strings.HasSuffix(name, "*") {
			prefixed++
		}
	}
	return prefixed <= maxCorsPrefixed && len(names)-prefixed <= maxCorsNames && shortNames(names)
}

// shortNames also refuses what cannot be part of a header, since these names
// are sent as such.
func shortNames(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !wire.IsVisible(name, maxCorsName) })
}

// appendCors appends the rules in the order of elements that was recorded.
func appendCors(to []byte, rules []CorsRule) []byte {
	if len(rules) == 0 {
		return append(to, "<Cors />"...)
	}
	to = append(to, "<Cors>"...)
	for _, r := range rules {
		to = append(to, "<CorsRule>"...)
		to = appendElement(to, "AllowedMethods", strings.Join(r.Methods, ","))
		to = appendElement(to, "AllowedOrigins", strings.Join(r.Origins, ","))
		to = appendElement(to, "AllowedHeaders", strings.Join(r.AllowedHeaders, ","))
		to = appendElement(to, "ExposedHeaders", strings.Join(r.ExposedHeaders, ","))
		to = appendElement(to, "MaxAgeInSeconds", strconv.Itoa(r.MaxAgeSeconds))
		to = append(to, "</CorsRule>"...)
	}
	return append(to, "</Cors>"...)
}
