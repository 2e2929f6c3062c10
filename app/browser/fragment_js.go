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

// Report tells the page around this one what the reader reached, as JSON.
func Report(text string) { global.Call("keyrangeReport", text) }

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

// ShowCode draws a text as a QR code into an element. The script for that is
// loaded when it is first needed.
func ShowCode(id, text string) {
	withCodes(func(module js.Value) {
		if e, ok := element(id); ok {
			module.Call("draw", e, text)
		}
	}, func() {})
}

// withCodes loads the script for QR codes.
func withCodes(do func(module js.Value), failed func()) {
	load := global.Get("keyrangeCodes")
	if load.Type() != js.TypeFunction {
		failed()
		return
	}
	then(load.Invoke(), do, failed)
}

// ScanCodes shows what the camera sees in an element and gives the text of each QR
// code. Failed is called with a plain sentence where that cannot be. What it
// returns ends the reading.
func ScanCodes(id string, found func(text string), failed func(why string)) (stop func()) {
	ended, end := false, func() {}
	withCodes(func(module js.Value) {
		e, ok := element(id)
		switch {
		case ended || !ok:
			return
		case !module.Call("scans").Bool():
			failed("This browser cannot read QR codes. Paste the lines, or open the files.")
			return
		}
		each := js.FuncOf(func(_ js.Value, args []js.Value) any { found(args[0].String()); return nil })
		none := js.FuncOf(func(js.Value, []js.Value) any {
			failed("The camera cannot be used. Allow it, or paste the lines.")
			return nil
		})
		over := module.Call("scan", e, each, none)
		end = func() { over.Invoke(); each.Release(); none.Release() }
	}, func() { failed("The script that reads QR codes could not be loaded.") })
	return func() { ended = true; end() }
}

// Print opens the browser's dialog for printing the page.
func Print() { global.Call("print") }
