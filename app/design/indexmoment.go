package design

import (
	"encoding/json"
	"errors"
	"slices"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
)

const indexScreen = "btree"

// IndexView is what is looked at of an index: no part of the work, but of the
// moment.
type IndexView struct {
	Steps  [3]int // to which the lookup, the range and the insert have come; LastStep for the end
	Figure int    // of these, that the bar goes along
	Whole  bool   // the whole tree is drawn, instead of the way through it
}

// LastStep is a step that stands for the last one, however many there are.
const LastStep = 1 << 20

// maxIndexCommands bounds the commands of the console in a moment.
const maxIndexCommands = 200

// ErrExampleMoment is why a moment cannot be opened over this table: it is over
// the example, which the page has in a playground of its own.
var ErrExampleMoment = errors.New("This is a moment of the example table.")

// Moment returns the table, what was asked of its index and what is looked at
// as a text for a link; see Screen. The table is named by its sample or by the
// hash of the user's own data, which are not in the text. It is empty without a
// table, and when the console has done too many commands over it.
func (x *Index) Moment(rest func()) string {
	return x.moment(func(m script.Moment) string { return m.Link(rest) })
}

// Saved returns the same as a text for a storage; see Screen.
func (x *Index) Saved() string { return x.moment(script.Moment.Text) }

func (x *Index) moment(write func(script.Moment) string) string {
	list, done := x.page.Edit.Journal().Steps()
	if done > maxIndexCommands || x.page.Edit.Work().Set == (draft.Set{}) {
		return ""
	}
	log := ""
	for _, s := range list[:done] {
		log += s.Text + "\n"
	}
	n := moment.Notes{}
	n.Put(draft.AsJSON(x.page.Edit.Work().Indexed()), log)
	n.Count(x.View.Steps[:]...)
	n.Count(x.View.Figure)
	n.Flags(x.View.Whole)
	return write(script.Moment{Screen: indexScreen, Notes: n.List})
}

// Playground returns the playground whose table the index is of.
func (x *Index) Playground() *Playground { return x.page }

// OpenMoment takes up what Moment or Saved gave; see Screen. What it changes in
// the playground are gestures of the journal. The page must bring a data set
// that is then wanted. The error may be ErrExampleMoment.
func (x *Index) OpenMoment(text string, rest func()) error {
	w, commands, view, err := readIndexMoment(text, rest)
	if err != nil {
		return err
	}
	if _, known := draft.SampleByID(w.Set.Sample); w.Set.Sample != "" && !known && w.Set != x.page.Edit.Work().Set {
		return ErrExampleMoment
	}
	x.page.openIndex(w, commands)
	x.View = view
	return nil
}

// Resume takes up how an index was looked at from what Saved gave over the same
// data, and changes nothing otherwise. asked also takes up what was asked of it,
// where no journal has kept that.
func (x *Index) Resume(text string, asked bool, rest func()) error {
	w, _, view, err := readIndexMoment(text, rest)
	if err != nil || w.Set != x.page.Edit.Work().Set {
		return err
	}
	if asked {
		return x.OpenMoment(text, rest)
	}
	x.View = view
	return nil
}

func readIndexMoment(text string, rest func()) (w draft.Work, commands []string, view IndexView, err error) {
	_, n, err := moment.OpenMoment(text, indexScreen, rest)
	if err != nil {
		return w, nil, view, err
	}
	if json.Unmarshal([]byte(n.Text()), &w) != nil || !w.Sound() || w.Set == (draft.Set{}) {
		n.Bad = true
	}
	w = w.Indexed()
	commands = readCommands(&n)
	for i := range view.Steps {
		view.Steps[i] = n.Number(0, LastStep)
	}
	view.Figure, view.Whole = n.Number(0, len(view.Steps)-1), n.Flag()
	return w, commands, view, n.Done()
}

// commands reads those of a console.
func readCommands(n *moment.Notes) (list []string) {
	parsed, err := command.ParseScript(n.Text())
	if err != nil || len(parsed) > maxIndexCommands {
		n.Bad = true
	}
	for _, c := range parsed {
		if c.Verb == command.Simulate || c.Verb == command.Import || c.Verb == command.Read {
			n.Bad = true
		}
		list = append(list, c.String())
	}
	return list
}

// openIndex makes gestures of what a moment of an index has: nothing that was
// made is lost.
func (p *Playground) openIndex(w draft.Work, commands []string) {
	now, done := p.Edit.Journal().Steps()
	same := p.Edit.Work().SameTable(&w) && slices.EqualFunc(now[:done], commands,
		func(s draft.Step, text string) bool { return s.Text == text })
	if same {
		p.Edit.Change("Open a moment of the index", func(to *draft.Work) { to.Index = w.Index })
		return
	}
	p.Edit.Seek(p.Edit.Journal().Segment(p.Edit.Journal().Position()))
	p.Edit.Change("Open a moment of the index", func(to *draft.Work) {
		if !to.SameTable(&w) {
			*to = w
		}
		to.Index = w.Index
	})
	for _, c := range commands {
		p.Edit.Command(c)
	}
}
