package browser

import "syscall/js"

// apart does what a browser may refuse by throwing: a drawing, a sound, a
// clipboard. A refusal is written to the console and ends nothing else. A fault of
// our own goes on.
func apart(do func()) (ok bool) {
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case js.Error:
			global.Get("console").Call("error", fault.Value)
		case *js.ValueError: // what it gave is not what it promised
			global.Get("console").Call("error", fault.Error())
		default:
			panic(fault)
		}
	}()
	do()
	return true
}
