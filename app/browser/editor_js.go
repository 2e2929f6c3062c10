package browser

import "syscall/js"

// Editor is the $filter editor in the place of a text field. It is loaded when
// it is first needed. Until it has come, or when it cannot come, the field does
// its work, and every method does it on the field.
//
// What always holds: a text that the reader typed and that Text has not
// returned yet is never written over.
type Editor struct {
	source  EditorSource
	host    js.Value // the element that the editor is in
	handle  js.Value // what editor.js gave, undefined before
	funcs   []js.Func
	dirty   bool   // the reader typed and nobody has read it
	wanted  string // what it is to show, or what was read last
	waiting bool   // the editor shows wanted soon
	invalid bool
	stopped bool
}

// OpenEditor begins to load the editor and returns it. opened is called once it
// has taken over.
func OpenEditor(source EditorSource, opened func()) *Editor {
	e := &Editor{source: source, handle: js.Undefined()}
	e.host, _ = element(source.Host)
	load := global.Get("keyrangeEditor")
	if load.Type() != js.TypeFunction {
		return e
	}
	then(load.Invoke(), func(module js.Value) {
		Soon(func() { e.take(module, opened) }) // a turn of its own: running the file took one
	}, func() {})
	return e
}

func (e *Editor) take(module js.Value, opened func()) {
	field, ok := element(e.source.Field)
	if !ok || e.stopped || e.Lost() {
		return
	}
	s := e.source
	e.handle = module.Call("open", e.host, field, map[string]any{
		"looks": e.function(func(args []js.Value) any { return s.Looks(args[0].String()) }),
		"suggest": e.function(func(args []js.Value) any {
			return offered(s.Suggest(args[0].String(), args[1].Int(), args[2].Bool()))
		}),
		"changed": e.function(func([]js.Value) any { e.dirty = true; s.Changed(); return nil }),
		"most":    s.Most,
		"refused": e.function(func(args []js.Value) any { s.Refused(args[0].Int()); return nil }),
		"run":     e.function(func([]js.Value) any { s.Run(); return nil }),
		"mend":    e.function(func([]js.Value) any { s.Mend(); return nil }),
	})
	// What was typed in the field, and is in the editor now, may be unread.
	e.dirty = true
	s.Changed()
	opened()
}

func (e *Editor) function(f func(args []js.Value) any) js.Func {
	fn := js.FuncOf(func(_ js.Value, args []js.Value) any { return f(args) })
	e.funcs = append(e.funcs, fn)
	return fn
}

func offered(from int, list []Offering) any {
	if len(list) == 0 {
		return nil
	}
	options := make([]any, len(list))
	for i, o := range list {
		options[i] = map[string]any{"label": o.Label, "detail": o.Detail, "look": o.Look, "text": o.Text}
	}
	return map[string]any{"from": from, "options": options}
}

// Open reports whether the editor has taken over.
func (e *Editor) Open() bool { return e != nil && e.handle.Truthy() }

// Lost reports that the page was drawn anew without the place of the editor.
func (e *Editor) Lost() bool { return !e.host.Truthy() || !e.host.Get("isConnected").Bool() }

// Text returns what the reader sees.
func (e *Editor) Text() string {
	if !e.Open() {
		return Field(e.source.Field)
	}
	if e.waiting && !e.dirty {
		return e.wanted
	}
	text := e.handle.Call("text")
	if text.Type() != js.TypeString { // it broke; the field takes over again
		e.Stop()
		return Field(e.source.Field)
	}
	e.dirty, e.wanted = false, text.String()
	return e.wanted
}

// Show makes the editor show a text, unless the reader has just typed another,
// and tells whether it has an error.
func (e *Editor) Show(text string, invalid bool) {
	if !e.Open() {
		Refill(e.source.Field, text)
		return
	}
	e.wanted = text
	if !e.waiting {
		e.waiting = true
		Soon(e.flush) // it makes the browser lay out the page
	}
	if invalid != e.invalid {
		e.invalid = invalid
		e.handle.Call("invalid", invalid)
	}
}

// flush writes what is wanted.
func (e *Editor) flush() {
	if e.waiting && e.Open() && !e.dirty {
		e.handle.Call("show", e.wanted)
	}
	e.waiting = false
}

// Place moves the keyboard into the editor and the caret to a byte of the text.
func (e *Editor) Place(text string, offset int) {
	if !e.Open() {
		Focus(e.source.Field)
		SetCaret(e.source.Field, offset)
		return
	}
	e.flush()
	e.handle.Call("place", unitOffset(text, offset))
}

// Stop takes the editor away.
func (e *Editor) Stop() {
	e.stopped = true
	if e.Open() {
		e.handle.Call("close")
		e.handle = js.Undefined()
	}
	for _, f := range e.funcs {
		f.Release()
	}
	e.funcs = nil
}

// SelectAll selects everything that an element shows, for a reader who copies by
// hand.
func SelectAll(id string) {
	if e, ok := element(id); ok {
		selection := global.Call("getSelection")
		selection.Call("selectAllChildren", e)
		e.Call("focus")
	}
}

// Remember keeps a short text on this device under a name, and Remembered gives
// it back, or "".
func Remember(name, text string) { save(prefix+name, text) }

// Remembered is told at Remember.
func Remembered(name string) string { return load(prefix + name) }
