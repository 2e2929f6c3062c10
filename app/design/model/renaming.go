package model

import (
	"errors"
	"slices"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys"
)

// ErrLongRename is why a name is refused that a key template has no room for.
var ErrLongRename = errors.New("With this name a key template would be longer than 1,024 bytes.")

// Rename gives a column another property name, and everything that the user
// wrote follows: templates, the filter, questions, transactions and the answers
// of the nine steps. A name that the service would refuse, or that is taken, is
// an error and changes nothing.
func (p *Questions) Rename(col int, name string) error {
	if p.rows.data == nil || col < 0 || col >= len(p.rows.data.Columns) {
		return nil
	}
	before := p.rows.data.Columns[col].Name
	if err := p.rows.data.Rename(col, name); err != nil || before == name {
		return err
	}
	r := renaming{before, name}
	questions, transactions := p.Questions(), p.Transactions()
	if !p.edit.Work().Score.Own && p.rows.source.SampleID == "" {
		questions = nil // they are guessed again from the columns
	}
	if p.edit.Change("Rename to "+name, func(w *draft.Work) {
		w.Columns = slices.Clone(w.Columns)
		w.Columns[col].Name = name
		r.work(w, questions, transactions)
	}) {
		return nil
	}
	return errors.Join(p.rows.data.Rename(col, before), ErrLongRename)
}

// renaming is a column's name before and after.
type renaming struct{ before, after string }

func (r renaming) work(w *draft.Work, questions []draft.Query, transactions []draft.Transaction) {
	w.Design = r.design(w.Design)
	w.Typed = [2]string{r.template(w.Typed[0]), r.template(w.Typed[1])}
	w.Filter, w.Answer.Filter, w.Index.Filter = r.filter(w.Filter), r.filter(w.Answer.Filter), r.filter(w.Index.Filter)
	w.Select, w.Answer.Select = r.selection(w.Select), r.selection(w.Answer.Select)
	w.Arrival.Column = r.name(w.Arrival.Column)
	z := &w.Wizard
	z.Used, z.Identity, z.Keys = r.list(z.Used), r.name(z.Identity), slices.Clone(z.Keys)
	for i := range z.Keys {
		z.Keys[i].Name = r.name(z.Keys[i].Name)
	}
	r.score(&w.Score, questions, transactions)
}

// score makes the questions that come with the data the user's own when one of
// them names the column.
func (r renaming) score(s *draft.Scorecard, questions []draft.Query, transactions []draft.Transaction) {
	s.Growing, s.Steady = r.list(s.Growing), r.list(s.Steady)
	s.Rival = r.design(s.Rival)
	s.RivalTyped = [2]string{r.template(s.RivalTyped[0]), r.template(s.RivalTyped[1])}
	asked, held := slices.Clone(questions), slices.Clone(transactions)
	follows := false
	for i, q := range questions {
		asked[i].Filter, asked[i].Sort = r.filter(q.Filter), r.name(q.Sort)
		follows = follows || asked[i] != q
	}
	for i, t := range transactions {
		held[i].By = r.list(t.By)
		follows = follows || slices.Contains(t.By, r.before)
	}
	if follows {
		s.Own, s.Questions, s.Transactions = true, asked, held
	}
}

func (r renaming) name(s string) string {
	if s == r.before {
		return r.after
	}
	return s
}

func (r renaming) list(names []string) []string {
	if !slices.Contains(names, r.before) {
		return names
	}
	names = slices.Clone(names)
	for i := range names {
		names[i] = r.name(names[i])
	}
	return names
}

func (r renaming) design(d draft.Design) draft.Design {
	d.PartitionKey, d.RowKey = r.template(d.PartitionKey), r.template(d.RowKey)
	return d
}

// template leaves a text as it is that is no template.
func (r renaming) template(text string) string {
	t, err := keys.Parse(text)
	if err != nil {
		return text
	}
	return t.Rename(r.before, r.after)
}

// filter replaces the name alone, whether or not the text is a filter: spaces
// and mistakes stay.
func (r renaming) filter(text string) string {
	tokens := filter.Tokens(text)
	for i := len(tokens) - 1; i >= 0; i-- {
		if t := tokens[i]; t.Kind == filter.TokenProperty && text[t.Start:t.End] == r.before {
			text = text[:t.Start] + r.after + text[t.End:]
		}
	}
	return text
}
