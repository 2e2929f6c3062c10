package browser

import (
	"strings"
	"syscall/js"
)

// Fetch reads a file of this site. path begins with a slash and is counted
// from the site's own root, also when the site lives below a sub-path.
func Fetch(path string, r Reading) (cancel func()) {
	control := global.Get("AbortController").New()
	stopped := false
	fail := func() {
		if !stopped {
			stopped = true
			r.Failed("The sample could not be loaded. Check the connection and try again.")
		}
	}
	options := map[string]any{"signal": control.Get("signal"), "credentials": "same-origin"}
	then(global.Call("fetch", sitePath(path), options), func(response js.Value) {
		body := response.Get("body")
		if !response.Get("ok").Bool() || !body.Truthy() {
			fail()
			return
		}
		drain(body.Call("getReader"), &stopped, fail, r)
	}, fail)
	return func() {
		stopped = true
		control.Call("abort")
	}
}

// drain collects the pieces of a body in the order they arrive.
func drain(reader js.Value, stopped *bool, fail func(), r Reading) {
	var data []byte
	var next func()
	next = func() {
		then(reader.Call("read"), func(piece js.Value) {
			if *stopped {
				return
			}
			if piece.Get("done").Bool() {
				r.Done(data)
				return
			}
			value := piece.Get("value")
			at := len(data)
			if at+value.Length() > MaxBytes {
				fail()
				return
			}
			data = append(data, make([]byte, value.Length())...)
			js.CopyBytesToGo(data[at:], value)
			if r.Progress != nil {
				r.Progress(len(data), 0)
			}
			next()
		}, fail)
	}
	next()
}

// sitePath turns a path of the site into an address: files under /web lie in
// the folder that the builder made for them, all others below the site's root.
func sitePath(path string) string {
	if file, ok := strings.CutPrefix(path, "/web/"); ok {
		return strings.TrimSuffix(setting("GOAPP_STATIC_RESOURCES_URL", "/web"), "/") + "/" + file
	}
	return strings.TrimSuffix(setting("GOAPP_ROOT_PREFIX", "/"), "/") + path
}

// setting reads what the page's start script was built with.
func setting(name, otherwise string) string {
	if f := global.Get("goappGetenv"); f.Truthy() {
		if v := f.Invoke(name); v.Type() == js.TypeString && v.String() != "" {
			return v.String()
		}
	}
	return otherwise
}
