package wire

import (
	"strings"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire/encoding"
)

// level is how much metadata an answer has.
type level uint8

const (
	atom level = iota // not JSON: refused
	noMetadata
	minimalMetadata
	fullMetadata
)

// format is the form of an answer.
type format struct {
	level level
}

const (
	contentNone    = "application/json;odata=nometadata;streaming=true;charset=utf-8"
	contentMinimal = "application/json;odata=minimalmetadata;streaming=true;charset=utf-8"
	contentFull    = "application/json;odata=fullmetadata;streaming=true;charset=utf-8"
)

// contentType returns the media type of the answer. An error is JSON even
// when the request asks for something else.
func (f format) contentType() string {
	switch f.level {
	case noMetadata:
		return contentNone
	case fullMetadata:
		return contentFull
	}
	return contentMinimal
}

// negotiate chooses by $format or else by Accept (Payload format for Table
// service operations, REST reference).
func negotiate(op *Operation, h Header) format {
	if f, ok := op.Parameter("$format"); ok {
		if f == "json" {
			return format{minimalMetadata}
		}
		return format{levelOf(f)}
	}
	accept := h.Get("Accept")
	for accept != "" {
		var one string
		one, accept, _ = strings.Cut(accept, ",")
		if l := levelOf(one); l != atom {
			return format{l}
		}
	}
	return format{atom}
}

// levelOf reads one media type. JSON without an odata parameter is minimal, and
// so is any type at all (RFC 9110, 12.5.1).
func levelOf(media string) level {
	kind, parameters, _ := strings.Cut(media, ";")
	switch kind = strings.TrimSpace(kind); {
	case kind == "*/*" || kind == "application/*":
		return minimalMetadata
	case !strings.EqualFold(kind, "application/json"):
		return atom
	}
	for parameters != "" {
		var one string
		one, parameters, _ = strings.Cut(parameters, ";")
		name, value, _ := strings.Cut(one, "=")
		if !strings.EqualFold(strings.TrimSpace(name), "odata") {
			continue
		}
		switch value = strings.TrimSpace(value); {
		case strings.EqualFold(value, "nometadata"):
			return noMetadata
		case strings.EqualFold(value, "fullmetadata"):
			return fullMetadata
		case strings.EqualFold(value, "minimalmetadata"):
			return minimalMetadata
		}
		return atom
	}
	return minimalMetadata
}

// preference is what Prefer asks for, and what Preference-Applied says.
type preference string

const (
	noPreference    preference = ""
	returnContent   preference = "return-content"
	returnNoContent preference = "return-no-content"
)

// preference reads Prefer, which has a meaning for inserts and new tables only
// (Create Table and Insert Entity, REST reference).
func (c *call) preference() preference {
	if c.op.Kind != InsertEntity && c.op.Kind != CreateTable {
		return noPreference
	}
	switch p := preference(strings.TrimSpace(c.req.Header.Get("Prefer"))); p {
	case returnContent, returnNoContent:
		return p
	}
	return noPreference
}

func (c *call) withoutContent() bool { return c.preference() == returnNoContent }

// annotation returns the type that stands before a value in an answer, or "".
func annotation(v table.Value, l level) string {
	switch v.Type() {
	case table.Int64, table.DateTime, table.Guid, table.Binary:
	case table.Double:
		if encoding.IsFinite(v.Float()) {
			return ""
		}
	default:
		return ""
	}
	if l == noMetadata {
		return ""
	}
	return v.Type().String()
}
