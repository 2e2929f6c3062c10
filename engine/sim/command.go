package sim

import (
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// Action is what a Command does.
type Action string

// The actions.
const (
	SetLoad       Action = "load"       // a group does something else from now on
	SplitAt       Action = "split"      // the range that holds a key is split there
	MoveRange     Action = "move"       // the range that holds a key goes to a server
	MergeAt       Action = "merge"      // the range that holds a key takes in the next one
	KillServer    Action = "kill"       // a server fails
	ReviveServer  Action = "revive"     // a failed server is back
	SetManager    Action = "manager"    // whether the manager decides anything
	SetGuard      Action = "guard"      // whether a split that cannot help is refused
	SetAccount    Action = "account"    // whether the account's limit is enforced
	SetBackground Action = "background" // what share other tenants take
	SetTargets    Action = "targets"    // whether the targets are those of today
)

// Command changes a run from outside at a moment of virtual time. The commands
// of a run are its log: the same scenario with the same log is the same run.
type Command struct {
	At     int64 // after everything else that happens in this microsecond
	Do     Action
	Group  int         // of SetLoad
	Load   demand.Load // of SetLoad
	Key    string      // a PartitionKey
	Server int
	On     bool
	Share  int64 // thousandths, of SetBackground
}

// set changes the setting that a command is about. Other commands change none.
func (c *Command) set(p *service.Params) {
	switch c.Do {
	case SetManager:
		p.Manager = c.On
	case SetGuard:
		p.Guard = c.On
	case SetAccount:
		p.EnforceAccount = c.On
	case SetBackground:
		p.Background = c.Share
	case SetTargets:
		p.SetTargets(c.On)
	}
}

// apply carries out a command. One that makes no sense any more, such as the
// move of a range that is on its way, changes nothing.
func (s *state) apply(d *demand.Source, r *record.Recorder, number int, c *Command) {
	v := &s.service
	r.Note(s.clock.Now, record.Note{Kind: record.CommandNote, Command: number, Server: int32(c.Server)})
	switch c.Do {
	case SetLoad:
		s.clients.SetLoad(c.Group, c.Load)
	case SetAccount, SetTargets, SetManager, SetGuard, SetBackground:
		p := v.Params()
		c.set(&p)
		v.SetParams(p)
		if c.Do == SetAccount {
			v.RefillAccount()
		}
	case KillServer:
		v.KillServer(int32(c.Server))
	case ReviveServer:
		v.ReviveServer(int32(c.Server))
	default:
		s.byHand(d, c)
	}
}

// byHand splits, moves or merges where the user says.
func (s *state) byHand(d *demand.Source, c *Command) {
	key, found := d.Ordinal(c.Key)
	if !found {
		return
	}
	switch v := &s.service; c.Do {
	case SplitAt:
		v.SplitAt(key)
	case MoveRange:
		v.MoveRange(key, int32(c.Server))
	case MergeAt:
		v.MergeAt(key)
	}
}
