package browser

import "syscall/js"

// waiting is the work for the next turns of the page.
var waiting []func()

// turns wakes the program up again after the page had its turn. A message
// comes back at once, while a timer is held back by four milliseconds.
var turns = js.Undefined()

// Soon runs f on a later turn of the page, after it could draw and take input.
func Soon(f func()) {
	if turns.IsUndefined() {
		channel := global.Get("MessageChannel").New()
		turns = channel.Get("port2")
		listen(channel.Get("port1"), "message", true, func(js.Value) { turn() })
		channel.Get("port1").Call("start")
	}
	waiting = append(waiting, f)
	turns.Call("postMessage", 0)
}

// unhurried tells that the work under way may Rest, and worked for how long it
// has not.
var (
	unhurried bool
	worked    func() int64
)

// restAfter is how long work goes on between two rests, in microseconds.
const restAfter = 7000

// Unhurried does something that may Rest. The browser must not wait for it, as
// it does for a callback.
func Unhurried(do func()) {
	unhurried, worked = true, Timer()
	defer func() { unhurried = false }()
	do()
}

// Aside is Unhurried beside everything else.
func Aside(do func()) { go Unhurried(do) }

// Rest lets the page have a turn if the work that is Unhurried has gone on for a
// while. Elsewhere it does nothing.
func Rest() {
	if !unhurried || worked() < restAfter {
		return
	}
	back := make(chan struct{})
	unhurried = false
	Soon(func() { close(back) })
	<-back
	unhurried, worked = true, Timer()
}

// frames wakes the program up when the page is about to be drawn.
var frames = js.Undefined()

// framed is what waits for the next frame.
var framed []func()

// Frame runs f when the page is drawn next. A page that is not seen is not
// drawn.
func Frame(f func()) {
	if frames.IsUndefined() {
		frames = js.FuncOf(func(js.Value, []js.Value) any {
			now := framed
			framed = nil
			for _, f := range now {
				f()
			}
			return nil
		}).Value
	}
	if framed = append(framed, f); len(framed) == 1 {
		global.Call("requestAnimationFrame", frames)
	}
}

func turn() {
	if len(waiting) == 0 {
		return
	}
	f := waiting[0]
	waiting = waiting[1:]
	f()
}
