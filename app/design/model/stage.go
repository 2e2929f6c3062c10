package model

import (
	"errors"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// Stage is the World over one table, as far as the journal has been there.
//
// What always holds: done tells what each command did that the World has done,
// and places where the World stands after it.
type Stage struct {
	World  *script.World
	Over   *Build
	places map[int]place   // by moment
	Done   map[int]Outcome // by moment
}

// place is a place of a World.
type place struct {
	branch string
	at     int
}

// NewStage begins a World whose account holds the table of a build.
func NewStage(over *Build) *Stage {
	start := WorldStart(over)
	w := script.NewOver(uint64(start), start, nil, over.Account())
	return &Stage{World: w, Over: over, places: map[int]place{}, Done: map[int]Outcome{}}
}

// Enter brings the World to the state after a list of commands. It goes to the
// farthest of them that the World knows and does the others. When the World has
// no room for another branch a new one begins. The error is a script.Full.
func (s *Stage) Enter(list []draft.Step) error {
	err := s.try(list)
	if err == script.FullOfBranches || err == script.FullOfCommands {
		*s = *NewStage(s.Over)
		err = s.try(list)
	}
	return err
}

func (s *Stage) try(list []draft.Step) error {
	n := len(list)
	for n > 0 {
		if _, known := s.places[list[n-1].Gesture]; known {
			break
		}
		n--
	}
	if n == 0 {
		s.World.Seek(0)
	} else if to := s.places[list[n-1].Gesture]; to != s.at() {
		if to.branch != s.World.Current() {
			if err := s.World.Switch(to.branch); err != nil {
				return err
			}
		}
		s.World.Seek(to.at)
	}
	for _, c := range list[n:] {
		r, err := s.World.DoText(c.Text)
		if err != nil {
			return err
		}
		s.Did(c.Gesture, OutcomeOf(r))
	}
	return nil
}

func (s *Stage) at() place { return place{s.World.Current(), s.World.Position()} }

// Did notes that the World stands where a moment left it.
func (s *Stage) Did(moment int, o Outcome) {
	s.places[moment], s.Done[moment] = s.at(), o
}

// TableName is the name of the table that is built from the data.
const TableName = "playground"

// Outcome is what a command did, as the console prints it.
type Outcome struct {
	Command string
	Lines   []string
	OK      bool

	Entities []table.Entity // the first few that it read
}

// Fault is what is wrong with a command that cannot be done, and where.
type Fault struct {
	Text     string // the command as typed
	Sentence string // empty when nothing is wrong
	Example  string
	From, To int // bytes of Text; From is -1 without a place
}

// WorldStart is when the clock of a World over a build begins: after the last
// write of the build.
func WorldStart(built *Build) table.Ticks {
	return built.Start + table.Ticks(built.Report.Rows)*table.Microsecond + table.Second
}

// Account is a new account that holds the table as it was built.
func (b *Build) Account() *table.Account {
	b.Table.Restore(b.Snapshot)
	a := table.NewAccount()
	a.Adopt(b.Table) // the name is a legal one, and the only one
	return a
}

// FaultOf tells where in a command an error is, and in what words.
func FaultOf(text string, err error) Fault {
	var at *command.Error
	if errors.As(err, &at) {
		return Fault{Text: text, Sentence: at.Message, Example: at.Example, From: at.Offset, To: at.End}
	}
	return Fault{Text: text, Sentence: err.Error(), From: -1}
}

// OutcomeOf returns what a console shows of a result.
func OutcomeOf(r script.Result) Outcome {
	return Outcome{Command: r.Command.String(), Lines: r.Lines(), OK: r.OK(), Entities: r.Entities[:min(len(r.Entities), ShownEntities)]}
}

// ShownEntities is how many entities of an answer are kept to be shown.
const ShownEntities = 3
