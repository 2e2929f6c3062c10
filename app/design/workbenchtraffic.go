package design

import (
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// Shown names the call that is shown as HTTP: a page of the query card, or
// what a command of the log sent. The other one is -1, both without a call.
type Shown struct {
	Page    int
	Command int
}

// Traffic is a call as it goes over the network.
type Traffic struct {
	Command  string // that sent it
	Messages []script.Message
	Entities []table.Entity // the first few that came back
}

// answered tells one answer of the query card from another.
type answered struct {
	filter string
	top    int
	pages  int
}

// maxMessages bounds how many requests of one command are kept to be shown.
const maxMessages = 12

func (b *Workbench) show(s Shown) {
	if b.shown != s {
		b.shown, b.traffic = s, nil
	}
}

// watch shows the last page of the query card when it is a new one.
func (b *Workbench) watch() {
	r := b.page.Request.Result()
	now := answered{r.Filter, r.Top, len(r.Pages)}
	if b.World == nil || now == b.asked {
		return
	}
	b.asked = now
	b.show(Shown{Page: len(r.Pages) - 1, Command: -1})
	b.traffic = nil
}

// Shown returns which call is shown as HTTP.
func (b *Workbench) Shown() Shown { return b.shown }

// ShowPage shows a page of the query card as HTTP.
func (b *Workbench) ShowPage(page int) { b.show(Shown{Page: page, Command: -1}) }

// ShowCommand shows what a command of the log sent.
func (b *Workbench) ShowCommand(n int) { b.show(Shown{Page: -1, Command: n}) }

// Pages returns how many pages of the query card can be shown.
func (b *Workbench) Pages() int { return len(b.page.Request.Result().Pages) }

// pageCommand returns page i of the query card as a command of the console.
func (b *Workbench) pageCommand(i int) command.Command {
	r := b.page.Request.Result()
	c := command.Command{Verb: command.Query, Table: model.TableName, Query: query.Request{Filter: r.Filter, Top: r.Top}}
	if i > 0 {
		c.Query.Token = r.Pages[i-1].Token
	}
	return c
}

// How many entities a page of the query card examines and returns at most to be
// asked for again without a word. More would hold the page up.
const quickExamined, quickReturned = 5000, 200

// Heavy reports whether the call that is shown is a page with so many entities
// that it is only asked for again when somebody wants it.
func (b *Workbench) Heavy() bool {
	p := b.shown.Page
	if b.traffic != nil || p < 0 || p >= b.Pages() {
		return false
	}
	c := b.page.Request.Result().Pages[p].Cost
	return c.Examined > quickExamined || c.Returned > quickReturned
}

// Due reports whether Listen has something to do that is quick.
func (b *Workbench) Due() bool {
	if b.World == nil {
		return false
	}
	s := b.shown
	there := s.Command >= 0 && s.Command < b.Len() || s.Page >= 0 && s.Page < b.Pages()
	return b.traffic == nil && there && !b.Heavy() && !b.page.Request.Asking.All
}

// Listen finds out how the call that is shown looks as HTTP.
func (b *Workbench) Listen() {
	switch s := b.shown; {
	case b.World == nil || b.traffic != nil:
	case s.Command >= 0 && s.Command < b.Len():
		b.traffic = b.commandTraffic(s.Command)
	case s.Page >= 0 && s.Page < b.Pages():
		b.traffic = b.pageTraffic(s.Page)
	}
}

// Traffic returns the call that is shown. ok is false while Listen has not
// found out what it is.
func (b *Workbench) Traffic() (t Traffic, ok bool) {
	if b.traffic == nil {
		return Traffic{}, false
	}
	return *b.traffic, true
}

func (b *Workbench) commandTraffic(n int) *Traffic {
	o := b.Outcome(n)
	b.fail(b.Enter(b.list[:n+1]))
	messages := b.World.Traffic(n)
	b.fail(b.Enter(b.list[:b.count]))
	return &Traffic{Command: o.Command, Messages: messages[:min(len(messages), maxMessages)], Entities: o.Entities}
}

// pageTraffic asks for a page of the query card once more, over the table as it
// was built. The table of the log is put back.
func (b *Workbench) pageTraffic(page int) *Traffic {
	now := b.Over.Table.Snapshot()
	defer b.Over.Table.Restore(now)
	c := b.pageCommand(page)
	t := &Traffic{Command: c.String()}
	t.Messages = []script.Message{script.Ask(model.TableName, c.Query, b.Over.Account(), model.WorldStart(b.Over))}
	r, first := b.page.Request.Result(), 0
	for _, p := range r.Pages[:page] {
		first += p.Cost.Returned
	}
	for i := range min(r.Pages[page].Cost.Returned, model.ShownEntities) {
		t.Entities = append(t.Entities, r.Row(first+i).Entity())
	}
	return t
}
