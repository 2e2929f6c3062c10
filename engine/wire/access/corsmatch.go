package access

import (
	"slices"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/wire"
)

// allows reports whether a rule is for requests with a method from an origin.
func (r CorsRule) allows(origin, method string) bool {
	return slices.Contains(r.Methods, method) &&
		slices.ContainsFunc(r.Origins, func(allowed string) bool { return allowed == "*" || matchesOrigin(allowed, origin) })
}

// matchesOrigin compares origins, case-sensitively. "https://*.example.com"
// stands for all hosts below that one.
func matchesOrigin(allowed, origin string) bool {
	scheme, domain, wild := strings.Cut(allowed, "://*.")
	if !wild {
		return allowed == origin
	}
	host, ok := strings.CutPrefix(origin, scheme+"://")
	return ok && len(host) > len(domain)+1 && strings.HasSuffix(host, "."+domain) && wire.IsVisible(host, maxCorsName)
}

// everybody reports whether a rule is for all origins.
func (r CorsRule) everybody() bool { return slices.Contains(r.Origins, "*") }

// allowsHeaders reports whether every name in a list between commas is allowed
// by a rule.
func (r CorsRule) allowsHeaders(list string) bool {
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if name != "" && !slices.ContainsFunc(r.AllowedHeaders, func(allowed string) bool { return matchesHeader(allowed, name) }) {
			return false
		}
	}
	return true
}

// matchesHeader compares names of headers. An asterisk at the end stands for
// everything.
func matchesHeader(allowed, name string) bool {
	prefix, wild := strings.CutSuffix(allowed, "*")
	if !wild {
		return strings.EqualFold(allowed, name)
	}
	return len(name) >= len(prefix) && strings.EqualFold(name[:len(prefix)], prefix)
}

// preflight answers the request by which a browser asks whether it may send
// another. It is about the service and not about the resource that it names.
func (a *Control) preflight(req wire.Request) (wire.Response, *wire.Refusal) {
	origin, method := req.Header.Get("Origin"), req.Header.Get("Access-Control-Request-Method")
	if origin == "" || method == "" {
		return wire.Response{}, wire.Refuse(wire.InvalidHeaderValue, "A required CORS header is not present.")
	}
	headers := req.Header.Get("Access-Control-Request-Headers")
	for _, r := range a.properties.Cors {
		if r.allows(origin, method) && r.allowsHeaders(headers) {
			return wire.Response{Status: 200, Header: r.permit(origin, method, headers)}, nil
		}
	}
	return wire.Response{}, &wire.Refusal{Code: CorsPreflightFailure, Status: 403,
		Message: "CORS not enabled or no matching rule found for this request."}
}

// permit are the fields that let a browser go on.
func (r CorsRule) permit(origin, method, headers string) wire.Header {
	h := r.admit(origin)
	h.Add("Access-Control-Allow-Methods", method)
	if headers != "" && wire.IsVisible(headers, MaxXML) {
		h.Add("Access-Control-Allow-Headers", headers)
	}
	h.Add("Access-Control-Max-Age", strconv.Itoa(r.MaxAgeSeconds))
	return h
}

// admit are the fields that name the origin. A rule for all origins says so
// and does not speak of credentials.
func (r CorsRule) admit(origin string) wire.Header {
	if r.everybody() {
		return wire.Header{{Name: "Access-Control-Allow-Origin", Value: "*"}}
	}
	return wire.Header{{Name: "Access-Control-Allow-Origin", Value: origin}, {Name: "Access-Control-Allow-Credentials", Value: "true"}}
}

// Decorate adds what CORS rules say to the answer of a request that is not a
// preflight; it is the Decorator of a Service. Headers of the request do not
// count here. GET and HEAD answers say Vary: Origin when another origin would
// have got another answer, also if the request has no Origin: a cache must
// not hand them on.
func (a *Control) Decorate(req wire.Request, op wire.Operation, resp *wire.Response) {
	rules := a.properties.Cors
	if len(rules) == 0 || op.Kind == wire.Preflight {
		return
	}
	origin := req.Header.Get("Origin")
	cacheable := req.Method == "GET" || req.Method == "HEAD"
	at := slices.IndexFunc(rules, func(r CorsRule) bool {
		return r.allows(origin, req.Method) && (origin != "" || r.everybody() && cacheable)
	})
	if at >= 0 {
		resp.Header = append(resp.Header, rules[at].admit(origin)...)
		if exposed := rules[at].ExposedHeaders; len(exposed) > 0 {
			resp.Header.Add("Access-Control-Expose-Headers", strings.Join(exposed, ","))
		}
	}
	if cacheable && (at < 0 || !rules[at].everybody()) {
		resp.Header.Add("Vary", "Origin")
	}
}
