package browser

import (
	"strings"
	"syscall/js"
)

// WatchDrops lets the whole page take a dropped file. over tells when one
// hovers and when it has gone.
func WatchDrops(over func(bool), dropped func(File)) (stop func()) {
	hovering := false
	set := func(on bool) {
		if on != hovering {
			hovering = on
			over(on)
		}
	}
	stops := []func(){
		listen(document, "dragover", false, func(e js.Value) {
			if hasFiles(e) {
				e.Call("preventDefault")
				set(true)
			}
		}),
		listen(document, "dragleave", true, func(e js.Value) {
			if !e.Get("relatedTarget").Truthy() {
				set(false)
			}
		}),
		listen(document, "drop", false, func(e js.Value) {
			if !hasFiles(e) {
				return
			}
			e.Call("preventDefault")
			set(false)
			if files := e.Get("dataTransfer").Get("files"); files.Length() > 0 {
				dropped(fileOf(files.Index(0)))
			}
		}),
	}
	return all(stops)
}

func hasFiles(e js.Value) bool {
	transfer := e.Get("dataTransfer")
	return transfer.Truthy() && transfer.Get("types").Call("includes", "Files").Bool()
}

// WatchPastes hands over text that is pasted while no field has the focus.
func WatchPastes(pasted func(text string)) (stop func()) {
	return listen(document, "paste", false, func(e js.Value) {
		if inField(document.Get("activeElement")) {
			return
		}
		if text := e.Get("clipboardData").Call("getData", "text/plain").String(); text != "" {
			e.Call("preventDefault")
			pasted(text)
		}
	})
}

// inField reports whether an element takes text itself.
func inField(e js.Value) bool {
	if !e.Truthy() {
		return false
	}
	switch e.Get("tagName").String() {
	case "INPUT", "TEXTAREA", "SELECT":
		return true
	}
	return e.Get("isContentEditable").Truthy()
}

// WatchWidth tells the width of an element in whole pixels, now and whenever
// it changes. An element that does not exist is never told of.
func WatchWidth(id string, changed func(pixels int)) (stop func()) {
	e, ok := element(id)
	if !ok {
		return func() {}
	}
	last := 0
	return observe("ResizeObserver", e, func(entry js.Value) {
		if w := int(entry.Get("contentRect").Get("width").Float()); w > 0 && w != last {
			last = w
			changed(w)
		}
	})
}

// WatchSize tells that an element has another size than before, now and whenever
// it changes.
func WatchSize(id string, changed func()) (stop func()) {
	e, ok := element(id)
	if !ok {
		return func() {}
	}
	return observe("ResizeObserver", e, func(js.Value) { changed() })
}

// WatchSeen tells whether an element is inside the window, now and whenever
// that changes.
func WatchSeen(id string, changed func(seen bool)) (stop func()) {
	e, ok := element(id)
	if !ok {
		return func() {}
	}
	return observe("IntersectionObserver", e, func(entry js.Value) { changed(entry.Get("isIntersecting").Bool()) })
}

// observe tells of the last entry of an observer of one element.
func observe(kind string, e js.Value, tell func(entry js.Value)) (stop func()) {
	f := js.FuncOf(func(_ js.Value, args []js.Value) any {
		tell(args[0].Index(args[0].Length() - 1))
		return nil
	})
	observer := global.Get(kind).New(f)
	observer.Call("observe", e)
	return func() {
		observer.Call("disconnect")
		f.Release()
	}
}

// drawing is whether the page says so.
var drawing bool

// Drawing says at the root of the page whether some of it is still to be drawn.
func Drawing(on bool) {
	if on != drawing {
		drawing = on
		document.Get("documentElement").Call("toggleAttribute", "data-drawing", on)
	}
}

func all(stops []func()) func() {
	return func() {
		for _, stop := range stops {
			stop()
		}
	}
}

// What a space activates, and what arrows go through.
const (
	controls = "button,a[href],summary,[role=button],[role=tab],[role=option],[role=checkbox],[role=switch],[role=radio]"
	widgets  = "[role=grid],[role=tablist],[role=listbox],[role=menu],[role=tree],[role=slider]," +
		"[role=radiogroup],[role=application],[role=combobox],video"
)

// WatchKeys tells of every key that no element has used itself; taken reports
// whether the page used it. A single character without Ctrl is told only while
// Shortcuts are on.
func WatchKeys(pressed func(Key) (taken bool)) (stop func()) {
	return listen(document, "keydown", false, func(e js.Value) {
		name := e.Get("key").String()
		command := e.Get("ctrlKey").Truthy() || e.Get("metaKey").Truthy()
		if e.Get("defaultPrevented").Truthy() || !command && !e.Get("altKey").Truthy() && len(name) == 1 && !Shortcuts() {
			return
		}
		at := document.Get("activeElement")
		k := Key{Name: strings.ToLower(name), Command: command, Shift: e.Get("shiftKey").Truthy(), Alt: e.Get("altKey").Truthy(),
			InField: inField(at), Digit: altDigit(e)}
		if at.Truthy() {
			k.Target = at.Get("id").String()
			k.OnControl = at.Call("closest", controls).Truthy()
			k.InWidget = at.Call("closest", widgets).Truthy()
		}
		if pressed(k) {
			e.Call("preventDefault")
		}
	})
}

// altDigit reads the place of the key, because Alt changes what a digit types on
// some systems.
func altDigit(e js.Value) int {
	code := e.Get("code")
	if !e.Get("altKey").Truthy() || code.Type() != js.TypeString {
		return 0
	}
	if d := strings.TrimPrefix(code.String(), "Digit"); len(d) == 1 && d[0] >= '1' && d[0] <= '9' {
		return int(d[0] - '0')
	}
	return 0
}
