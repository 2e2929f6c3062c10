package site

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/screen/access"
	"github.com/keyrange/keyrange/app/screen/across"
	"github.com/keyrange/keyrange/app/screen/batch"
	"github.com/keyrange/keyrange/app/screen/clients"
	"github.com/keyrange/keyrange/app/screen/tokens"
	"github.com/keyrange/keyrange/app/workspace"
)

// stepPages are the screens of the playground that show one thing step by
// step.
func stepPages() []Page {
	list := []Page{
		{Path: "/clients", Title: "Two clients: ETags, lost updates and retries · Keyrange",
			Description: "Drive two clients and the service between them, one HTTP step at a time. Lose an update, prevent it with an ETag, and try every order.",
			New:         func(tab *workspace.Tab) app.Composer { return clients.New(tab) }},
		{Path: "/tokens", Title: "Continuation tokens, page by page · Keyrange",
			Description: "See each token as a place in the key space and why its page ended. Meet the classic traps, then run and repair the loops that fall into them.",
			New:         func(tab *workspace.Tab) app.Composer { return tokens.New(tab) }},
		{Path: "/transactions", Title: "Batch builder: entity group transactions · Keyrange",
			Description: "Put a transaction together change by change, break each of its rules, and read the $batch request, the index that failed and what was rolled back.",
			New:         func(tab *workspace.Tab) app.Composer { return batch.New(tab) }},
		{Path: "/across", Title: "Across partitions: queue, worker and crashes · Keyrange",
			Description: "Change two partitions, two tables or a blob with a queue and a worker. Crash it after any step, watch the message come back, and see what must be repeatable.",
			New:         func(tab *workspace.Tab) app.Composer { return across.New(tab) }},
		{Path: "/access", Title: "Access: shared access signatures for a key range · Keyrange",
			Description: "Build a shared access signature for a range of keys, read the text that it signs line by line, try it, and meet each refusal of the service.",
			New:         func(tab *workspace.Tab) app.Composer { return access.New(tab) }},
	}
	for i := range list {
		list[i].Instant, list[i].Listed = true, true
	}
	return list
}
