package dataset

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// Encoding is how the characters of an input are written as bytes.
type Encoding uint8

// The encodings: what the web writes, what Excel saves as Unicode text, and what
// programs on Windows wrote for decades.
const (
	UTF8 Encoding = iota
	UTF16LE
	UTF16BE
	Windows1252
)

// Encodings returns all of them.
func Encodings() []Encoding { return []Encoding{UTF8, UTF16LE, UTF16BE, Windows1252} }

// String returns the encoding's name as editors know it.
func (e Encoding) String() string {
	return [...]string{"UTF-8", "UTF-16 LE", "UTF-16 BE", "Windows-1252"}[e&3]
}

// BOM returns the byte order mark with which the data begin, nil for none.
func (e Encoding) mark() []byte {
	switch e {
	case UTF8:
		return utf8BOM
	case UTF16LE:
		return utf16BOMs[0]
	case UTF16BE:
		return utf16BOMs[1]
	}
	return nil
}

// windows1252 holds the characters of the bytes 0x80 to 0x9F, in which alone it
// differs from Latin-1. The five bytes without a character stand for themselves,
// as the WHATWG Encoding Standard has it.
var windows1252 = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8D, 'Ž', 0x8F,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9D, 'ž', 'Ÿ',
}

// decode appends the characters of data to out as UTF-8 and counts the halves of
// surrogate pairs that stand alone, which become U+FFFD. last says that nothing
// follows. used is how many bytes were taken: half a character waits for more.
func (e Encoding) decode(out, data []byte, last bool) (_ []byte, used, invalid int) {
	if e == Windows1252 {
		for _, b := range data {
			c := rune(b)
			if b >= 0x80 && b < 0xA0 {
				c = windows1252[b-0x80]
			}
			out = utf8.AppendRune(out, c)
		}
		return out, len(data), 0
	}
	unit := func(i int) rune {
		if e == UTF16BE {
			return rune(data[i])<<8 | rune(data[i+1])
		}
		return rune(data[i+1])<<8 | rune(data[i])
	}
	i := 0
	for ; i+1 < len(data); i += 2 {
		c := unit(i)
		if utf16.IsSurrogate(c) {
			if i+3 >= len(data) && !last {
				return out, i, invalid
			}
			pair := rune(utf8.RuneError)
			if i+3 < len(data) {
				pair = utf16.DecodeRune(c, unit(i+2))
			}
			if c = pair; c == utf8.RuneError {
				invalid++
			} else {
				i += 2
			}
		}
		out = utf8.AppendRune(out, c)
	}
	if last && i < len(data) { // an odd byte at the end
		return utf8.AppendRune(out, utf8.RuneError), len(data), invalid + 1
	}
	return out, i, invalid
}

// decodeStep is how many bytes one step decodes.
const decodeStep = 256 << 10

// decodes does one step of turning the input into UTF-8, and begins to read it
// when that is done.
func (r *Reader) decodes() {
	if r.raw == nil {
		return
	}
	if r.rawAt == 0 && bytes.HasPrefix(r.raw, r.options.Encoding.mark()) {
		r.rawAt = len(r.options.Encoding.mark())
	}
	end := min(len(r.raw), r.rawAt+decodeStep)
	text, used, invalid := r.options.Encoding.decode(r.texts.data, r.raw[r.rawAt:end], end == len(r.raw))
	r.texts.data, r.rawAt, r.broken = text, r.rawAt+used, r.broken+invalid
	if r.rawAt < len(r.raw) {
		return
	}
	r.raw = nil
	if err := r.begin(); err != nil {
		r.finish(err)
	}
}
