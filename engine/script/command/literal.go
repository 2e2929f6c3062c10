package command

import (
	"encoding/hex"
	"math"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/table"
)

// FormatValue returns a value as a filter writes it, with texts in the quotes
// of this language.
func FormatValue(v table.Value) string {
	if v.Type() == table.String {
		return Quote(v.Str())
	}
	return filter.FormatLiteral(v)
}

// value reads a literal: those of filters, and texts in double quotes or
// repeated.
func (p *parser) value() (table.Value, bool) {
	start := p.at
	if c := p.peek(); c == '\'' || c == '"' {
		s, ok := p.textHere()
		return table.StringValue(s), ok
	}
	word := p.word()
	if p.peek() == '\'' && word != "" {
		body, ok := p.quoted()
		v, known := typed(word, body)
		if !ok || !known {
			p.fail(start, p.at, "This is not a value. A date is written datetime'2026-01-31T12:00:00Z', a GUID guid'...', bytes X'00ff'.")
			return table.Value{}, false
		}
		return v, true
	}
	if v, ok := plain(word); ok {
		return v, true
	}
	p.fail(start, p.at, notAValue(word))
	return table.Value{}, false
}

func notAValue(word string) string {
	switch {
	case word == "":
		return "A value belongs here."
	case word[0] == '-' || '0' <= word[0] && word[0] <= '9':
		return word + " is not a number. Whole numbers of 64 bits end in L, numbers with a fraction have a point."
	}
	return word + " is not a value. A text stands in quotes: " + Quote(word) + "."
}

// typed reads a literal with a prefix before its quotes.
func typed(prefix, body string) (table.Value, bool) {
	switch prefix {
	case "datetime":
		t, ok := table.ParseTicks(body)
		return table.DateTimeValue(t), ok
	case "guid":
		return table.ParseGuid(body)
	case "X", "x", "binary":
		raw, err := hex.DecodeString(body)
		return table.BinaryValue(raw), err == nil
	}
	return table.Value{}, false
}

// plain reads a literal without quotes.
func plain(word string) (table.Value, bool) {
	switch word {
	case "true", "false":
		return table.BooleanValue(word == "true"), true
	case "null":
		return table.Value{}, true
	case "NaN":
		return table.DoubleValue(math.NaN()), true
	case "INF":
		return table.DoubleValue(math.Inf(1)), true
	case "-INF":
		return table.DoubleValue(math.Inf(-1)), true
	}
	if strings.Trim(word, "+-.0123456789eEL") != "" {
		return table.Value{}, false
	}
	if digits, long := strings.CutSuffix(word, "L"); long {
		n, err := strconv.ParseInt(digits, 10, 64)
		return table.Int64Value(n), err == nil
	}
	if strings.ContainsAny(word, ".eE") {
		f, err := strconv.ParseFloat(word, 64)
		return table.DoubleValue(f), err == nil
	}
	n, err := strconv.ParseInt(word, 10, 32)
	return table.Int32Value(int32(n)), err == nil
}
