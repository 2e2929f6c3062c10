package browser

import "syscall/js"

// channelText bounds what is heard, in bytes.
const channelText = 20_000

// OpenChannel joins the channel between the windows of this site: heard gets what
// the others say, and tell says something to them. Windows of other sites of the
// same origin are on channels of their own.
func OpenChannel(heard func(text string)) (tell func(text string), stop func()) {
	kind := global.Get("BroadcastChannel")
	if !kind.Truthy() {
		return func(string) {}, func() {}
	}
	c := kind.New("keyrange " + setting("GOAPP_ROOT_PREFIX", "/"))
	deaf := listen(c, "message", true, func(e js.Value) {
		if e.Get("data").Type() != js.TypeString {
			return
		}
		if text := e.Get("data").String(); len(text) <= channelText {
			heard(text)
		}
	})
	return func(text string) { c.Call("postMessage", text) }, func() {
		deaf()
		c.Call("close")
	}
}
