package lessons

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/schedule"
	"github.com/keyrange/keyrange/engine/table"
)

// Screen is a screen of the playground that is the stage of a step, with what
// the step gives it to begin with. What a gesture on it does is a command of the
// step's log, as what a learner types elsewhere.
type Screen struct {
	Kind    ScreenKind
	Table   string
	Key     table.Key         // of TwoClients: the entity that both change
	Turns   []schedule.Turn   // of TwoClients: what A and B are about to do
	Changes []command.Command // of BatchBuilder: the changes that are listed first
	Story   string            // of AcrossPartitions: which of its stories is told
	Ways    []int             // and the places in WaysOf of the workers to choose from, the first to begin with
}

// ScreenKind is a screen that can be a stage.
type ScreenKind string

// The screens that can be a stage.
const (
	TwoClients   ScreenKind = "clients" // two clients that change one entity
	BatchBuilder ScreenKind = "batch"   // changes that are sent as one transaction

	// AcrossPartitions is a client, a queue and a worker that may crash.
	AcrossPartitions ScreenKind = "across"
)

// MaxChanges is how many changes a step lists at first.
const MaxChanges = 20

// Clients are the names of the two clients of a TwoClients.
var Clients = [2]string{"A", "B"}

// Program returns what a client is about to do.
func (s *Screen) Program(client string) []schedule.Turn {
	var list []schedule.Turn
	for _, t := range s.Turns {
		if t.Command.Client == client {
			list = append(list, t)
		}
	}
	return list
}

// screen reads the screen of a step: its kind, its table, and what it begins
// with, one a line.
func (p *parser) screen(step *Step, name string, first int, lines []string) {
	kind, of, _ := strings.Cut(name, " ")
	s := &Screen{Kind: ScreenKind(kind), Table: strings.TrimSpace(of)}
	if step.Screen != nil || s.Table == "" || strings.ContainsAny(s.Table, " \t") {
		p.fail(first, "A step has one screen: screen clients Movies or screen batch Movies, with its table, or screen across archive, with "+
			"its story.")
		return
	}
	switch s.Kind {
	case TwoClients:
		p.turns(s, first, lines)
	case BatchBuilder:
		p.changes(s, first, lines)
	case AcrossPartitions:
		p.worker(s, first, lines)
	default:
		p.fail(first, "A screen is clients, batch or across.")
	}
	step.Screen = s
}

// turns reads the programs of two clients.
func (p *parser) turns(s *Screen, first int, lines []string) {
	for i, line := range lines {
		t, err := schedule.Parse(line)
		if err != nil {
			p.fail(first+1+i, err.Error())
			return
		}
		if problem := s.turn(t); problem != "" {
			p.fail(first+1+i, problem)
			return
		}
	}
	if len(s.Program(Clients[0])) == 0 || len(s.Program(Clients[1])) == 0 || s.Key == (table.Key{}) {
		p.fail(first, "Each of A and B has a step, and one of them names the entity: A: get Movies Drama/Psycho")
	}
}

// turn takes one step of a program and says what is wrong with it, "" for
// nothing.
func (s *Screen) turn(t schedule.Turn) string {
	c := &t.Command
	switch {
	case c.Client != Clients[0] && c.Client != Clients[1]:
		return "A step is one of A or of B: A: get Movies Drama/Psycho"
	case len(s.Program(c.Client)) == schedule.MaxTurns:
		return "A client has at most " + strconv.Itoa(schedule.MaxTurns) + " steps."
	case c.Table != "" && c.Table != s.Table:
		return "The steps are about " + s.Table + ", the table of the screen."
	case len(c.Changes) > 0:
		return "A step here is no batch."
	}
	if c.Key != (table.Key{}) {
		if s.Key != (table.Key{}) && s.Key != c.Key {
			return "All steps are about one entity."
		}
		s.Key = c.Key
	}
	s.Turns = append(s.Turns, t)
	return ""
}

// changes reads the changes of a transaction.
func (p *parser) changes(s *Screen, first int, lines []string) {
	for i, line := range lines {
		c, err := command.Parse("batch " + s.Table + " { " + line + " }")
		if err != nil || len(c.Changes) != 1 {
			p.fail(first+1+i, "A line is one change, as it stands in a batch: insert Drama/Psycho Year=1960")
			return
		}
		s.Changes = append(s.Changes, c.Changes[0])
	}
	if len(s.Changes) > MaxChanges {
		p.fail(first, "A step lists at most "+strconv.Itoa(MaxChanges)+" changes.")
	}
}
