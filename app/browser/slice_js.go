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

func turn() {
	if len(waiting) == 0 {
		return
	}
	f := waiting[0]
	waiting = waiting[1:]
	f()
}
