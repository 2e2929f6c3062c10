//go:build js && wasm

// Command app is Keyrange in the browser: the pages of package site, run by
// go-app. What happens before it starts (the pages rendered ahead, the progress
// bar, clicks that come early) is the work of web/app.js.
package main

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/site"
)

func main() {
	site.Route("/" + strings.TrimPrefix(app.Window().URL().Path, app.Getenv("GOAPP_ROOT_PREFIX")))
	app.RunWhenOnBrowser()
}
