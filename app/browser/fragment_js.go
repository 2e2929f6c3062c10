package browser

import "syscall/js"

// Fragment returns what stands behind the # of the address, as it stands there.
func Fragment() string {
	f := global.Get("location").Get("hash").String()
	if f == "" {
		return ""
	}
	return f[1:]
}

// DropFragment takes it away, without a move.
func DropFragment() {
	at := global.Get("location")
	global.Get("history").Call("replaceState", global.Get("history").Get("state"), "", at.Get("pathname").String()+at.Get("search").String())
}

// Address returns the whole address of a path of this site.
func Address(path string) string { return global.Get("location").Get("origin").String() + path }

// Embedded reports whether the page is to be a part of another one: without
// header and navigation, and apart from the reader's work.
func Embedded() bool {
	return document.Get("documentElement").Call("hasAttribute", "data-embed").Bool()
}

// Opening tells the page whether saved work is being opened, so that gestures
// wait for it.
func Opening(on bool) { document.Get("documentElement").Call("toggleAttribute", "data-opening", on) }

// Modal opens a dialog over the page, unless it is open.
func Modal(id string) {
	if e, ok := element(id); ok && !e.Get("open").Bool() {
		e.Call("showModal")
	}
}

// ModalIsOpen reports whether it is open.
func ModalIsOpen(id string) bool {
	e, ok := element(id)
	return ok && e.Get("open").Bool()
}

// CloseModal closes it. The focus goes back to where it was.
func CloseModal(id string) {
	if e, ok := element(id); ok && e.Get("open").Bool() {
		e.Call("close")
	}
}

// ShowPictures fills an element with what can be done with each picture on the
// page. The script for that is loaded when it is first needed.
func ShowPictures(id string) {
	load := global.Get("keyrangePictures")
	if load.Type() != js.TypeFunction {
		return
	}
	then(load.Invoke(), func(module js.Value) {
		if e, ok := element(id); ok {
			module.Call("list", e)
		}
	}, func() {})
}

// CopyField puts the text of a field on the clipboard and tells whether that
// worked. Where it did not, the text is selected.
func CopyField(id string, done func(ok bool)) {
	e, ok := element(id)
	if !ok {
		return
	}
	Copy(e.Get("value").String(), func(ok bool) {
		if !ok {
			e.Call("focus")
			e.Call("select")
			ok = document.Call("execCommand", "copy").Bool()
		}
		done(ok)
	})
}
