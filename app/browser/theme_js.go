package browser

import "syscall/js"

var (
	global   = js.Global()
	document = global.Get("document")
)

// SavedTheme returns the theme chosen before on this device.
func SavedTheme() Theme {
	switch t := Theme(load(ThemeKey)); t {
	case Light, Dark:
		return t
	}
	return System
}

// SetTheme shows a theme and keeps the choice on this device.
func SetTheme(t Theme) {
	root := document.Get("documentElement")
	if t == System {
		root.Call("removeAttribute", "data-theme")
	} else {
		root.Call("setAttribute", "data-theme", string(t))
	}
	save(ThemeKey, string(t))
}

// Shortcuts reports whether single characters are shortcuts.
func Shortcuts() bool { return load(ShortcutsKey) != "off" }

// SetShortcuts makes single characters shortcuts, or not.
func SetShortcuts(on bool) {
	value := ""
	if !on {
		value = "off"
	}
	save(ShortcutsKey, value)
}

// SavedMotion returns how much may move, as chosen on this device.
func SavedMotion() Motion {
	switch m := Motion(load(MotionKey)); m {
	case Calm, Full:
		return m
	}
	return AsSystem
}

// SetMotion says how much may move and keeps the choice on this device.
func SetMotion(m Motion) {
	if m == AsSystem {
		m = ""
	}
	document.Get("documentElement").Get("dataset").Set("motion", string(m))
	save(MotionKey, string(m))
}

// CalmMotion reports whether nothing may glide: by the choice made here, or by
// that of the system.
func CalmMotion() bool {
	switch SavedMotion() {
	case Calm:
		return true
	case Full:
		return false
	}
	return global.Call("matchMedia", "(prefers-reduced-motion: reduce)").Get("matches").Truthy()
}

// load returns what is stored under a name; a browser that blocks storage
// gives "".
func load(name string) (value string) {
	defer func() { _ = recover() }()
	if v := global.Get("localStorage").Call("getItem", name); v.Type() == js.TypeString {
		return v.String()
	}
	return ""
}

func save(name, value string) {
	defer func() { _ = recover() }()
	global.Get("localStorage").Call("setItem", name, value)
}

// listen adds an event listener and returns how to take it away again.
func listen(target js.Value, event string, passive bool, handle func(js.Value)) (stop func()) {
	f := js.FuncOf(func(_ js.Value, args []js.Value) any {
		apart(func() { handle(args[0]) })
		return nil
	})
	options := map[string]any{"passive": passive}
	target.Call("addEventListener", event, f, options)
	return func() {
		target.Call("removeEventListener", event, f, options)
		f.Release()
	}
}

// element returns the element with an ID; ok is false when there is none.
func element(id string) (_ js.Value, ok bool) {
	e := document.Call("getElementById", id)
	return e, e.Truthy()
}
