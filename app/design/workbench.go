package design

import (
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	words "github.com/keyrange/keyrange/engine/text"
)

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
	*model.Stage
	rev   int // of the page, for which list and doneTo are
	list  []draft.Step
	count int // of list that are done

	note   string
	fault  model.Fault
	typed  []string // what was run, the oldest first
	recall int      // place in typed; its length for none

	shown   Shown
	traffic *Traffic // of shown, nil until Listen made it
	asked   answered // the answer of the query card that was last seen
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
	return &Workbench{page: p, Stage: &model.Stage{}, rev: -1, fault: model.Fault{From: -1}}
}

// follow goes to the World over the table that is shown and to the place where
// the journal stands, and shows the answer of the query card when there is
// another one.
func (b *Workbench) follow() {
	built := b.page.Table.Built()
	if built == nil && b.page.Rows.Data() == nil && b.World != nil {
		b.take(&model.Stage{})
	}
	if built != nil && b.Over != built {
		if built.Stage == nil {
			built.Stage = model.NewStage(built)
		}
		b.take(built.Stage)
	}
	if b.rev != b.page.Edit.Rev() && b.current() {
		b.rev = b.page.Edit.Rev()
		before := b.count
		b.list, b.count = b.page.Edit.Journal().Steps()
		b.fail(b.Enter(b.list[:b.count]))
		if b.count != before && b.count > 0 {
			b.show(Shown{Page: -1, Command: b.count - 1})
		}
	}
	b.watch()
}

// current reports whether the World is over the table of the present work.
func (b *Workbench) current() bool {
	return b.World != nil && b.Over.Name == b.page.Edit.Work().Table()
}

// fail keeps the sentence of an error.
func (b *Workbench) fail(err error) {
	if err != nil {
		b.fault = model.Fault{Sentence: err.Error(), From: -1}
	}
}

// take makes a stage the present one.
func (b *Workbench) take(s *model.Stage) {
	b.Stage, b.rev = s, -1
	b.list, b.count, b.note, b.fault = nil, 0, "", model.Fault{From: -1}
	b.show(Shown{Page: -1, Command: -1})
	b.traffic, b.asked = nil, answered{}
}

// Ready reports whether there is a table to work on.
func (b *Workbench) Ready() bool { return b.World != nil }

// Note says why the log is a new one, or empty text.
func (b *Workbench) Note() string {
	if b.note != "" || len(b.list) > 0 || !b.current() {
		return b.note
	}
	if lost := b.page.Edit.Journal().Before(); lost > 0 {
		return "The table was built again, so a new log begins here. The one before it had " + words.Count(lost, "command", "commands") +
			". Step back to return to it, or press Up to find them."
	}
	return ""
}

// Fault returns what is wrong with the last command.
func (b *Workbench) Fault() model.Fault { return b.fault }

// Forgive takes the message about the last command away, since its text is
// being changed.
func (b *Workbench) Forgive() { b.fault = model.Fault{From: -1} }

// Do does the command of a text, which is a gesture. It reports whether the
// text was a command; if not, Fault tells why and the log stays as it was.
func (b *Workbench) Do(text string) bool {
	b.remember(text)
	b.follow()
	c, err := command.Parse(text)
	if err != nil {
		b.fault = model.FaultOf(text, err)
		return false
	}
	if !b.current() {
		b.fault = model.Fault{Text: text, Sentence: "The table is being built. Do the command again in a moment.", From: -1}
		return false
	}
	r, err := b.World.Do(c)
	if err == script.FullOfBranches || err == script.FullOfCommands {
		*b.Stage = *model.NewStage(b.Over)
		if err = b.Enter(b.list[:b.count]); err == nil {
			r, err = b.World.Do(c)
		}
	}
	if err != nil {
		b.fault = model.FaultOf(text, err)
		return false
	}
	b.Did(b.page.Edit.Command(c.String()), model.OutcomeOf(r))
	b.note, b.fault = "", model.Fault{From: -1}
	b.follow()
	return true
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
	if b.World == nil {
		return nil
	}
	list := b.World.Complete(text)
	for i, c := range list {
		if c.Text == "" || c.Text[len(c.Text)-1] == '=' || c.Text[len(c.Text)-1] == '\'' {
			continue
		}
		if len(b.World.Complete(text[:c.Start]+c.Text+" ")) > 0 {
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
	j := b.page.Edit.Journal()
	at := j.Segment(j.Position())
	if n = min(n, len(b.list)); n > 0 {
		at = max(at, j.PlaceOf(b.list[n-1].Gesture))
	}
	b.page.Edit.Seek(at)
	b.follow()
}

// Outcome returns what command n of the log did. One that is undone and was
// never done here is done for that and undone again.
func (b *Workbench) Outcome(n int) model.Outcome {
	o, known := b.Done[b.list[n].Gesture]
	if !known {
		b.fail(b.Enter(b.list[:n+1]))
		o = b.Done[b.list[n].Gesture]
		b.fail(b.Enter(b.list[:b.count]))
	}
	if len(o.Lines) == 0 { // it could not be done
		o = model.Outcome{Command: b.list[n].Text, Lines: []string{b.fault.Sentence}}
	}
	return o
}

// Entities returns how many entities the table holds where the log stands, and
// whether there is one.
func (b *Workbench) Entities() (n int, ok bool) {
	t, err := b.World.Table(model.TableName)
	if err != nil {
		return 0, false
	}
	return t.Len(), true
}
