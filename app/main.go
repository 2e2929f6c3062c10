//go:build js && wasm

// Command app is Keyrange in the browser: the pages of package site, run by
// go-app. What happens before it starts (the pages rendered ahead, the progress
// bar, clicks that come early) is the work of web/app.js.
package main

import (
	"runtime/debug"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/site"
)

// memoryLimit is how many bytes the program tries to stay below. What it was
// given once it never gives back to the browser, so garbage is collected more
// often rather than letting one large build double what the tab holds.
const memoryLimit = 224 << 20

func main() {
	debug.SetMemoryLimit(memoryLimit)
	path := "/" + strings.TrimPrefix(app.Window().URL().Path, app.Getenv("GOAPP_ROOT_PREFIX"))
	ready := make(chan struct{})
	tab := site.NewTab()
	site.Prepare(tab, path, func() { close(ready) })
	<-ready
	site.Route(tab, path)
	app.RunWhenOnBrowser()
}
