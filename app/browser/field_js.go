package browser

import "syscall/js"

// Focus moves the keyboard to the element with an ID. It reports whether there
// is one.
func Focus(id string) bool {
	e, ok := element(id)
	if ok {
		e.Call("focus")
	}
	return ok
}

// Has reports whether there is an element.
func Has(id string) bool {
	_, ok := element(id)
	return ok
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

// SetField makes a field show a text, whatever is typed in it, unless it shows it
// already: for what a gesture asked for. What follows the state is Refill.
func SetField(id, text string) {
	if e, ok := element(id); ok && e.Get("value").String() != text {
		e.Set("value", text)
	}
}

// TypeField is SetField as if the reader had typed the text, where that field has the
// keyboard: its own undo brings back what was there.
func TypeField(id, text string) {
	e, ok := element(id)
	if !ok || e.Get("value").String() == text {
		return
	}
	if !document.Get("activeElement").Equal(e) {
		SetField(id, text)
		return
	}
	e.Call("select")
	how := "insertText"
	if text == "" {
		how = "delete"
	}
	if !document.Call("execCommand", how, false, text).Bool() {
		SetField(id, text)
	}
}

func init() {
	typed := js.FuncOf(func(_ js.Value, args []js.Value) any {
		args[0].Get("target").Set(Unread, true)
		return nil
	})
	// Before the handlers of the field itself, which read it.
	document.Call("addEventListener", "input", typed, map[string]any{"capture": true, "passive": true})
}

// Refill is SetField for a field that somebody may be typing in while the page
// works: it leaves alone what was typed and has not been read with Field.
func Refill(id, text string) {
	if e, ok := element(id); ok && !e.Get(Unread).Truthy() {
		SetField(id, text)
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

// RevealTop scrolls the page until an element begins below what stays at its top.
func RevealTop(id string) {
	if e, ok := element(id); ok {
		e.Call("scrollIntoView")
	}
}

// Topmost returns the ID of the first element that reaches into the lower two
// thirds of the window, of those whose ID begins with a text and that stand in the
// main column of the page, not in one beside it; "" for none.
func Topmost(prefix string) string {
	third, main := global.Get("innerHeight").Float()/3, global.Get("innerWidth").Float()*3/4
	all := document.Call("querySelectorAll", "[id^='"+prefix+"']")
	for i := range all.Length() {
		e := all.Index(i)
		if box := e.Call("getBoundingClientRect"); box.Get("bottom").Float() > third && box.Get("right").Float() > main {
			return e.Get("id").String()
		}
	}
	return ""
}

// RevealIn scrolls an element into the middle of the box that holds it, and
// leaves the page itself where it is.
func RevealIn(box, id string) {
	b, found := element(box)
	e, inside := element(id)
	if !found || !inside {
		return
	}
	outer, inner := b.Call("getBoundingClientRect"), e.Call("getBoundingClientRect")
	for _, way := range [2][3]string{{"scrollTop", "top", "height"}, {"scrollLeft", "left", "width"}} {
		off := inner.Get(way[1]).Float() - outer.Get(way[1]).Float()
		room := outer.Get(way[2]).Float() - inner.Get(way[2]).Float()
		if room > 0 {
			b.Set(way[0], b.Get(way[0]).Float()+off-room/2)
		}
	}
}

// Check chooses a radio button.
func Check(id string) {
	if e, ok := element(id); ok {
		e.Set("checked", true)
	}
}

// Press clicks an element, as the reader would.
func Press(id string) {
	if e, ok := element(id); ok {
		e.Call("click")
	}
}

// Peek returns the text that a field shows, read or not.
func Peek(id string) string {
	if e, ok := element(id); ok {
		return e.Get("value").String()
	}
	return ""
}

// Field reads the text that a field shows.
func Field(id string) string {
	if e, ok := element(id); ok {
		e.Set(Unread, false)
		return e.Get("value").String()
	}
	return ""
}

// Selection returns the selected range of a text field, in bytes of its text.
func Selection(id string) (from, to int) {
	e, ok := element(id)
	if !ok {
		return 0, 0
	}
	text := e.Get("value").String()
	if at := e.Get("selectionStart"); at.Type() == js.TypeNumber {
		return byteOffset(text, at.Int()), byteOffset(text, e.Get("selectionEnd").Int())
	}
	return 0, 0
}

// Select selects a range of a text field, counted in bytes of its text.
func Select(id string, from, to int) {
	if e, ok := element(id); ok {
		text := e.Get("value").String()
		e.Call("setSelectionRange", unitOffset(text, from), unitOffset(text, to))
	}
}

// Erase deletes a range of a text field as if it had been typed, so that the
// field's own undo brings it back.
func Erase(id string, from, to int) {
	if _, ok := element(id); ok {
		Focus(id)
		Select(id, from, to)
		document.Call("execCommand", "delete")
	}
}
