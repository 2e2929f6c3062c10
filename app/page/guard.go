package page

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/view"
)

func faultText(fault any) string {
	if err, ok := fault.(error); ok {
		return err.Error()
	}
	return fmt.Sprint(fault)
}

// crashed is the page when it cannot be drawn.
func crashed(fault string) app.UI {
	return view.El("main#main;tabindex=-1").Body(view.El("div.wrap").Body(view.El("div.lost").Body(
		view.El("h1").Text("The playground cannot be shown"),
		view.El("p").Text("Something went wrong while drawing it. Your file is unchanged on your disk. Load the page again and choose it once more."),
		view.El("p").Body(view.El("code.code").Text(fault)),
	)))
}
