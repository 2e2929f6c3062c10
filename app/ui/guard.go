package ui

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/view"
)

// FaultText says a fault of our own in words.
func FaultText(fault any) string {
	if err, ok := fault.(error); ok {
		return err.Error()
	}
	return fmt.Sprint(fault)
}

// Crashed is the page when it cannot be drawn.
func Crashed(fault string) app.UI {
	return view.H("main#main;tabindex=-1", view.H("div.wrap", view.H("div.lost",
		view.T("h1", "The playground cannot be shown"),
		view.T("p", "Something went wrong while drawing it. Your file is unchanged on your disk. Load the page again and choose it once more."),
		view.H("p", view.T("code.code", fault)),
	)))
}
