package browser

import "syscall/js"

// Canvas is a surface of the page that takes pixels.
type Canvas struct {
	element, context js.Value
	bytes            js.Value // of JavaScript, reused from one Put to the next
	size             int
}

// OpenCanvas finds a canvas by its ID. It takes nothing when there is none.
func OpenCanvas(id string) *Canvas {
	e, ok := element(id)
	if !ok {
		return &Canvas{element: js.Undefined()}
	}
	context := e.Call("getContext", "2d", map[string]any{"alpha": false})
	if !context.Truthy() { // it gives no more of them, or none at all
		e = js.Undefined()
	}
	return &Canvas{element: e, context: context}
}

// Fit gives the canvas as many pixels as the device shows of it, and returns how
// many those are, and how many there are in one of the page.
func (c *Canvas) Fit() (width, height int, scale float64) {
	if !c.element.Truthy() {
		return 0, 0, 1
	}
	scale = min(max(global.Get("devicePixelRatio").Float(), 1), 2)
	width = int(c.element.Get("clientWidth").Float()*scale + 0.5)
	height = int(c.element.Get("clientHeight").Float()*scale + 0.5)
	if c.element.Get("width").Int() != width || c.element.Get("height").Int() != height {
		c.element.Set("width", width)
		c.element.Set("height", height)
	}
	return width, height, scale
}

// Put shows a strip of pixels, four bytes each, from x on and from top to
// bottom.
func (c *Canvas) Put(pixels []byte, x, width, height int) {
	if !c.element.Truthy() || width <= 0 || height <= 0 {
		return
	}
	if c.size < len(pixels) {
		c.bytes, c.size = global.Get("Uint8ClampedArray").New(len(pixels)), len(pixels)
	}
	js.CopyBytesToJS(c.bytes, pixels)
	view := c.bytes.Call("subarray", 0, width*height*4)
	c.context.Call("putImageData", global.Get("ImageData").New(view, width, height), x, 0)
}

// Frames calls turn before each frame that the browser shows, with the
// microseconds since the last one, until turn returns false. A page that is not
// seen has no frames.
func Frames(turn func(elapsed int64) (more bool)) (stop func()) {
	var f js.Func
	last, stopped := -1.0, false
	f = js.FuncOf(func(_ js.Value, args []js.Value) any {
		now, elapsed := args[0].Float(), 0.0
		if last >= 0 {
			elapsed = now - last
		}
		last = now
		more := !stopped
		if more {
			apart(func() { more = turn(int64(elapsed * 1000)) })
		}
		if !more {
			f.Release()
			return nil
		}
		global.Call("requestAnimationFrame", f)
		return nil
	})
	global.Call("requestAnimationFrame", f)
	return func() { stopped = true }
}

// Timer returns a function that tells the microseconds since this call.
func Timer() func() int64 {
	performance := global.Get("performance")
	start := performance.Call("now").Float()
	return func() int64 { return int64((performance.Call("now").Float() - start) * 1000) }
}

// WatchPointer tells where the pointer is over an element, in thousandths of its
// width and height, and what it does.
func WatchPointer(id string, moved func(Pointer)) (stop func()) {
	e, ok := element(id)
	if !ok {
		return func() {}
	}
	tell := func(kind PointerKind) func(js.Value) {
		return func(event js.Value) {
			box := e.Call("getBoundingClientRect")
			if kind == PointerDown && event.Get("button").Int() != 0 {
				return
			}
			if kind == PointerDown {
				e.Call("setPointerCapture", event.Get("pointerId"))
			}
			moved(Pointer{
				Kind: kind,
				X:    int(1000 * (event.Get("clientX").Float() - box.Get("left").Float()) / max(1, box.Get("width").Float())),
				Y:    int(1000 * (event.Get("clientY").Float() - box.Get("top").Float()) / max(1, box.Get("height").Float())),
			})
		}
	}
	return all([]func(){
		listen(e, "pointermove", true, tell(PointerMoved)),
		listen(e, "pointerdown", true, tell(PointerDown)),
		listen(e, "pointerup", true, tell(PointerUp)),
		listen(e, "pointerleave", true, tell(PointerLeft)),
		listen(e, "pointercancel", true, tell(PointerLeft)),
	})
}

// WatchHidden tells when the page is no longer seen.
func WatchHidden(hidden func()) (stop func()) {
	return listen(document, "visibilitychange", true, func(js.Value) {
		if document.Get("hidden").Bool() {
			hidden()
		}
	})
}

// Style sets one property of an element's own style.
func Style(id, property, value string) {
	if e, ok := element(id); ok {
		e.Get("style").Call("setProperty", property, value)
	}
}

// SetPath gives a path of a drawing another course.
func SetPath(id, d string) {
	if e, ok := element(id); ok {
		e.Call("setAttribute", "d", d)
	}
}

// SetText gives an element a text of its own.
func SetText(id, text string) {
	if e, ok := element(id); ok && e.Get("textContent").String() != text {
		e.Set("textContent", text)
	}
}

// tones is the sound of the page, made when it is first wanted.
var tones = js.Undefined()

// Tone plays a short tone. A click is lower and shorter.
func Tone(hertz float64, click bool) { apart(func() { tone(hertz, click) }) }

func tone(hertz float64, click bool) {
	if tones.IsUndefined() {
		if maker := global.Get("AudioContext"); maker.Truthy() {
			tones = maker.New()
		}
	}
	if !tones.Truthy() {
		return
	}
	now, length := tones.Get("currentTime").Float(), 0.12
	if click {
		hertz, length = 90, 0.03
	}
	source, loudness := tones.Call("createOscillator"), tones.Call("createGain")
	source.Get("frequency").Set("value", hertz)
	loudness.Get("gain").Call("setValueAtTime", 0.08, now)
	loudness.Get("gain").Call("exponentialRampToValueAtTime", 0.001, now+length)
	source.Call("connect", loudness)
	loudness.Call("connect", tones.Get("destination"))
	source.Call("start", now)
	source.Call("stop", now+length)
}

// Save hands the reader a file. It must be called from a click or a key.
func Save(name, kind string, data []byte) {
	bytes := global.Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(bytes, data)
	address := global.Get("URL").Call("createObjectURL", global.Get("Blob").New([]any{bytes}, map[string]any{"type": kind}))
	link := document.Call("createElement", "a")
	link.Set("href", address)
	link.Set("download", name)
	link.Call("click")
	global.Get("URL").Call("revokeObjectURL", address)
}
