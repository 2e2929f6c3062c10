package batch

import (
	"slices"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// State is an entity group transaction that is put together change by change,
// and the World that it is sent to: its commands are a set-up and the batches
// that were sent.
//
// What always holds:
//   - the log begins with the set-up of the preset, which no gesture undoes
//   - the View tells of the changes as they are, over the table in front of
//     them: as the service did them if they were sent, as it would if not
//   - nothing here decides a rule that the engine decides
type State struct {
	stepLog
	preset  batchPreset
	table   string
	first   []command.Command // the changes that are listed before a batch is sent
	changes []command.Command
	sent    bool // the changes are those of the last command that is done
	view    batchView
	Editing BatchEditing
}

// BatchEditing is the form for one change, as it is filled in.
type BatchEditing struct {
	Open  bool
	Place int // of the change, -1 for a new one
	Form  ChangeForm
}

// NewState returns the first preset, not sent yet.
func NewState() *State {
	b := &State{}
	b.Take(Presets()[0])
	return b
}

// Take begins with a preset.
func (b *State) Take(p batchPreset) {
	*b = State{preset: p, table: step.Rentals, first: p.make(), stepLog: step.Log{Live: script.New(1, script.DefaultStart, nil)}}
	for _, line := range append(batchSetup[:len(batchSetup):len(batchSetup)], p.setup...) {
		if _, err := b.Live.DoText(line); err != nil {
			panic(err) // a preset of ours
		}
	}
	b.Begin = b.Live.Len()
	b.changes = b.first
	b.look()
}

// Preset returns the preset that the batch began with.
func (b *State) Preset() batchPreset { return b.preset }

// Changes returns the changes in their order. They must not be changed.
func (b *State) Changes() []command.Command { return b.changes }

// Sent reports whether the changes are those that were sent last.
func (b *State) Sent() bool { return b.sent }

// View returns what there is to say about the changes.
func (b *State) View() *batchView { return &b.view }

// edit replaces the changes by others.
func (b *State) edit(changes []command.Command) {
	b.changes, b.Refused = changes, ""
	if b.sent {
		b.sent = false
	}
	b.look()
}

// Put puts a change at a place, or behind the others for -1.
func (b *State) Put(at int, form ChangeForm) {
	c, problem := form.command(b.table)
	switch {
	case problem != "":
		b.Refused = problem
	case at >= 0 && at < len(b.changes):
		changes := slices.Clone(b.changes)
		changes[at] = c
		b.edit(changes)
	case len(b.changes) >= command.MaxChanges:
		b.Refused = "A list here has at most 120 changes. Take one away first."
	default:
		b.edit(append(slices.Clone(b.changes), c))
	}
}

// blank is the form of a new change, in the partition of the first one.
func (b *State) blank() ChangeForm {
	f := ChangeForm{Kind: "insert", Properties: "Due='9 Jan'", Condition: "*"}
	if len(b.first) > 0 {
		f.PartitionKey = b.first[0].Key.PartitionKey
	}
	return f
}

// Remove takes a change away.
func (b *State) Remove(at int) {
	if at >= 0 && at < len(b.changes) {
		b.edit(slices.Delete(slices.Clone(b.changes), at, at+1))
	}
}

// Move moves a change one place up for -1 or down for 1.
func (b *State) Move(at, by int) {
	if to := at + by; at >= 0 && to >= 0 && at < len(b.changes) && to < len(b.changes) {
		changes := slices.Clone(b.changes)
		changes[at], changes[to] = changes[to], changes[at]
		b.edit(changes)
	}
}

// Send sends the changes as one transaction.
func (b *State) Send() {
	if b.sent || len(b.changes) == 0 {
		return
	}
	if _, ok := b.Do(command.Command{Verb: command.Batch, Table: b.table, Changes: b.changes}); ok {
		b.follow()
	}
}

// Seek goes to the state after n batches, and takes up the changes of the last.
func (b *State) Seek(n int) {
	b.GoTo(n)
	b.follow()
}

// Switch goes to another branch, to the place where it was left.
func (b *State) Switch(name string) {
	err := b.TurnTo(name)
	b.follow()
	b.Fail(err)
}

// Fork makes a branch of the batches that are done and goes on in it.
func (b *State) Fork() {
	err := b.BranchOff()
	b.follow()
	b.Fail(err)
}

// Label says how many changes batch n had, from 1.
func (b *State) Label(n int) string {
	return "batch with " + view.Count(len(b.Live.Command(b.Begin+n-1).Changes), "change", "changes")
}

// follow takes up the changes of the last batch that is done, or those of the
// one that comes first.
func (b *State) follow() {
	at := b.Live.Position()
	b.sent, b.Refused = at > b.Begin && b.Live.Command(at-1).Verb == command.Batch, ""
	switch {
	case b.sent:
		b.changes = b.Live.Command(at - 1).Changes
		b.Live.Seek(at - 1)
		b.look()
		b.Live.Seek(at)
	default:
		b.changes = b.first
		b.look()
	}
}

// Message returns the batch that was sent last, as HTTP.
func (b *State) Message() (script.Message, bool) {
	if !b.sent {
		return script.Message{}, false
	}
	list := b.Live.Traffic(b.Live.Position() - 1)
	if len(list) == 0 {
		return script.Message{}, false
	}
	return list[0], true
}

// call returns the changes as one call, with the versions that stand for
// "the one that was read". ok is false when one was never read.
func (b *State) call() (call client.Call, ok bool) {
	call = client.Call{Verb: client.Batch, Table: b.table}
	for _, c := range b.changes {
		one := client.Call{Verb: batchKind(c.Verb).call, Table: b.table, Entity: table.Entity{Key: c.Key, Properties: c.Properties},
			Match: c.If.Tag}
		if c.If.Seen {
			if one.Match, ok = b.Live.Client("").Seen(b.table, c.Key); !ok {
				return call, false
			}
		}
		call.Changes = append(call.Changes, one)
	}
	return call, true
}

// look works out what there is to say about the changes over the table as the
// World has it.
func (b *State) look() {
	b.view = batchView{Failed: -1}
	now, err := b.Live.Table(b.table)
	if err != nil {
		b.view.Message = err.Error()
		return
	}
	call, ok := b.call()
	if !ok {
		b.view.Message = "A change asks for the version that was read, and its entity was never read."
		return
	}
	b.view.Request = script.RequestOf(call, b.Live.Now())
	x, err := call.Transaction()
	if err == nil {
		b.view.judge(now.Snapshot(), x, b.Live.Now()+script.CommandTime)
	}
}

// tooLarge reports whether a body is longer than the service reads.
func tooLarge(r wire.Request) bool { return len(r.Body) > wire.MaxBody }

// stepLog is embedded under a name of its own: what it promises to the screen is not
// promised by the screen.
type stepLog = step.Log
