package designer

import (
	"github.com/keyrange/keyrange/app/view"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// sampled are the cards whose figures are about the rows.
var sampled = [panelCount]bool{anatomyPanel: true, previewsPanel: true, questionsPanel: true, transactionsPanel: true, planPanel: true,
	resultPanel: true, ledgerPanel: true}

// sampleNote says under a card that its figures come from a sample.
func (p *Page) sampleNote(place int) app.UI {
	text := p.Store.Correction.Sample()
	if text == "" || !sampled[place] {
		return view.El("span;hidden=true")
	}
	return view.T("p.sampled", "Figures "+text+".")
}
