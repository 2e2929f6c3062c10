package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design/draft"
)

// Templates shows both templates of a design, each beside its name.
func Templates(d draft.Design) app.UI {
	return H("div.row",
		H("span.row", PartitionKeyTerm(), Text("="), T("span.k.k--pk", d.PartitionKey)),
		H("span.row", RowKeyTerm(), Text("="), T("span.k.k--rk", d.RowKey)),
	)
}

// PhoneWidth is the width of a drawing on a phone.
const PhoneWidth = 326
