package store

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/journal"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/table"
)

// stepLog is the World of a screen that goes step by step: a set-up, which no
// gesture undoes, and the commands of the reader after it. Places count from
// the end of the set-up.
//
// What always holds: the log is within its bounds, so its moment can be saved.
type stepLog struct {
	world   *script.World
	begin   int    // commands of the set-up
	refusal string // why the last gesture could not be done
}

// The bounds of a log, those of all branches together.
const (
	maxLogCommands = 3_000
	maxLogLength   = 128 << 10 // bytes of the commands as text
	maxLogWeight   = script.MaxMomentWeight / 2
)

// logFull is why nothing more can follow.
const logFull = "The log is full: it holds 3,000 steps, or very long ones. Begin again to go on."

// room reports whether one more command may follow, and refuses it if not.
func (l *stepLog) room() bool {
	commands, length, weight := l.world.Load()
	full := commands >= maxLogCommands || length > maxLogLength || weight > maxLogWeight
	if full {
		l.refusal = logFull
	}
	return !full
}

// do does a command. ok is false when it could not be done, which the refusal
// tells.
func (l *stepLog) do(c script.Command) (r script.Result, ok bool) {
	if l.refusal = ""; !l.room() {
		return r, false
	}
	r, err := l.world.Do(c)
	l.fail(err)
	return r, err == nil
}

// fail makes an error the reason why the last gesture could not be done; nil is
// none.
func (l *stepLog) fail(err error) {
	if err != nil {
		l.refusal = err.Error()
	}
}

// World returns the World of the story. It must not be changed.
func (l *stepLog) World() *script.World { return l.world }

// Refusal says why the last gesture could not be done, or is empty.
func (l *stepLog) Refusal() string { return l.refusal }

// Len returns how many commands follow the set-up, those that are undone
// included.
func (l *stepLog) Len() int { return l.world.Len() - l.begin }

// Position returns how many commands after the set-up are done.
func (l *stepLog) Position() int { return l.world.Position() - l.begin }

// goTo goes to the state after n commands.
func (l *stepLog) goTo(n int) { l.world.Seek(l.begin + max(0, min(n, l.Len()))) }

// Branches returns the ways through the log.
func (l *stepLog) Branches() []journal.Branch {
	list := l.world.Branches()
	for i := range list {
		list[i].Fork, list[i].Len = max(0, list[i].Fork-l.begin), max(0, list[i].Len-l.begin)
	}
	return list
}

// turnTo goes to another branch, to the place where it was left.
func (l *stepLog) turnTo(name string) error {
	err := l.world.Switch(name)
	if err == nil && l.world.Position() < l.begin {
		l.world.Seek(l.begin)
	}
	return err
}

// branchOff makes a branch of the commands that are done and goes on in it.
func (l *stepLog) branchOff() (err error) {
	first := len(l.world.Branches()) + 1
	for n := first; n < first+script.MaxBranches; n++ {
		if err = l.world.Branch("branch " + strconv.Itoa(n)); err != script.BadBranchName {
			return err
		}
	}
	return err
}

// Refuse shows why something that is no gesture could not be done.
func (l *stepLog) Refuse(why string) { l.refusal = why }

// momentLink is Moment for a log.
func (l *stepLog) momentLink(screen string, n notes) string {
	text := ""
	for _, whole := range [2]bool{true, false} {
		m := script.MomentOf(l.world, l.begin, whole)
		m.Screen, m.Notes = screen, n.list
		if text = m.Link(); len(text) <= MaxLink || len(l.world.Branches()) == 1 {
			break
		}
	}
	return text
}

// momentText is Saved for a log.
func (l *stepLog) momentText(screen string, n notes) string {
	m := script.MomentOf(l.world, l.begin, true)
	m.Screen, m.Notes = screen, n.list
	return m.Text()
}

// seconds writes a time in seconds, such as "3.1 s".
func seconds(t table.Ticks) string {
	s := strconv.FormatFloat(float64(t)/float64(table.Second), 'f', 1, 64)
	return strings.TrimSuffix(s, ".0") + " s"
}

// rentals is the table of the transactions: what a member of a video shop has
// borrowed lies in the member's own partition.
const rentals = "Rentals"

// PropertiesText writes properties as a command of the console has them.
func PropertiesText(list []table.Property) string {
	text := script.Command{Verb: script.Insert, Table: "t", Key: table.Key{PartitionKey: "p", RowKey: "r"}, Properties: list}.String()
	return strings.TrimSpace(strings.TrimPrefix(text, "insert t p/r"))
}
