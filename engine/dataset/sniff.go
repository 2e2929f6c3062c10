package dataset

import (
	"bytes"
	"strings"
)

// Format is a form of input.
type Format uint8

// The formats: delimited text with a header line, a JSON array of objects, and
// one JSON object per line.
const (
	CSV Format = iota
	JSON
	JSONLines
)

// String returns the format's name as a user knows it.
func (f Format) String() string {
	switch f {
	case JSON:
		return "JSON"
	case JSONLines:
		return "JSON lines"
	}
	return "CSV"
}

var (
	utf8BOM    = []byte("\xEF\xBB\xBF")
	utf16BOMs  = [][]byte{[]byte("\xFF\xFE"), []byte("\xFE\xFF")}
	whiteSpace = " \t\r\n"
)

// sniffBytes is how far Sniff and NewReader look for the kind of an input.
const sniffBytes = 1024

// Sniff guesses the format from the beginning of the data and, where that says
// nothing, from the extension of the name. Pasted text has no name. It never
// fails: what is neither a JSON array nor a JSON object is CSV.
func Sniff(name string, data []byte) Format {
	ext := strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	head := bytes.TrimPrefix(data[:min(len(data), sniffBytes)], utf8BOM)
	head = bytes.TrimLeft(head, whiteSpace)
	first, second := byte(0), byte(0)
	if len(head) > 0 {
		first = head[0]
		if rest := bytes.TrimLeft(head[1:], whiteSpace); len(rest) > 0 {
			second = rest[0]
		}
	}
	switch ext {
	case "csv", "tsv", "tab":
		return CSV
	case "json", "geojson", "jsonl", "ndjson":
		if first == '[' {
			return JSON
		}
		if first == '{' || ext == "jsonl" || ext == "ndjson" {
			return JSONLines
		}
		return JSON
	}
	switch {
	case first == '[' && (second == '{' || second == ']' || second == 0):
		return JSON
	case first == '{' && (second == '"' || second == '}' || second == 0):
		return JSONLines
	}
	return CSV
}
