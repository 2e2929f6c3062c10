package lessons

import (
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
)

// The bounds of a lesson. They keep a foreign file from being more work than
// one of ours.
const (
	MaxFile     = 256 << 10 // bytes
	MaxSteps    = 8
	MaxNeeds    = 6
	MaxTasks    = 6   // of a step
	MaxDemos    = 12  // of a step
	MaxPictures = 4   // of a step
	MaxBlocks   = 40  // of a step's prose
	MaxItems    = 40  // of a list or table
	MaxSpans    = 200 // of a paragraph or item
	MaxCommands = 400 // of one start, demonstration or solution
	MaxPaths    = 12  // alternatives and wrong answers of a task
	MaxGuesses  = 6   // to choose from before a task
	MaxWords    = 120 // of a step's prose
	MaxRows     = 5000
	Hints       = 3
)

// Track is a group of lessons.
type Track struct {
	ID, Title string
}

// Tracks lists the tracks in the order in which they are taken.
func Tracks() []Track {
	return []Track{
		{"keys", "Keys and order"}, {"queries", "Queries"}, {"ranges", "Hot ranges"},
		{"conflicts", "Conflicts and transactions"}, {"patterns", "Design patterns"},
	}
}

// Lesson is one lesson. It never changes.
type Lesson struct {
	ID      string
	Number  int
	Title   string
	Track   string // the ID of a Track
	Minutes int
	Goal    string // one sentence, with the condition that can be measured
	Teaches string
	Omits   string
	Seeds   string   // which guides, which sections
	Needs   []string // the IDs of the lessons that it builds on; may be empty
	Today   bool     // service targets of today in place of those of 2010
	Lede    []Block
	Steps   []Step
	Gist    []Block // worth remembering; may be empty
	More    []Block // one more thing to try
	Sources []Block
	Data    script.Library
	Hash    string // of the file
}

// Step is one page of a lesson: prose, a picture and something to do.
type Step struct {
	Title    string
	Prose    []Block
	Pictures []Picture
	Screen   *Screen // in place of pictures, nil for none
	Goes     bool    // on from where the step before ends, its tasks solved
	Start    []command.Command
	Demos    []Demo
	Tasks    []Task
}

// Picture says what the stage shows.
type Picture struct {
	Kind  PictureKind
	Table string
	Text  string // a caption
}

// PictureKind is a way to draw.
type PictureKind string

// The pictures of the stage.
const (
	Ledger PictureKind = "ledger" // the entities of a table in the order of their keys
	Tree   PictureKind = "tree"   // the index of a table
	Ruler  PictureKind = "ruler"  // the keys of a table as strings side by side
	Plan   PictureKind = "plan"   // the last query over the key space
	Ranges PictureKind = "ranges" // the ranges of a table
	Heat   PictureKind = "heat"   // the last simulation
	HTTP   PictureKind = "http"   // the last request and its response
	Result PictureKind = "result" // what the last command printed
)

// Demo is a demonstration: commands that a chip in the prose plays.
type Demo struct {
	ID       string
	Commands []command.Command
}

// Task is something to do, and what must be true then.
type Task struct {
	ID           string
	Text         []Span
	Check        *Expr
	Guess        Guess
	Control      Control
	Now          Message // what is the case so far
	Met          Message
	Hints        [Hints][]Span
	Figures      []Figure
	Solution     []command.Command
	Alternatives []Path
	Wrong        []Wrong
}

// Guess is what a learner is asked before a task is done. It is never judged:
// it stands beside what came of the task. The zero Guess asks nothing.
type Guess struct {
	Question []Span
	Choices  []string
	Answer   *Expr // what it comes to is one of the choices
}

// Figure is a number that is set beside that of the solution.
type Figure struct {
	Label string
	Value *Expr
}

// Path is another way to solve a task.
type Path struct {
	Label    string
	Commands []command.Command
}

// Wrong is a mistake that has a message of its own, and commands that make it.
type Wrong struct {
	Broken   bool // it cannot be made good, only undone
	When     *Expr
	Message  Message
	Commands []command.Command
}

// Demo returns a demonstration of the step.
func (s *Step) Demo(id string) (Demo, bool) {
	for _, d := range s.Demos {
		if d.ID == id {
			return d, true
		}
	}
	return Demo{}, false
}

// Task returns a task of the lesson and the step that it is in.
func (l *Lesson) Task(id string) (step int, task *Task) {
	for i := range l.Steps {
		for j := range l.Steps[i].Tasks {
			if t := &l.Steps[i].Tasks[j]; t.ID == id {
				return i, t
			}
		}
	}
	return -1, nil
}
