package design

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/table"
)

// designMagic is what a file of a design says that it is.
const designMagic = "design 1"

// designFile is a design as a file that people and programs read: the keys, the
// columns that they are made of, and what is asked and held together. It holds
// no rows.
type designFile struct {
	Keyrange             string
	Title                string
	PartitionKey, RowKey string
	Columns              []designColumn
	Questions            []draft.Query       `json:",omitempty"`
	Transactions         []draft.Transaction `json:",omitempty"`
	Rival                draft.Design        `json:",omitzero"`
}

type designColumn struct{ Name, Type string }

// The reasons for which a file of a design cannot be opened.
var (
	errDesignFile   = errors.New("This file is no design of this site, or a part of it is damaged.")
	errDesignNoData = errors.New("A design needs rows under it. Load data first, then open it again.")
)

// DesignFile returns the present design as a file.
func (p *Playground) DesignFile() []byte {
	w := p.Edit.Work()
	f := designFile{
		Keyrange: designMagic, Title: w.Design.Title, PartitionKey: w.Design.PartitionKey, RowKey: w.Design.RowKey,
		Questions: p.Questions.Questions(), Transactions: p.Questions.Transactions(), Rival: w.Score.Rival,
	}
	for _, c := range w.Columns {
		f.Columns = append(f.Columns, designColumn{c.Name, c.Type.String()})
	}
	text, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		panic(err) // only fields that can be encoded are in it
	}
	return append(text, '\n')
}

// IsDesign reports whether a file looks like one of a design.
func IsDesign(data []byte) bool {
	return len(data) > 0 && data[0] == '{' && strings.Contains(string(data[:min(len(data), 80)]), `"Keyrange": "`+designMagic+`"`)
}

// OpenDesign returns a new playground with the design of a file over the data
// of this one, which stays as it is. The error says what is wrong with the file,
// or which columns the data lack.
func (p *Playground) OpenDesign(data []byte) (*Playground, error) {
	var f designFile
	if bound := draft.Beyond(string(data[:min(len(data), draft.MaxSavedText+1)])); bound != "" {
		return nil, errors.New("This file " + bound + ".")
	}
	if json.Unmarshal(data, &f) != nil || f.Keyrange != designMagic {
		return nil, errDesignFile
	}
	if p.Rows.Data() == nil {
		return nil, errDesignNoData
	}
	w := *p.Edit.Work()
	w.Fresh, w.Answer, w.Columns = false, draft.AnswerWanted{}, slices.Clone(w.Columns)
	for i, c := range w.Columns {
		at := slices.IndexFunc(f.Columns, func(d designColumn) bool { return d.Name == c.Name })
		if at < 0 {
			continue
		}
		t, known := table.ParseEdmType(f.Columns[at].Type)
		if !known {
			return nil, errDesignFile
		}
		w.Columns[i].Type = t
	}
	for part, text := range [2]string{f.PartitionKey, f.RowKey} {
		if fault := p.Rows.Fault(text); fault != nil {
			return nil, errors.New("The design does not fit these data. " + draft.Part(part).String() + " " + text + ": " + fault.Message)
		}
	}
	w.Take(draft.Design{Title: f.Title, PartitionKey: f.PartitionKey, RowKey: f.RowKey})
	w.Score.Own, w.Score.Questions, w.Score.Transactions = true, f.Questions, f.Transactions
	w.Score.Rival, w.Score.RivalTyped = f.Rival, [2]string{f.Rival.PartitionKey, f.Rival.RowKey}
	if !w.Sound() {
		return nil, errDesignFile
	}
	guest := New(p.Incoming.Start)
	if own := p.Incoming.BytesOf(w.Set); own != nil {
		guest.Incoming.Carry(w.Set.Hash, own)
		guest.Incoming.Carried[w.Set.Hash].Stored = true
	}
	guest.Edit.Open(draft.NewJournal(f.Title, w))
	guest.show()
	return guest, nil
}
