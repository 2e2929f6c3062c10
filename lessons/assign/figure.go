package assign

import (
	"slices"

	"github.com/keyrange/keyrange/lessons"
)

// Figure is something that a condition can be built of by controls.
type Figure struct {
	Ask      string // the expression for it
	Title    string // as a list has it
	Unit     string // behind a number, its blank included; empty for a count
	Relation string // that one most often wants
	Number   string // a number to begin with
	Kind     Kind
}

// Kind is the kind of screen that has a figure.
type Kind uint8

// The kinds of screens on which a condition can be judged.
const (
	Design Kind = iota // a table under keys, with questions
	Load               // a run of the simulator
	Log                // commands, one after another
)

// Relations are those that controls offer.
var Relations = []string{">=", "<=", "="}

// Figures are what controls offer, those of each kind together.
var Figures = []Figure{
	{"figure(lost)", "Rows that the keys lose", "", "=", "0", Design},
	{"figure(examined)", "Entities that the dearest question examines", "", "<=", "100", Design},
	{"figure(each)", "Entities examined for each one returned", "", "<=", "10", Design},
	{"figure(scans)", "Questions that examine the whole table", "", "=", "0", Design},
	{"figure(requests)", "Requests that all questions take", "", "<=", "20", Design},
	{"figure(partitions)", "Partitions", "", ">=", "16", Design},
	{"figure(designs)", "Designs side by side", "", "<=", "2", Design},
	{"figure(served)", "Entities accepted per second", "", ">=", "4000", Load},
	{"figure(refused)", "Throttled requests, percent of those sent", "", "<=", "1", Load},
	{"figure(p99)", "99 of 100 requests are answered within, ms", "", "<=", "100", Load},
	{"figure(over)", "Seconds over the target of a partition", "", "=", "0", Load},
	{"figure(partitions)", "Key ranges", "", "<=", "32", Load},
	{"figure(designs)", "Designs side by side", "", "<=", "2", Load},
	{"figure(steps)", "Steps done", "", "<=", "20", Log},
	{"lost()", "Updates lost", "", "=", "0", Log},
	{"sent()", "Requests sent to the table", "", "<=", "20", Log},
	{"examined()", "Entities examined by the last reading", "", "<=", "100", Log},
	{"returned()", "Entities returned by the last reading", "", ">=", "1", Log},
	{"pages()", "Pages of the last reading", "", "<=", "10", Log},
	{"missed()", "Matching entities that it missed", "", "=", "0", Log},
	{"attempts()", "Times the last command was sent", "", "<=", "3", Log},
}

// Offered are the figures of a kind of screen.
func Offered(k Kind) []Figure {
	return slices.DeleteFunc(slices.Clone(Figures), func(f Figure) bool { return f.Kind != k })
}

// NewFacts are the facts about a screen that has figures and no World of
// commands; figures are by the names of lessons.FigureNames.
func NewFacts(figures map[string]float64) *lessons.Facts {
	f := lessons.NewFacts(emptyWorld())
	f.Figures = figures
	return f
}
