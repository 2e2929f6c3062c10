package browser

import "syscall/js"

// OpenRace loads what draws the comparison of the start page and gives it an element
// and the paths of its data and of the icons. It goes on by itself.
func OpenRace(host, data, icons string) {
	load := global.Get("keyrangeRace")
	if !load.Truthy() {
		return
	}
	then(load.Invoke(), func(module js.Value) {
		if e, ok := element(host); ok {
			module.Call("open", e, sitePath(data), sitePath(icons))
		}
	}, func() {})
}

// OpenEmbedder loads what draws the page of the embeds and gives it an element.
func OpenEmbedder(host string) {
	load := global.Get("keyrangeEmbedder")
	if !load.Truthy() {
		return
	}
	if e, ok := element(host); ok {
		load.Invoke(e)
	}
}
