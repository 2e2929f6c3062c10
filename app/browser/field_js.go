package browser

import "syscall/js"

// Focus moves the keyboard to the element with an ID.
func Focus(id string) {
	if e, ok := element(id); ok {
		e.Call("focus")
	}
}

// Caret returns the place of the caret in a text field, in bytes of its text.
func Caret(id string) int {
	e, ok := element(id)
	if !ok {
		return 0
	}
	if at := e.Get("selectionStart"); at.Type() == js.TypeNumber {
		return byteOffset(e.Get("value").String(), at.Int())
	}
	return 0
}

// SetField makes a field show a text, unless it shows it already, so that
// typing is never disturbed.
func SetField(id, text string) {
	if e, ok := element(id); ok && e.Get("value").String() != text {
		e.Set("value", text)
	}
}

// SetCaret moves the caret of a text field, counted in bytes of its text.
func SetCaret(id string, offset int) {
	if e, ok := element(id); ok {
		at := unitOffset(e.Get("value").String(), offset)
		e.Call("setSelectionRange", at, at)
	}
}

// Reveal scrolls an element into view when it is not.
func Reveal(id string) {
	if e, ok := element(id); ok {
		e.Call("scrollIntoView", map[string]any{"block": "nearest", "inline": "nearest"})
	}
}

// Field returns the text that a field shows.
func Field(id string) string {
	if e, ok := element(id); ok {
		return e.Get("value").String()
	}
	return ""
}
