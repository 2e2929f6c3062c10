package wire

// Field is one header field.
type Field struct {
	Name, Value string
}

// Header is a list of fields in the order in which they are sent. Names are
// compared without regard to case (RFC 9110) and may repeat.
type Header []Field

// Get returns the value of the first field with the given name, or "".
func (h Header) Get(name string) string {
	value, _ := h.Lookup(name)
	return value
}

// Lookup returns the value of the first field with the given name, and whether
// there is one.
func (h Header) Lookup(name string) (string, bool) {
	for i := range h {
		if equalFold(h[i].Name, name) {
			return h[i].Value, true
		}
	}
	return "", false
}

// Count returns how many fields have the given name.
func (h Header) Count(name string) int {
	n := 0
	for i := range h {
		if equalFold(h[i].Name, name) {
			n++
		}
	}
	return n
}

// Add appends a field.
func (h *Header) Add(name, value string) { *h = append(*h, Field{name, value}) }

// Set gives the first field with the given name a value, or appends one.
func (h *Header) Set(name, value string) {
	for i := range *h {
		if equalFold((*h)[i].Name, name) {
			(*h)[i].Value = value
			return
		}
	}
	h.Add(name, value)
}

// equalFold compares two header names of ASCII.
func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		if a[i] != b[i] && lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// IsVisible reports whether a text may be echoed in a header: visible ASCII and
// spaces, at most limit bytes.
func IsVisible(s string, limit int) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return len(s) <= limit
}
