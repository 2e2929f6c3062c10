package file

import (
	"encoding/json"
	"strconv"
	"strings"
)

// find returns where the value at a path begins and ends in a JSON text, or the
// innermost one around it that is there.
func find(data []byte, path string) (start, end int) {
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	f := finder{data: data, decoder: decoder, want: path}
	f.value("")
	return f.start, f.end
}

type finder struct {
	data       []byte
	decoder    *json.Decoder
	want       string
	best       int
	start, end int
}

// value walks over one value and remembers the longest path that leads to what
// is wanted. The text was read before, so it is well-formed; the depth of what
// was read is that of a scenario.
func (f *finder) value(path string) bool {
	start := int(f.decoder.InputOffset())
	for start < len(f.data) && strings.IndexByte(" \t\r\n:,", f.data[start]) >= 0 {
		start++
	}
	token, err := f.decoder.Token()
	if err != nil {
		return false
	}
	if delim, ok := token.(json.Delim); ok {
		for i := 0; f.decoder.More(); i++ {
			child := path + "[" + strconv.Itoa(i) + "]"
			if delim == '{' {
				name, err := f.decoder.Token()
				if err != nil {
					return false
				}
				child = strings.TrimPrefix(path+"."+name.(string), ".")
			}
			if !f.value(child) {
				return false
			}
		}
		if _, err := f.decoder.Token(); err != nil {
			return false
		}
	}
	if leads(path, f.want) && len(path) >= f.best {
		f.best, f.start, f.end = len(path), start, int(f.decoder.InputOffset())
	}
	return true
}

// leads reports whether a path is the wanted one or one around it.
func leads(path, want string) bool {
	rest, found := strings.CutPrefix(want, path)
	return found && (rest == "" || path == "" || rest[0] == '.' || rest[0] == '[')
}
