package browser

import "syscall/js"

// Width returns the width of the window in CSS pixels.
func Width() int { return global.Get("innerWidth").Int() }

// Copy puts a text on the clipboard and tells whether that worked. It must be
// called from a click or a key.
func Copy(text string, done func(ok bool)) {
	clipboard := global.Get("navigator").Get("clipboard")
	if !clipboard.Truthy() {
		done(false)
		return
	}
	if !apart(func() { then(clipboard.Call("writeText", text), func(js.Value) { done(true) }, func() { done(false) }) }) {
		done(false)
	}
}
