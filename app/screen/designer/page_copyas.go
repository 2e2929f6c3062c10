package designer

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/engine/snippet"
)

// program is the query as a program.
type program struct {
	desk.Desk
	code ui.Code
}

// codeCard is the query as a program in a language to choose.
func (p *program) codeCard() app.UI {
	p.code.Gestures, p.code.Languages = p.Gestures, snippet.Languages()
	p.code.Program, p.code.Note = p.Store.Program, connection
	return p.code.Card("Copy as")
}

// connection says what a program finds in its environment.
func connection(language string) string {
	if language == "curl" {
		return "The address and a shared access signature come from the environment."
	}
	return snippet.Variable + " is the connection string of your account. Credentials stay out of the program."
}
