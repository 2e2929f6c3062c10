package store

import (
	"errors"
	"strconv"

	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/table"
)

// TableName is the name of the table that is built from the data.
const TableName = "playground"

// maxRecalled bounds how many typed commands can be recalled.
const maxRecalled = 200

// Workbench is the console of a playground: a World of commands that begins
// with the built table in its account.
//
// What always holds:
//   - world is a log over the table of over, which is the build that is shown;
//     when another table is built a new log begins, and Note says so
//   - commands never touch what the other cards show: those read the table as
//     it was built
type Workbench struct {
	page  *Playground
	over  *build
	world *script.World

	done   map[int]Outcome // by place in the current branch, as far as they were asked for
	note   string
	fault  Fault
	typed  []string // what was run, the oldest first
	recall int      // place in typed; its length for none

	shown   Shown
	traffic *Traffic // of shown, nil until Listen made it
	asked   answered // the answer of the query card that was last seen

	waiting *shared // a share string that waits for its table
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
// playground: after another table was built a new log begins.
func (p *Playground) Workbench() *Workbench {
	if p.bench == nil {
		p.bench = &Workbench{page: p, fault: Fault{From: -1}}
	}
	p.bench.follow()
	return p.bench
}

// follow begins a new log when there is another table, and shows the answer of
// the query card when there is another one.
func (b *Workbench) follow() {
	if built := b.page.built; built != nil && b.over != built {
		lost := 0
		if b.world != nil {
			lost = b.world.Len()
		}
		b.begin(built)
		if lost > 0 {
			b.note = "The table was built again, so a new log begins here. The one before it had " + countOf(lost, "command") + ". Press Up to find them."
		}
	}
	b.watch()
}

// begin starts a World whose account holds the table of a build.
func (b *Workbench) begin(built *build) {
	start := b.page.worldStart(built)
	b.take(script.NewOver(uint64(start), start, nil, built.account()), built)
}

// take makes a World the present one.
func (b *Workbench) take(w *script.World, over *build) {
	b.world, b.over = w, over
	b.done, b.note, b.fault = map[int]Outcome{}, "", Fault{From: -1}
	b.show(Shown{Page: -1, Command: -1})
	b.asked = answered{}
}

// worldStart is when the clock of a World over a build begins: after the last
// write of the build.
func (p *Playground) worldStart(built *build) table.Ticks {
	return p.start + table.Ticks(built.report.Rows)*table.Microsecond + table.Second
}

// account is a new account that holds the table as it was built.
func (b *build) account() *table.Account {
	b.table.Restore(b.snapshot)
	a := table.NewAccount()
	a.Adopt(b.table) // the name is a legal one, and the only one
	return a
}

// Ready reports whether there is a table to work on.
func (b *Workbench) Ready() bool { return b.world != nil }

// Note says why the log is a new one, or empty text.
func (b *Workbench) Note() string { return b.note }

// Fault returns what is wrong with the last command.
func (b *Workbench) Fault() Fault { return b.fault }

// Forgive takes the message about the last command away, since its text is
// being changed.
func (b *Workbench) Forgive() { b.fault = Fault{From: -1} }

// Do does the command of a text. It reports whether the text was one; if not,
// Fault tells why and the log stays as it was.
func (b *Workbench) Do(text string) bool {
	b.remember(text)
	at := b.world.Position()
	r, err := b.world.DoText(text)
	if err != nil {
		b.fault = faultOf(text, err)
		return false
	}
	b.forget(at)
	b.done[at] = outcomeOf(r)
	b.note, b.fault = "", Fault{From: -1}
	b.show(Shown{Page: -1, Command: at})
	return true
}

func faultOf(text string, err error) Fault {
	var at *script.Error
	if errors.As(err, &at) {
		return Fault{Text: text, Sentence: at.Message, Example: at.Example, From: at.Offset, To: at.End}
	}
	return Fault{Text: text, Sentence: err.Error(), From: -1}
}

// forget drops the outcomes from a place on, which belong to another branch or
// are about to change.
func (b *Workbench) forget(from int) {
	for n := range b.done {
		if n >= from {
			delete(b.done, n)
		}
	}
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
func (b *Workbench) Complete(text string) []script.Completion {
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

// Len returns how many commands the log has, Position how many are done.
func (b *Workbench) Len() int { return b.world.Len() }

// Position returns how many commands of the log are done.
func (b *Workbench) Position() int { return b.world.Position() }

// Seek goes to the state after the first n commands.
func (b *Workbench) Seek(n int) {
	b.world.Seek(n)
	if at := b.world.Position(); at > 0 {
		b.show(Shown{Page: -1, Command: at - 1})
	}
}

// Branches returns the branches of the log.
func (b *Workbench) Branches() []script.Branch { return b.world.Branches() }

// Switch goes to another branch, to the place where it was left.
func (b *Workbench) Switch(name string) {
	if err := b.world.Switch(name); err != nil {
		b.fault = Fault{Sentence: err.Error(), From: -1}
		return
	}
	b.forget(0)
	b.Seek(b.world.Position())
	b.traffic = nil
}

// Outcome returns what command n of the log did.
func (b *Workbench) Outcome(n int) Outcome {
	o, known := b.done[n]
	if !known {
		o = outcomeOf(b.world.Result(n))
		b.done[n] = o
	}
	return o
}

func outcomeOf(r script.Result) Outcome {
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

func countOf(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
