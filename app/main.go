//go:build js && wasm

// Command app is Keyrange in the browser: the pages of package site, run by
// go-app. What happens before it starts (the pages rendered ahead, the progress
// bar, clicks that come early) is the work of web/app.js.
package main

import (
	"runtime/debug"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/site"
)

// How the program collects garbage. It works in pieces between which the browser
// draws, and a collection holds up several of them, so it waits until there is
// twice as much garbage as data. What the program was given once it never gives
// back to the browser, so near memoryLimit, in bytes, it collects more often
// rather than letting one large build double what the tab holds.
const (
	collectAt   = 200
	memoryLimit = 192 << 20
)

func main() {
	debug.SetGCPercent(collectAt)
	debug.SetMemoryLimit(memoryLimit)
	path := "/" + strings.TrimPrefix(app.Window().URL().Path, app.Getenv("GOAPP_ROOT_PREFIX"))
	ready := make(chan struct{})
	tab := site.NewTab()
	site.Prepare(tab, path, func() {
		browser.Soon(func() { close(ready) }) // the page has a turn between what packages prepare and the first drawing
	})
	<-ready
	site.Route(tab, path)
	app.RunWhenOnBrowser()
}
