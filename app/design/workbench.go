package design

import (
	"errors"

	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/text"
)

// TableName is the name of the table that is built from the data.
const TableName = "playground"

// maxRecalled bounds how many typed commands can be recalled.
const maxRecalled = 200

// Workbench is the console of a playground: a World of commands that begins
// with the built table in its account. Its commands are gestures of the
// journal, so going back there goes back here.
//
// What always holds:
//   - stage is the World over the build that is shown, and stands where the
//     journal does, unless another table is being built
//   - commands never touch what the other cards show: those read the table as
//     it was built
type Workbench struct {
	page *Playground
	*stage
	rev   int // of the page, for which list and doneTo are
	list  []step
	count int // of list that are done

	note   string
	fault  Fault
	typed  []string // what was run, the oldest first
	recall int      // place in typed; its length for none

	shown   Shown
	traffic *Traffic // of shown, nil until Listen made it
	asked   answered // the answer of the query card that was last seen
}

// Outcome is what a command did, as the console prints it.
type Outcome struct {
	Command string
	Lines   []string
	OK      bool

	entities []table.Entity // the first few that it read
}

// Fault is what is wrong with a command that cannot be done, and where.
type Fault struct {
	Text     string // the command as typed
	Sentence string // empty when nothing is wrong
	Example  string
	From, To int // bytes of Text; From is -1 without a place
}

// Workbench returns the console over the table that is shown. It follows the
// playground: over another table there is another log.
func (p *Playground) Workbench() *Workbench {
	if p.bench == nil {
		p.bench = newBench(p)
	}
	p.bench.follow()
	return p.bench
}

func newBench(p *Playground) *Workbench {
	return &Workbench{page: p, stage: &stage{}, rev: -1, fault: Fault{From: -1}}
}

// follow goes to the World over the table that is shown and to the place where
// the journal stands, and shows the answer of the query card when there is
// another one.
func (b *Workbench) follow() {
	built := b.page.built
	if built == nil && b.page.data == nil && b.world != nil {
		b.take(&stage{})
	}
	if built != nil && b.over != built {
		if built.stage == nil {
			built.stage = newStage(built)
		}
		b.take(built.stage)
	}
	if b.rev != b.page.rev && b.current() {
		b.rev = b.page.rev
		before := b.count
		b.list, b.count = b.page.journal.steps()
		b.fail(b.enter(b.list[:b.count]))
		if b.count != before && b.count > 0 {
			b.show(Shown{Page: -1, Command: b.count - 1})
		}
	}
	b.watch()
}

// current reports whether the World is over the table of the present work.
func (b *Workbench) current() bool {
	return b.world != nil && b.over.name == b.page.Work().table()
}

// fail keeps the sentence of an error.
func (b *Workbench) fail(err error) {
	if err != nil {
		b.fault = Fault{Sentence: err.Error(), From: -1}
	}
}

// take makes a stage the present one.
func (b *Workbench) take(s *stage) {
	b.stage, b.rev = s, -1
	b.list, b.count, b.note, b.fault = nil, 0, "", Fault{From: -1}
	b.show(Shown{Page: -1, Command: -1})
	b.traffic, b.asked = nil, answered{}
}

// worldStart is when the clock of a World over a build begins: after the last
// write of the build.
func worldStart(built *Build) table.Ticks {
	return built.start + table.Ticks(built.report.Rows)*table.Microsecond + table.Second
}

// account is a new account that holds the table as it was built.
func (b *Build) account() *table.Account {
	b.table.Restore(b.Snapshot)
	a := table.NewAccount()
	a.Adopt(b.table) // the name is a legal one, and the only one
	return a
}

// Ready reports whether there is a table to work on.
func (b *Workbench) Ready() bool { return b.world != nil }

// Note says why the log is a new one, or empty text.
func (b *Workbench) Note() string {
	if b.note != "" || len(b.list) > 0 || !b.current() {
		return b.note
	}
	if lost := b.page.journal.before(); lost > 0 {
		return "The table was built again, so a new log begins here. The one before it had " + CountOf(lost, "command") +
			". Step back to return to it, or press Up to find them."
	}
	return ""
}

// Fault returns what is wrong with the last command.
func (b *Workbench) Fault() Fault { return b.fault }

// Forgive takes the message about the last command away, since its text is
// being changed.
func (b *Workbench) Forgive() { b.fault = Fault{From: -1} }

// Do does the command of a text, which is a gesture. It reports whether the
// text was a command; if not, Fault tells why and the log stays as it was.
func (b *Workbench) Do(text string) bool {
	b.remember(text)
	b.follow()
	c, err := command.Parse(text)
	if err != nil {
		b.fault = FaultOf(text, err)
		return false
	}
	if !b.current() {
		b.fault = Fault{Text: text, Sentence: "The table is being built. Do the command again in a moment.", From: -1}
		return false
	}
	r, err := b.world.Do(c)
	if err == script.FullOfBranches || err == script.FullOfCommands {
		*b.stage = *newStage(b.over)
		if err = b.enter(b.list[:b.count]); err == nil {
			r, err = b.world.Do(c)
		}
	}
	if err != nil {
		b.fault = FaultOf(text, err)
		return false
	}
	b.did(b.page.command(c.String()), OutcomeOf(r))
	b.note, b.fault = "", Fault{From: -1}
	b.follow()
	return true
}

// command makes a gesture of a command that was done, and returns its id.
func (p *Playground) command(text string) int {
	w := *p.Work()
	w.Fresh = false
	id := p.journal.add(gesture{label: text, work: w, command: text})
	p.show()
	return id
}

// FaultOf tells where in a command an error is, and in what words.
func FaultOf(text string, err error) Fault {
	var at *command.Error
	if errors.As(err, &at) {
		return Fault{Text: text, Sentence: at.Message, Example: at.Example, From: at.Offset, To: at.End}
	}
	return Fault{Text: text, Sentence: err.Error(), From: -1}
}

func (b *Workbench) remember(text string) {
	if n := len(b.typed); text != "" && (n == 0 || b.typed[n-1] != text) {
		b.typed = append(b.typed, text)
		if len(b.typed) > maxRecalled {
			b.typed = b.typed[1:]
		}
	}
	b.recall = len(b.typed)
}

// Recall returns the command that was typed steps before (negative) or after
// the one that was recalled last; beyond the newest it is empty. ok is false at
// the oldest.
func (b *Workbench) Recall(steps int) (text string, ok bool) {
	at := b.recall + steps
	if at < 0 || at > len(b.typed) || len(b.typed) == 0 {
		return "", false
	}
	b.recall = at
	if at == len(b.typed) {
		return "", true
	}
	return b.typed[at], true
}

// Complete returns how a text may go on. A choice after which more can follow
// on the same line ends with a blank.
func (b *Workbench) Complete(text string) []command.Completion {
	if b.world == nil {
		return nil
	}
	list := b.world.Complete(text)
	for i, c := range list {
		if c.Text == "" || c.Text[len(c.Text)-1] == '=' || c.Text[len(c.Text)-1] == '\'' {
			continue
		}
		if len(b.world.Complete(text[:c.Start]+c.Text+" ")) > 0 {
			list[i].Text += " "
		}
	}
	return list
}

// Len returns how many commands the log has, those that are undone included.
func (b *Workbench) Len() int { return len(b.list) }

// Position returns how many commands of the log are done.
func (b *Workbench) Position() int { return b.count }

// Seek goes to the moment after the first n commands.
func (b *Workbench) Seek(n int) {
	j := b.page.journal
	at := j.segment(j.Position())
	if n = min(n, len(b.list)); n > 0 {
		at = max(at, j.placeOf(b.list[n-1].gesture))
	}
	b.page.Seek(at)
	b.follow()
}

// Outcome returns what command n of the log did. One that is undone and was
// never done here is done for that and undone again.
func (b *Workbench) Outcome(n int) Outcome {
	o, known := b.done[b.list[n].gesture]
	if !known {
		b.fail(b.enter(b.list[:n+1]))
		o = b.done[b.list[n].gesture]
		b.fail(b.enter(b.list[:b.count]))
	}
	if len(o.Lines) == 0 { // it could not be done
		o = Outcome{Command: b.list[n].text, Lines: []string{b.fault.Sentence}}
	}
	return o
}

// OutcomeOf returns what a console shows of a result.
func OutcomeOf(r script.Result) Outcome {
	return Outcome{Command: r.Command.String(), Lines: r.Lines(), OK: r.OK(), entities: r.Entities[:min(len(r.Entities), shownEntities)]}
}

// Entities returns how many entities the table holds where the log stands, and
// whether there is one.
func (b *Workbench) Entities() (n int, ok bool) {
	t, err := b.world.Table(TableName)
	if err != nil {
		return 0, false
	}
	return t.Len(), true
}

// CountOf writes a number with its noun: "1 entity", "2 entities".
func CountOf(n int, noun string) string { return text.Count(n, noun, noun+"s") }
