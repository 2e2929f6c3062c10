package access

import (
	"strings"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/journal"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/table"
)

// Move is one choice, or one request that was sent: a name and a value,
// such as "sp" and "ra", or "send" and the ID of a request.
type Move struct{ Name, Value string }

// The names of the moves that are no parameters of a signature.
const (
	kind         = "kind"   // "table" or "account"
	accessNow    = "now"    // the time
	accessFrom   = "from"   // the address of the sender
	via          = "via"    // "https" or "http"
	change       = "change" // NAME=VALUE that replaces a parameter after signing
	accessPolicy = "policy" // the ID of a policy that is stored
	accessSend   = "send"   // the ID of a request
)

// The bounds of a log of moves.
const (
	maxAccessMoves = 300
	maxAccessValue = 200 // bytes
)

// State is a shared access signature that is put together choice by choice,
// and the development account on which it is tried. Its state is that after
// the moves of a log that are done.
//
// What always holds:
//   - what is signed, accepted and refused is what engine/wire says
//   - the state follows from the moves that are done, and from nothing else
//   - no key but that of the development account is used, which everybody knows
//   - the moves of all branches are within the bounds of a log, so they can be
//     saved
type State struct {
	tree    *journal.Tree[Move] // the root is no move
	story   accessStory
	now     *standing
	refusal string // why the last gesture could not be done
}

// NewState returns the first story, told to its end.
func NewState() *State {
	a := &State{}
	a.Tell(stories[0])
	return a
}

// Tell begins with a story and goes to its end.
func (a *State) Tell(s accessStory) {
	a.open(s)
	for _, m := range s.list() {
		a.do(m)
	}
}

// open begins with a story before its first move.
func (a *State) open(s accessStory) {
	*a = State{tree: journal.New(Move{}), story: s}
	a.follow()
}

// Story returns the story that was told.
func (a *State) Story() accessStory { return a.story }

// Refusal says why the last gesture could not be done, or is empty.
func (a *State) Refusal() string { return a.refusal }

// Refuse shows why something that is no gesture could not be done.
func (a *State) Refuse(why string) { a.refusal = why }

// Len returns how many moves the current branch has, those that are undone
// included.
func (a *State) Len() int { return a.tree.Len() }

// Position returns how many moves are done.
func (a *State) Position() int { return a.tree.Position() }

// Branches returns the ways through the moves.
func (a *State) Branches() []journal.Branch { return a.tree.Branches() }

// Seek goes to the state after n moves.
func (a *State) Seek(n int) {
	a.tree.Seek(n)
	a.follow()
}

// Switch goes to another branch, to the place where it was left.
func (a *State) Switch(name string) {
	known := a.tree.Switch(name)
	if a.follow(); !known {
		a.refusal = string(script.NoBranch)
	}
}

// Fork makes a branch of the moves that are done and goes on in it.
func (a *State) Fork() {
	forked := a.tree.Fork(a.tree.FreeName())
	if a.follow(); !forked {
		a.refusal = string(script.FullOfBranches)
	}
}

// follow makes the state anew.
func (a *State) follow() {
	a.now, a.refusal = newAccessState(), ""
	for n := range a.Position() {
		a.now.do(a.Move(n + 1))
	}
}

// Move returns a move, from 1.
func (a *State) Move(n int) Move { return *a.tree.Entry(n) }

// Label says what move n does, from 1.
func (a *State) Label(n int) string { return a.Move(n).label() }

// Sends reports whether move n, from 1, is a request, and whether it is one
// that is refused. It is known of those that are done.
func (a *State) Sends(n int) (sent, refused bool) {
	if name := a.Move(n).Name; name != accessSend && name != accessPolicy {
		return false, false
	}
	return true, n <= len(a.now.outcomes) && a.now.outcomes[n-1]
}

// Value returns a choice as it is: of a parameter of the signature, or of what
// else can be chosen.
func (a *State) Value(name string) string { return a.now.value(name) }

// Choose makes a choice. One that says what is so already is none, and typing
// in one field is one move.
func (a *State) Choose(name, value string) {
	m := Move{name, value}
	switch {
	case !m.legal():
		a.refusal = "A value has at most 200 characters, in one line."
		if name == accessNow {
			a.refusal = "A time is written as in 2026-01-01T12:00:00Z."
		}
	case a.Value(name) == value:
		a.refusal = ""
	default:
		a.do(m)
	}
}

// typed are the parameters whose fields are typed into.
const typed = " st se sip spk srk epk erk "

// Send sends a request.
func (a *State) Send(id string) { a.do(Move{accessSend, id}) }

// Alter changes a parameter after signing, to what is proposed for it, or
// nothing for "".
func (a *State) Alter(name string) {
	if i := indexOf(Changes, name); i >= 0 {
		name += "=" + Changes[i][1]
	}
	a.Choose(change, name)
}

// Pass moves the clock.
func (a *State) Pass(by table.Ticks) {
	a.Choose(accessNow, (a.now.at + by).String())
}

// do does a move after those that are done.
func (a *State) do(m Move) {
	at := a.Position()
	again := at > 0 && a.Move(at).Name == m.Name && (strings.Contains(typed, " "+m.Name+" ") || m.Name == change)
	switch {
	case again && a.tree.Last():
		a.tree.Amend(m) // a choice knows no earlier one
		a.now.outcomes = a.now.outcomes[:at-1]
	case at >= maxAccessMoves:
		a.refusal = "The log holds 300 choices. Begin with a story again."
		return
	case a.tree.Size() > step.MaxLogCommands:
		a.refusal = step.LogFull
		return
	default:
		a.tree.Add(m)
	}
	a.refusal = ""
	a.now.do(m)
}

// legal reports whether a move makes sense, whoever wrote it.
func (m Move) legal() bool {
	if len(m.Value) > maxAccessValue || strings.ContainsFunc(m.Value, func(r rune) bool { return r < ' ' || r == '\uFFFD' }) {
		return false
	}
	switch m.Name {
	case kind:
		return m.Value == "table" || m.Value == "account"
	case accessNow:
		_, ok := table.ParseTicks(m.Value)
		return ok
	case accessFrom:
		return indexOf(senders, m.Value) >= 0
	case via:
		return m.Value == "https" || m.Value == "http"
	case change:
		name, _, _ := strings.Cut(m.Value, "=")
		return m.Value == "" || titleOf(name) != "" && name != "resource"
	case accessPolicy:
		return indexOf(Policies, m.Value) >= 0
	case accessSend:
		_, ok := accessRequest(m.Value)
		return ok
	case "sig", "resource", "ses":
		return false
	}
	return titleOf(m.Name) != ""
}

// label says what the move does.
func (m Move) label() string {
	switch m.Name {
	case accessSend:
		r, _ := accessRequest(m.Value)
		return "Send: " + r.Title
	case accessPolicy:
		return "Stored policy: " + Policies[indexOf(Policies, m.Value)][1]
	case change:
		if m.Value == "" {
			return "Nothing is changed after signing"
		}
		return "After signing: " + m.Value
	}
	if m.Value == "" {
		return m.Name + " is empty"
	}
	return m.Name + " = " + m.Value
}

func indexOf(list [][2]string, id string) int {
	for i, one := range list {
		if one[0] == id {
			return i
		}
	}
	return -1
}
