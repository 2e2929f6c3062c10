package draft

import (
	"slices"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/index"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
)

// The bounds of the texts in a work, in bytes. Together they stay far below
// maxSavedText, so that every work that a gesture makes can be read back.
const (
	maxTyped          = 4 * keys.MaxTemplate // of a template as it is being typed
	maxName           = 4 * table.MaxNameLength
	maxTitle          = 1 << 10
	maxWhy            = 1 << 10
	MaxQuestionFilter = 16 << 10
	MaxSelect         = 16 << 10
	maxTypedKey       = 4 << 10 // of a key for the index
	maxSeparator      = 8
)

// lastStart bounds the clock: the year 9000.
const lastStart table.Ticks = 2_840_000_000_000_000_000

func (s *Scorecard) sound() bool {
	unsound := func(q Query) bool {
		return len(q.Title) > maxTitle || len(q.Filter) > MaxQuestionFilter || len(q.Sort) > maxName ||
			!upTo(q.Top, query.MaxPageSize) || !upTo(q.Times, MaxTimes) || q.Per > PerDay
	}
	unheld := func(t Transaction) bool { return len(t.Title) > maxTitle || !names(t.By) }
	return len(s.Questions) <= MaxQuestions && len(s.Transactions) <= MaxTransactions &&
		!slices.ContainsFunc(s.Questions, unsound) && !slices.ContainsFunc(s.Transactions, unheld) &&
		upTo(s.Ranges, query.MaxPageSize) && names(s.Growing) && names(s.Steady) &&
		s.Rival.sound() && short(maxTyped, s.RivalTyped[:]...)
}

func (z *Wizard) sound() bool {
	for _, k := range z.Keys {
		if len(k.Name) > maxName {
			return false
		}
	}
	return upTo(z.Step, WizardSteps-1) && names(z.Used) && len(z.Keys) <= table.MaxProperties &&
		len(z.Identity) <= maxName && upTo(z.Split, table.MaxProperties) && len(z.Separator) <= maxSeparator &&
		upTo(z.Buckets, query.MaxPageSize) && upTo(z.Peak, MaxTimes) && upTo(z.Target, MaxTimes)
}

func (x *IndexWork) sound() bool {
	return (x.Fanout == 0 || x.Fanout >= index.MinFanout) && upTo(x.Fanout, index.MaxFanout) && x.Fanout%2 == 0 &&
		x.Class <= OwnRange && len(x.Filter) <= 2*filter.MaxLength &&
		short(maxTypedKey, x.Find.PartitionKey, x.Find.RowKey, x.Insert.PartitionKey, x.Insert.RowKey)
}

// names reports whether a list can be one of columns.
func names(list []string) bool { return len(list) <= table.MaxProperties && short(maxName, list...) }

func short(most int, texts ...string) bool {
	return !slices.ContainsFunc(texts, func(s string) bool { return len(s) > most })
}

func upTo(n, most int) bool { return n >= 0 && n <= most }
