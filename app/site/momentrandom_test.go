package site

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/app/screen/access"
	"github.com/keyrange/keyrange/app/screen/across"
	"github.com/keyrange/keyrange/app/screen/batch"
	"github.com/keyrange/keyrange/app/screen/clients"
	"github.com/keyrange/keyrange/app/screen/tokens"
	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/schedule"
	"github.com/keyrange/keyrange/engine/table"
)

// odd are texts that must come back as they are.
var odd = []string{
	"", "a", "Hello there", "<script>alert(1)</script>", "javascript:alert(1)", "<img src=x onerror=alert(1)>", "\"><b>&amp;", "it''s 'quoted'", "\"double\"", "a\nb\tc", "{15}", " # no comment", "Ünïcödé 😀", "x/y\\z?#", "'; drop table Blogs",
	"PartitionKey eq 'Comedy'", "Year gt '1980'", "5", "0", "-1", "Name='<script>' Out=2", "Due='9 Jan'", "*", "seen",
}

func one[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// rarely lets logs become long.
func rarely(r *rand.Rand) bool { return r.IntN(8) == 0 }

// gestures are what a reader can do on each screen.
func clientsGesture(r *rand.Rand, c *clients.State) {
	who := r.IntN(2)
	choice := clients.TurnChoice{Kind: one(r, clients.TurnKindNames())[0], Property: one(r, []string{"Text", "Rating", ""}), Value: one(r, append(odd, "+1", "7")), Condition: one(r, []string{"", "*"}), Network: one(r, clients.NetworkNames())[0]}
	switch r.IntN(16) {
	case 0:
		if rarely(r) {
			c.Tell(one(r, clients.Stories()))
		}
	case 1:
		c.Seek(r.IntN(c.Len() + 1))
	case 2:
		c.AddTurn(who, choice)
	case 3:
		c.Remove(who, r.IntN(5))
	case 4:
		c.SetRetry(who, one(r, client.Policies()))
	case 5:
		c.Fork()
	case 6:
		c.Switch(one(r, c.Branches()).Name)
	case 7:
		if len(c.Program(0))+len(c.Program(1)) < 8 {
			c.TryOrders()
			c.Advance(func() bool { return true })
		}
	case 8:
		if list, _, ok := c.Orders(); ok && len(list) > 0 {
			c.Replay(r.IntN(len(list)))
		}
	case 9:
		if who, list := c.Options(); len(list) > 0 {
			c.Choose(who, one(r, list))
		}
	case 10:
		c.View = clients.ClientsView{Row: r.IntN(9) - 1, Adding: r.IntN(3) - 1, Ending: schedule.Verdict(r.IntN(3)), Form: [2]clients.TurnChoice{choice, {}}}
	default:
		c.Step(who)
	}
}

func tokensGesture(r *rand.Rand, p *tokens.State) {
	switch r.IntN(18) {
	case 0:
		if rarely(r) {
			p.Tell(one(r, tokens.Stories()))
		}
	case 1:
		p.Seek(r.IntN(p.Len() + 1))
	case 2:
		p.Reading.SetFilter(one(r, odd))
	case 3:
		p.Reading.SetTop(one(r, odd))
	case 4:
		p.Allow(one(r, []int{0, 5}), one(r, []int{0, 4, 8, 16}), one(r, []int{0, 400}))
	case 5:
		p.Split(r.IntN(2) == 0)
	case 6:
		p.Lose()
	case 7:
		p.Keep(r.IntN(3))
	case 8:
		p.Loop.Choose(one(r, tokens.Loops()).ID)
		p.Loop.Repair(r.IntN(3))
		p.Loop.Language = r.IntN(4)
	case 9:
		p.LoopStep()
	case 10:
		p.LoopRun()
	case 11:
		p.Fork()
	case 12:
		p.Switch(one(r, p.Branches()).Name)
	case 13:
		p.Pick(r.IntN(4) - 1)
		p.View = tokens.TokensView{Raw: r.IntN(2) == 0, HTTP: r.IntN(2) == 0}
	case 14:
		p.Show()
	default:
		p.Play(one(r, []string{"n", "nn", "f", "d", "b", "a"}))
	}
}

func batchGesture(r *rand.Rand, b *batch.State) {
	form := batch.ChangeForm{Kind: one(r, batch.Kinds()).Title, PartitionKey: one(r, odd), RowKey: one(r, odd), Properties: one(r, odd), Condition: one(r, odd)}
	switch r.IntN(12) {
	case 0:
		if rarely(r) {
			b.Take(one(r, batch.Presets()[:4]))
		}
	case 1:
		b.Seek(r.IntN(b.Len() + 1))
	case 2:
		b.Remove(r.IntN(len(b.Changes()) + 1))
	case 3:
		b.Move(r.IntN(len(b.Changes())+1), r.IntN(3)-1)
	case 4:
		b.Editing = batch.BatchEditing{Open: r.IntN(2) == 0, Place: r.IntN(len(b.Changes())+1) - 1, Form: form}
	case 5:
		b.Fork()
	case 6:
		b.Switch(one(r, b.Branches()).Name)
	case 7, 8:
		b.Send()
	default:
		b.Put(r.IntN(len(b.Changes())+1)-1, form)
	}
}

func acrossGesture(r *rand.Rand, a *across.State) {
	switch r.IntN(16) {
	case 0:
		if e := one(r, across.Errands()); rarely(r) {
			a.Tell(e, r.IntN(len(e.Ways)))
		}
	case 1:
		a.Seek(r.IntN(a.Len() + 1))
	case 2:
		a.Order()
	case 3:
		a.Pass()
	case 4:
		a.Crash()
	case 5:
		a.Fork()
	case 6:
		a.Switch(one(r, a.Branches()).Name)
	case 7:
		if r.IntN(10) == 0 {
			a.CrashEverywhere()
		}
	case 8:
		if len(a.Runs()) > 0 {
			a.Play(r.IntN(len(a.Runs())))
		}
	default:
		a.Step()
	}
}

func accessGesture(r *rand.Rand, a *access.State) {
	switch r.IntN(8) {
	case 0:
		if rarely(r) {
			a.Tell(one(r, access.Stories()))
		}
	case 1:
		a.Seek(r.IntN(a.Len() + 1))
	case 2:
		a.Send(one(r, access.Requests()).ID)
	case 3:
		a.Alter(one(r, a.Parameters()).Name)
	case 4:
		a.Pass(table.Ticks(r.IntN(1000)) * table.Second)
	default:
		a.Choose(one(r, a.Parameters()).Name, one(r, odd))
	}
}

func indexGesture(r *rand.Rand, x *design.Index) {
	key := table.Key{PartitionKey: one(r, odd), RowKey: one(r, odd)}
	switch r.IntN(8) {
	case 0:
		x.SetFanout(r.IntN(70))
	case 1:
		x.Find(key)
	case 2:
		x.Read(draft.Class(r.IntN(4)), one(r, odd))
	case 3:
		x.Insert(key)
	case 4:
		x.View = design.IndexView{Steps: [3]int{r.IntN(9), r.IntN(9), design.LastStep}, Figure: r.IntN(3), Whole: r.IntN(2) == 0}
	case 5:
		x.Playground().Workbench().Do(command.Command{
			Verb: command.InsertOrReplace, Table: model.TableName, Key: key, Properties: []table.Property{{Name: "Text", Value: table.StringValue(one(r, odd))}},
		}.String())
	case 6:
		x.Playground().Workbench().Do("delete " + model.TableName + " a/a if *")
	case 7:
		x.Playground().Edit.Seek(1 + r.IntN(x.Playground().Edit.Journal().Len())) // the first gesture brings the table
	}
	x.Advance(func() bool { return true })
}

// shownBy is what a screen shows, as far as it can be compared.
func shownBy(s moment.Screen) []any {
	switch s := s.(type) {
	case *clients.State:
		s.Advance(func() bool { return true })
		title, text := s.Explain()
		_, count, ok := s.Orders()
		_, options := s.Options()
		return []any{s.World().Hash(), s.Branches(), s.Position(), s.Diagram(), title, text, count, ok, s.View, fmt.Sprint(s.Program(0), s.Program(1)), len(options)}
	case *tokens.State:
		title, text := s.Reading.Explain()
		end, begun := s.Loop.End(&s.Reading)
		return []any{s.World().Hash(), s.Branches(), s.Position(), s.Reading.Rows(), s.Picked(), s.Reading.Asks(), title, text, end, begun, s.Reading.Typed, s.View, s.Loop.Fix, s.Loop.Chosen().ID}
	case *batch.State:
		return []any{s.World().Hash(), s.Branches(), s.Position(), command.Command{Verb: command.Batch, Table: step.Rentals, Changes: s.Changes()}.String(), s.Sent(), *s.View(), s.Editing, s.Preset().ID}
	case *across.State:
		text, good := s.Verdict()
		return []any{s.World().Hash(), s.Branches(), s.Position(), s.Events(), s.Program(), text, good, s.Runs(), s.Messages(false), s.Messages(true)}
	case *access.State:
		return []any{s.Position(), s.Len(), s.Lines(), s.Parameters(), s.Signature(), s.Checks(), s.Rows(), s.Answer(), s.Story().ID}
	case *design.Index:
		s.Advance(func() bool { return true })
		w := s.Playground().Edit.Work()
		return []any{s.View, s.Fanout(), s.Shape(), s.Lookup(), s.Range(), draft.Work{Set: w.Set, Start: w.Start, Columns: w.Columns, Design: w.Design, Typed: w.Typed, Index: w.Index}}
	}
	return nil
}

// same tells whether two screens are at one moment, "" if they are.
func different(a, b moment.Screen) string {
	x, y := shownBy(a), shownBy(b)
	for i := range x {
		if !reflect.DeepEqual(x[i], y[i]) {
			return strconv.Itoa(i) + "\n" + fmt.Sprintf("%+v\n%+v", x[i], y[i])
		}
	}
	return ""
}
