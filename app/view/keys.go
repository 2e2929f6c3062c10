package view

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	words "github.com/keyrange/keyrange/engine/text"
)

// longestChip is how many characters a chip shows before its middle is cut.
const longestChip = 28

// PartitionKeyChip draws a PartitionKey; the whole key is in its title.
func PartitionKeyChip(key string) app.UI { return chip("k--pk", key) }

// RowKeyChip draws a RowKey; the whole key is in its title.
func RowKeyChip(key string) app.UI { return chip("k--rk", key) }

func chip(class, key string) app.UI {
	if key == "" {
		return app.Elem("span").Class("k", class).Body(app.Elem("em").Text("empty text"))
	}
	return app.Elem("span").Class("k", class).Title(words.Visible(key)).Text(words.Visible(Shorten(key, longestChip)))
}

// PartitionKeyTerm is the word PartitionKey with its mark, for prose.
func PartitionKeyTerm() app.UI { return app.Elem("span").Class("t", "t--pk").Text("PartitionKey") }

// RowKeyTerm is the word RowKey with its mark, for prose.
func RowKeyTerm() app.UI { return app.Elem("span").Class("t", "t--rk").Text("RowKey") }
