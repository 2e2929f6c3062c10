package store

import (
	"strings"

	"github.com/keyrange/keyrange/engine/journal"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/table"
)

// AccessMove is one choice, or one request that was sent: a name and a value,
// such as "sp" and "ra", or "send" and the ID of a request.
type AccessMove struct{ Name, Value string }

// The names of the moves that are no parameters of a signature.
const (
	accessKind   = "kind"   // "table" or "account"
	accessNow    = "now"    // the time
	accessFrom   = "from"   // the address of the sender
	accessVia    = "via"    // "https" or "http"
	accessChange = "change" // NAME=VALUE that replaces a parameter after signing
	accessPolicy = "policy" // the ID of a policy that is stored
	accessSend   = "send"   // the ID of a request
)

// The bounds of a log of moves.
const (
	maxAccessMoves = 300
	maxAccessValue = 200 // bytes
)

// Access is a shared access signature that is put together choice by choice,
// and the development account on which it is tried. Its state is that after
// the moves of a log that are done.
//
// What always holds:
//   - what is signed, accepted and refused is what engine/wire says
//   - the state follows from the moves that are done, and from nothing else
//   - no key but that of the development account is used, which everybody knows
//   - the moves of all branches are within the bounds of a log, so they can be
//     saved
type Access struct {
	tree    *journal.Tree[AccessMove] // the root is no move
	story   AccessStory
	now     *accessState
	refusal string // why the last gesture could not be done
}

// NewAccess returns the first story, told to its end.
func NewAccess() *Access {
	a := &Access{}
	a.Tell(accessStories[0])
	return a
}

// Tell begins with a story and goes to its end.
func (a *Access) Tell(s AccessStory) {
	a.open(s)
	for _, m := range s.list() {
		a.do(m)
	}
}

// open begins with a story before its first move.
func (a *Access) open(s AccessStory) {
	*a = Access{tree: journal.New(AccessMove{}), story: s}
	a.follow()
}

// Story returns the story that was told.
func (a *Access) Story() AccessStory { return a.story }

// Refusal says why the last gesture could not be done, or is empty.
func (a *Access) Refusal() string { return a.refusal }

// Refuse shows why something that is no gesture could not be done.
func (a *Access) Refuse(why string) { a.refusal = why }

// Len returns how many moves the current branch has, those that are undone
// included.
func (a *Access) Len() int { return a.tree.Len() }

// Position returns how many moves are done.
func (a *Access) Position() int { return a.tree.Position() }

// Branches returns the ways through the moves.
func (a *Access) Branches() []journal.Branch { return a.tree.Branches() }

// Seek goes to the state after n moves.
func (a *Access) Seek(n int) {
	a.tree.Seek(n)
	a.follow()
}

// Switch goes to another branch, to the place where it was left.
func (a *Access) Switch(name string) {
	known := a.tree.Switch(name)
	if a.follow(); !known {
		a.refusal = string(script.NoBranch)
	}
}

// Fork makes a branch of the moves that are done and goes on in it.
func (a *Access) Fork() {
	forked := a.tree.Fork(a.tree.FreeName())
	if a.follow(); !forked {
		a.refusal = string(script.FullOfBranches)
	}
}

// follow makes the state anew.
func (a *Access) follow() {
	a.now, a.refusal = newAccessState(), ""
	for n := range a.Position() {
		a.now.do(a.move(n + 1))
	}
}

// move returns a move, from 1.
func (a *Access) move(n int) AccessMove { return *a.tree.Entry(n) }

// Label says what move n does, from 1.
func (a *Access) Label(n int) string { return a.move(n).label() }

// Sends reports whether move n, from 1, is a request, and whether it is one
// that is refused. It is known of those that are done.
func (a *Access) Sends(n int) (sent, refused bool) {
	if name := a.move(n).Name; name != accessSend && name != accessPolicy {
		return false, false
	}
	return true, n <= len(a.now.outcomes) && a.now.outcomes[n-1]
}

// Value returns a choice as it is: of a parameter of the signature, or of what
// else can be chosen.
func (a *Access) Value(name string) string { return a.now.value(name) }

// Choose makes a choice. One that says what is so already is none, and typing
// in one field is one move.
func (a *Access) Choose(name, value string) {
	m := AccessMove{name, value}
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
func (a *Access) Send(id string) { a.do(AccessMove{accessSend, id}) }

// Alter changes a parameter after signing, to what is proposed for it, or
// nothing for "".
func (a *Access) Alter(name string) {
	if i := indexOf(AccessChanges, name); i >= 0 {
		name += "=" + AccessChanges[i][1]
	}
	a.Choose(accessChange, name)
}

// Pass moves the clock.
func (a *Access) Pass(by table.Ticks) {
	a.Choose(accessNow, (a.now.at + by).String())
}

// do does a move after those that are done.
func (a *Access) do(m AccessMove) {
	at := a.Position()
	again := at > 0 && a.move(at).Name == m.Name && (strings.Contains(typed, " "+m.Name+" ") || m.Name == accessChange)
	switch {
	case again && a.tree.Last():
		a.tree.Amend(m) // a choice knows no earlier one
		a.now.outcomes = a.now.outcomes[:at-1]
	case at >= maxAccessMoves:
		a.refusal = "The log holds 300 choices. Begin with a story again."
		return
	case a.tree.Size() > maxLogCommands:
		a.refusal = logFull
		return
	default:
		a.tree.Add(m)
	}
	a.refusal = ""
	a.now.do(m)
}

// legal reports whether a move makes sense, whoever wrote it.
func (m AccessMove) legal() bool {
	if len(m.Value) > maxAccessValue || strings.ContainsFunc(m.Value, func(r rune) bool { return r < ' ' || r == '\uFFFD' }) {
		return false
	}
	switch m.Name {
	case accessKind:
		return m.Value == "table" || m.Value == "account"
	case accessNow:
		_, ok := table.ParseTicks(m.Value)
		return ok
	case accessFrom:
		return indexOf(AccessSenders, m.Value) >= 0
	case accessVia:
		return m.Value == "https" || m.Value == "http"
	case accessChange:
		name, _, _ := strings.Cut(m.Value, "=")
		return m.Value == "" || titleOf(name) != "" && name != "resource"
	case accessPolicy:
		return indexOf(AccessPolicies, m.Value) >= 0
	case accessSend:
		_, ok := accessRequest(m.Value)
		return ok
	case "sig", "resource", "ses":
		return false
	}
	return titleOf(m.Name) != ""
}

// label says what the move does.
func (m AccessMove) label() string {
	switch m.Name {
	case accessSend:
		r, _ := accessRequest(m.Value)
		return "Send: " + r.Title
	case accessPolicy:
		return "Stored policy: " + AccessPolicies[indexOf(AccessPolicies, m.Value)][1]
	case accessChange:
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
