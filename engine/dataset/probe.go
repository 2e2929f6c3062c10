package dataset

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Probe finds out how bytes that nobody described are to be read. It goes
// through all of them in Steps, because one letter far down in a file can tell
// that it is not UTF-8.
type Probe struct {
	name string
	data []byte
	at   int

	options        Options
	records        []string
	letters, wrong int // characters beyond ASCII that are UTF-8, and bytes that are none
}

// NewProbe begins to look at data. The error is an *Error with the way out: a
// file of another kind, or one that is too large.
func NewProbe(name string, data []byte) (*Probe, error) {
	p := &Probe{name: name, data: data}
	p.options.Encoding = sniffUTF16(data)
	return p, refuse(data, p.options.Encoding)
}

// probeStep is how many bytes one step looks at.
const probeStep = 512 << 10

// Step looks at some bytes and reports whether that were all.
func (p *Probe) Step() (done bool) {
	if p.options.Encoding == UTF8 && p.at < len(p.data) {
		end := min(len(p.data), p.at+probeStep)
		for end < len(p.data) && end > p.at+1 && !utf8.RuneStart(p.data[end]) {
			end--
		}
		p.look(p.data[p.at:end])
		if p.at = end; p.at < len(p.data) {
			return false
		}
		if p.wrong > p.letters && !bytes.HasPrefix(p.data, utf8BOM) {
			p.options.Encoding = Windows1252
		}
	}
	p.at = len(p.data)
	p.form()
	return true
}

func (p *Probe) look(piece []byte) {
	if utf8.Valid(piece) {
		if p.wrong > 0 || p.letters == 0 {
			for _, b := range piece {
				if b >= 0xC2 {
					p.letters++
				}
			}
		}
		return
	}
	for len(piece) > 0 {
		c, size := utf8.DecodeRune(piece)
		if c == utf8.RuneError && size == 1 {
			p.wrong++
		} else if size > 1 {
			p.letters++
		}
		piece = piece[size:]
	}
}

// form finds the format and, for CSV, the delimiter at the beginning of the text.
func (p *Probe) form() { p.options = p.With(p.options.Encoding) }

// Options returns what was found, once Step has returned true. Nested, Even and
// Forms are set: nothing is left out that could be kept.
func (p *Probe) Options() Options { return p.options }

// Records returns the paths of the arrays of objects in one JSON document.
func (p *Probe) Records() []string { return p.records }

// With returns the Options for the same bytes in another encoding.
func (p *Probe) With(e Encoding) Options {
	head := p.head(e)
	o := Options{Encoding: e, Even: true, Forms: true, Format: Sniff(p.name, head)}
	p.records = nil
	switch o.Format {
	case CSV:
		if d := sniffDelimiter(head); d != headerDelimiter(head) || namedDelimiter(head) != 0 {
			o.Delimiter = d
		}
	case JSON:
		o.Nested = true
	case JSONLines:
		o.Nested = true
		ext := strings.ToLower(p.name[strings.LastIndexByte(p.name, '.')+1:])
		i := 0
		for i < len(head) && isSpace(head[i]) {
			i++
		}
		found, whole, more := findRecords(head, i)
		if len(found) > 0 && (!whole || !more) && ext != "jsonl" && ext != "ndjson" {
			o.Format, o.Records = JSON, largest(found)
			for _, f := range found {
				p.records = append(p.records, f.path)
			}
		}
	}
	return o
}

// head returns the beginning of the text, without a byte order mark.
func (p *Probe) head(e Encoding) []byte {
	data := bytes.TrimPrefix(p.data, e.mark())
	if e == UTF8 {
		return data[:min(len(data), 2*MaxRow)]
	}
	data = data[:min(len(data), MaxRow)]
	text, _, _ := e.decode(nil, data, len(data) < MaxRow)
	return text
}

// sniffUTF16 recognises UTF-16 by its byte order mark or, without one, by zeros
// that stand on one side of the pairs of bytes only: every comma, digit and line
// break has one. It returns UTF8 for anything else.
func sniffUTF16(data []byte) Encoding {
	switch {
	case bytes.HasPrefix(data, utf16BOMs[0]):
		return UTF16LE
	case bytes.HasPrefix(data, utf16BOMs[1]):
		return UTF16BE
	}
	zeros := [2]int{}
	head := data[:min(len(data), 4*sniffBytes)]
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	enough := len(head) / 20 // one character of ten
	switch {
	case len(head) < 4 || len(head) > 8 && max(zeros[0], zeros[1]) <= enough:
	case zeros[0] == 0 && zeros[1] > 0 && len(data)%2 == 0:
		return UTF16LE
	case zeros[1] == 0 && zeros[0] > 0 && len(data)%2 == 0:
		return UTF16BE
	}
	return UTF8
}
