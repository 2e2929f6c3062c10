package step

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/engine/journal"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// Log is the World of a screen that goes step by step: a set-up, which no
// gesture undoes, and the commands of the reader after it. Places count from
// the end of the set-up.
//
// What always holds: the log is within its bounds, so its moment can be saved.
type Log struct {
	Live    *script.World
	Begin   int    // commands of the set-up
	Refused string // why the last gesture could not be done
}

// The bounds of a log, those of all branches together.
const (
	MaxLogCommands = 3_000
	maxLogLength   = 128 << 10 // bytes of the commands as text
	maxLogWeight   = script.MaxMomentWeight / 2
)

// LogFull is why nothing more can follow.
const LogFull = "The log is full: it holds 3,000 steps, or very long ones. Begin again to go on."

// Room reports whether one more command may follow, and refuses it if not.
func (l *Log) Room() bool {
	commands, length, weight := l.Live.Load()
	full := commands >= MaxLogCommands || length > maxLogLength || weight > maxLogWeight
	if full {
		l.Refused = LogFull
	}
	return !full
}

// Do does a command. ok is false when it could not be done, which the refusal
// tells.
func (l *Log) Do(c command.Command) (r script.Result, ok bool) {
	if l.Refused = ""; !l.Room() {
		return r, false
	}
	r, err := l.Live.Do(c)
	l.Fail(err)
	return r, err == nil
}

// Fail makes an error the reason why the last gesture could not be done; nil is
// none.
func (l *Log) Fail(err error) {
	if err != nil {
		l.Refused = err.Error()
	}
}

// World returns the World of the story. It must not be changed.
func (l *Log) World() *script.World { return l.Live }

// Refusal says why the last gesture could not be done, or is empty.
func (l *Log) Refusal() string { return l.Refused }

// Len returns how many commands follow the set-up, those that are undone
// included.
func (l *Log) Len() int { return l.Live.Len() - l.Begin }

// Position returns how many commands after the set-up are done.
func (l *Log) Position() int { return l.Live.Position() - l.Begin }

// GoTo goes to the state after n commands.
func (l *Log) GoTo(n int) { l.Live.Seek(l.Begin + max(0, min(n, l.Len()))) }

// Branches returns the ways through the log.
func (l *Log) Branches() []journal.Branch {
	list := l.Live.Branches()
	for i := range list {
		list[i].Fork, list[i].Len = max(0, list[i].Fork-l.Begin), max(0, list[i].Len-l.Begin)
	}
	return list
}

// TurnTo goes to another branch, to the place where it was left.
func (l *Log) TurnTo(name string) error {
	err := l.Live.Switch(name)
	if err == nil && l.Live.Position() < l.Begin {
		l.Live.Seek(l.Begin)
	}
	return err
}

// BranchOff makes a branch of the commands that are done and goes on in it.
func (l *Log) BranchOff() (err error) {
	first := len(l.Live.Branches()) + 1
	for n := first; n < first+script.MaxBranches; n++ {
		if err = l.Live.Branch("branch " + strconv.Itoa(n)); err != script.BadBranchName {
			return err
		}
	}
	return err
}

// Refuse shows why something that is no gesture could not be done.
func (l *Log) Refuse(why string) { l.Refused = why }

// MomentLink is Moment for a log.
func (l *Log) MomentLink(screen string, n moment.Notes, rest func()) string {
	text := ""
	for _, whole := range [2]bool{true, false} {
		m := script.MomentOf(l.Live, l.Begin, whole)
		m.Screen, m.Notes = screen, n.List
		if text = m.Link(rest); text != "" && len(text) <= moment.MaxLink || len(l.Live.Branches()) == 1 {
			break
		}
	}
	return text
}

// MomentText is Saved for a log.
func (l *Log) MomentText(screen string, n moment.Notes) string {
	m := script.MomentOf(l.Live, l.Begin, true)
	m.Screen, m.Notes = screen, n.List
	return m.Text()
}

// Seconds writes a time in seconds, such as "3.1 s".
func Seconds(t table.Ticks) string {
	s := strconv.FormatFloat(float64(t)/float64(table.Second), 'f', 1, 64)
	return strings.TrimSuffix(s, ".0") + " s"
}

// Rentals is the table of the transactions: what a member of a video shop has
// borrowed lies in the member's own partition.
const Rentals = "Rentals"

// PropertiesText writes properties as a command of the console has them.
func PropertiesText(list []table.Property) string {
	text := command.Command{Verb: command.Insert, Table: "t", Key: table.Key{PartitionKey: "p", RowKey: "r"}, Properties: list}.String()
	return strings.TrimSpace(strings.TrimPrefix(text, "insert t p/r"))
}
