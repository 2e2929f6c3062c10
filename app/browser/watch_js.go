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
	f := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if w := int(args[0].Index(0).Get("contentRect").Get("width").Float()); w > 0 && w != last {
			last = w
			changed(w)
		}
		return nil
	})
	observer := global.Get("ResizeObserver").New(f)
	observer.Call("observe", e)
	return func() {
		observer.Call("disconnect")
		f.Release()
	}
}

func all(stops []func()) func() {
	return func() {
		for _, stop := range stops {
			stop()
		}
	}
}

// WatchKeys tells of every key; taken reports whether the page used it.
func WatchKeys(pressed func(Key) (taken bool)) (stop func()) {
	return listen(document, "keydown", false, func(e js.Value) {
		k := Key{
			Name:    strings.ToLower(e.Get("key").String()),
			Command: e.Get("ctrlKey").Truthy() || e.Get("metaKey").Truthy(),
			Shift:   e.Get("shiftKey").Truthy(),
			InField: inField(document.Get("activeElement")),
		}
		if pressed(k) {
			e.Call("preventDefault")
		}
	})
}
