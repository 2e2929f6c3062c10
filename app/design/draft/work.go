package draft

import (
	"reflect"
	"slices"
	"strconv"

	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
)

// Request is what the work asks for, so many pages of it.
func (w *Work) Request(pages int) AnswerWanted {
	return AnswerWanted{Filter: w.Filter, Top: w.Top, Select: w.Select, Pages: pages}
}

// Indexed returns the part of the work that an index shows.
func (w *Work) Indexed() Work {
	return Work{Set: w.Set, Start: w.Start, Columns: w.Columns, Design: w.Design, Typed: w.Typed, Index: w.Index}
}

// Sound reports whether the fields of a work are within their bounds. What a
// field means is checked where it is used. No gesture leaves the bounds, and
// saved work beyond them is refused.
func (w *Work) Sound() bool {
	if w.Set == (Set{}) != (len(w.Columns) == 0) || len(w.Columns) > table.MaxProperties || !short(maxTitle, w.Set.Sample, w.Set.Name) ||
		len(w.Set.Hash) > maxTitle || !w.Set.Read.Sound() {
		return false
	}
	for _, c := range w.Columns {
		if c.Type > table.String || !c.Form.Sound() || len(c.Name) > maxName {
			return false
		}
	}
	return w.Start >= 0 && w.Start <= lastStart &&
		w.Design.sound() && short(maxTyped, w.Typed[:]...) && len(w.OwnKeys) <= MaxOwnKeys &&
		w.Arrival.sound() && w.soundRequest() && w.Score.sound() && w.Wizard.sound() && w.Index.sound() && w.Review.sound()
}

func (w *Work) soundRequest() bool {
	return upTo(w.Top, query.MaxPageSize) && upTo(w.Answer.Top, query.MaxPageSize) && upTo(w.Answer.Pages, EveryPage) &&
		len(w.Filter) <= 2*filter.MaxLength && len(w.Answer.Filter) <= 2*filter.MaxLength &&
		short(MaxSelect, w.Select, w.Answer.Select)
}

// Work is everything that a gesture can change and that undo brings back.
//
// What always holds:
//   - it is a value: what a slice in it holds is never changed in place. A
//     gesture that changes a slice puts a new one there (slices.Clone, or
//     append to a clone)
//   - it holds strings, numbers, booleans, and structs and slices of those, in
//     exported fields, so that it can be saved. A field that is left at its
//     zero value is not written, and one that is missing is read as zero
//   - everything else that a page shows is worked out from it
type Work struct {
	Set     Set          `json:",omitzero"` // zero: no data
	Start   table.Ticks  `json:",omitzero"` // when the first entity is written
	Columns []Column     `json:",omitempty"`
	Design  Design       `json:",omitzero"` // the last without an error
	Typed   [2]string    `json:",omitzero"` // both templates as they are being typed
	Filter  string       `json:",omitempty"`
	Top     int          `json:",omitempty"` // 0 for none
	Select  string       `json:",omitempty"` // as typed, empty for every property
	Answer  AnswerWanted `json:",omitzero"`
	Score   Scorecard    `json:",omitzero"`

	// Arrival is what the user said about the order in which the rows are
	// written; what a sample says of itself is not repeated here.
	Arrival Arrival `json:",omitzero"`

	Wizard  Wizard    `json:",omitzero"`
	OwnKeys string    `json:",omitempty"` // sample keys that the user typed, one per line
	Index   IndexWork `json:",omitzero"`  // what is asked of the index
	Review  Review    `json:",omitzero"`

	// Fresh is an import whose first question has not been found yet. Every
	// gesture ends it.
	Fresh bool `json:",omitempty"`
}

// Set names a data set: a sample that comes with the site, or the user's own
// bytes by their hash.
type Set struct {
	Sample string `json:",omitempty"` // its ID
	Hash   string `json:",omitempty"` // of the user's own bytes
	Name   string `json:",omitempty"` // of the user's own file, empty for pasted text

	// Read is how the user's own bytes are read. Zero stands for what
	// dataset.Sniff finds in them, without nested values.
	Read dataset.Options `json:",omitzero"`
}

// Column is what the user may choose for a column.
type Column struct {
	Name string
	Type table.EdmType
	Form dataset.Form `json:",omitempty"` // how the texts write the type
}

// AnswerWanted is a request that was sent, and how many pages of its answer
// were read.
type AnswerWanted struct {
	Filter string `json:",omitempty"`
	Top    int    `json:",omitempty"`
	Select string `json:",omitempty"`
	Pages  int    `json:",omitempty"` // 0: none was sent
	Split  bool   `json:",omitempty"` // as the queries that it splits into
}

// EveryPage stands for all pages of an answer, however many they are.
const EveryPage = 1 << 30

func (w *Work) equal(other *Work) bool { return reflect.DeepEqual(w, other) }

// SameTable reports whether both give the same table, down to the instants.
func (w *Work) SameTable(other *Work) bool {
	return w.Set == other.Set && w.Start == other.Start &&
		w.Design.PartitionKey == other.Design.PartitionKey && w.Design.RowKey == other.Design.RowKey &&
		slices.Equal(w.Columns, other.Columns)
}

// Table names the table that the work gives: two with the same name are the
// same, down to the instants.
func (w *Work) Table() string {
	if w.Set == (Set{}) {
		return ""
	}
	b := make([]byte, 0, 256)
	for _, s := range []string{w.Set.Sample, w.Set.Hash, w.Set.Name, w.Design.PartitionKey, w.Design.RowKey} {
		b = append(strconv.AppendQuote(b, s), ' ')
	}
	b = strconv.AppendInt(b, int64(w.Start), 10)
	for _, c := range w.Columns {
		b = strconv.AppendInt(append(strconv.AppendQuote(b, c.Name), ' '), int64(c.Type)+16*int64(c.Form), 10)
	}
	if w.Set.Read != (dataset.Options{}) {
		b = append(b, AsJSON(w.Set.Read)...)
	}
	return string(b)
}
