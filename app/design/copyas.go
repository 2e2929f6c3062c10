package design

import (
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/snippet"
)

// Program returns the present query as a program in one of
// snippet.Languages, or "" for another.
func (p *Playground) Program(language string) string {
	text, _ := p.Request.Filter()
	program, _ := snippet.Write(language, snippet.Query{Table: model.TableName, Filter: text, Top: p.Request.Top(),
		Select: p.Hints.Selected()})
	return program
}
