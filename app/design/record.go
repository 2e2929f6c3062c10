package design

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/runner"
)

// The bounds of a recorded lesson.
const (
	recordedRows  = 300
	recordedBytes = 64 << 10
	recordedTries = 40 // commands of the log
	recordedFacts = 8  // conditions of the check
)

// Recording is why a log cannot be recorded, in a plain sentence.
type Recording string

// Error returns the sentence.
func (r Recording) Error() string { return string(r) }

// Record writes the commands of the console that are done as a lesson of two
// steps: the first rows of the data under the present keys set the stage, the
// two halves of the commands are the solutions, and each check asks for what
// its half comes to. The author writes the words. The file is proven before it
// is given out: the start of a step does not meet its check, and its solution
// does. The error is a Recording.
func (b *Workbench) Record() (file []byte, err error) {
	if !b.Ready() || b.Position() < 2 {
		return nil, Recording("Do at least two things in the console first. What you do there becomes the solutions of two steps.")
	}
	commands := b.World.Log()[:b.Position()]
	if len(commands) > recordedTries {
		return nil, Recording("A lesson holds at most 40 commands. Go back along the bar, or begin a new log.")
	}
	half := (len(commands) + 1) / 2
	draft := recorded{page: b.page, steps: [2]recordedStep{{commands[:half], "commands() >= 1"}, {commands[half:], "commands() >= 1"}}}
	for i := range draft.steps {
		results, err := draft.play(i)
		if err != nil {
			return nil, err
		}
		if draft.steps[i].check = strings.Join(facts(results), " and "); draft.steps[i].check == "" {
			return nil, Recording("What you did in step " + strconv.Itoa(i+1) +
				" of 2 cannot be seen in the table or in an answer, so no check can ask for it.")
		}
	}
	return draft.file(), draft.proven()
}

// recorded is a lesson that is being written.
type recorded struct {
	page  *Playground
	steps [2]recordedStep
}

type recordedStep struct {
	commands []command.Command
	check    string
}

func (d *recorded) session(step int) (*runner.Session, error) {
	l, err := lessons.Parse(d.file())
	if err != nil {
		return nil, Recording("The lesson cannot be written from these rows: " + err.Error())
	}
	s, err := runner.New(l, step)
	if err != nil {
		return nil, Recording("The stage cannot be set from these rows: " + err.Error())
	}
	return s, nil
}

// play does the commands of a step over its start.
func (d *recorded) play(step int) ([]script.Result, error) {
	s, err := d.session(step)
	if err != nil {
		return nil, err
	}
	var results []script.Result
	for _, c := range d.steps[step].commands {
		r, err := s.Do(c.String())
		if err != nil {
			return nil, Recording(err.Error())
		}
		results = append(results, r)
	}
	return results, nil
}

// proven reports whether each start fails its check and the commands meet it.
func (d *recorded) proven() error {
	for i, step := range d.steps {
		s, err := d.session(i)
		if err != nil {
			return err
		}
		if s.Outcomes()[0].State == runner.Met {
			return Recording("Step " + strconv.Itoa(i+1) + " is met before anything is done. Change an entity, or ask for something else.")
		}
		for _, c := range step.commands {
			if _, err := s.Do(c.String()); err != nil {
				return Recording(err.Error())
			}
		}
		if s.Outcomes()[0].State != runner.Met {
			return Recording("Done over the first rows of your data, the commands of step " + strconv.Itoa(i+1) + " do not come to the same.")
		}
	}
	return nil
}

// file writes the lesson.
func (d *recorded) file() []byte {
	w, design := &strings.Builder{}, d.page.Edit.Design()
	w.WriteString("---\nid: my-lesson\nnumber: 99\ntitle: My lesson\ntrack: keys\nminutes: 5\ngoal: Say in one sentence what the " +
		"learner has reached at the end.\n" +
		"teaches: what it is about\nomits: what it leaves to others\nseeds: your own source\ntargets: today\n---\nSay what the lesson is " +
		"about.\n")
	for i, step := range d.steps {
		w.WriteString("\n## " + [...]string{"First", "Second"}[i] +
			" step\n\nExplain one idea. Then let the learner try it.\n\n```picture\nledger " + model.TableName +
			" | The table, in the order of its keys\n```\n\n")
		if i == 0 {
			w.WriteString("```data rows.csv\n")
			d.rows(w)
			w.WriteString("```\n\n```start\ncreate table " + model.TableName + "\nimport " + model.TableName +
				" partition " + words.Quote(design.PartitionKey) + " row " + words.Quote(design.RowKey) + " data rows.csv\n```\n\n")
		} else {
			w.WriteString("```start continue\n```\n\n")
		}
		w.WriteString("```task task-" + strconv.Itoa(i+1) + "\nSay what the learner is to do.\ncheck: " + step.check + "\nnow: {entities(" +
			model.TableName + ")} entities in the table\nmet: Say why this is right.\n" +
			"hint: Look at the picture, and at what the task asks for.\nhint: Say the idea.\nhint: Say the exact edit.\nsolution:\n")
		for _, c := range step.commands {
			w.WriteString("  " + c.String() + "\n")
		}
		w.WriteString("```\n")
	}
	w.WriteString("\n## One more thing to try\n\nName something that goes a little further.\n\n## Sources\n\n- Name where the facts come " +
		"from.\n")
	return []byte(w.String())
}

// rows writes the first rows of the data with the names of the properties.
func (d *recorded) rows(w *strings.Builder) {
	p := d.page
	for i, c := range p.Rows.Data().Columns {
		comma(w, i)
		w.WriteString(c.Name)
	}
	w.WriteByte('\n')
	begin := w.Len()
	for n := range min(p.Rows.Data().Len(), recordedRows) {
		line := &strings.Builder{}
		for i := range p.Rows.Data().Columns {
			comma(line, i)
			text := strings.NewReplacer("\n", " ", "\r", " ").Replace(p.Rows.Data().Text(n, i))
			if strings.ContainsAny(text, ",\"`") || strings.TrimSpace(text) != text {
				text = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
			}
			line.WriteString(text)
		}
		if w.Len()-begin+line.Len() > recordedBytes {
			return
		}
		w.WriteString(line.String() + "\n")
	}
}

func comma(w *strings.Builder, i int) {
	if i > 0 {
		w.WriteByte(',')
	}
}

// facts are what results come to, as conditions of a check: entities that were
// written or deleted, refusals, and the last answer.
func facts(results []script.Result) []string {
	var list []string
	last := map[string]string{} // by key
	var order []string
	add := func(name, condition string) {
		if last[name] == "" {
			order = append(order, name)
		}
		last[name] = condition
	}
	for _, r := range results {
		c := r.Command
		key := asked("entity", c.Key)
		switch {
		case r.Refusal != nil:
			add("refused "+string(r.Refusal.Code), "refused("+string(r.Refusal.Code)+") > 0")
		case !r.OK():
		case c.Verb == command.Delete:
			add(key, "not "+key)
		case c.Verb >= command.Replace && c.Verb <= command.InsertOrMerge, c.Verb == command.Insert:
			add(key, written(c))
		case r.Plan != nil || c.Verb == command.Get:
			add("reading", "kind() = '"+kindOf(r)+
				"' and returned() = "+strconv.Itoa(r.Cost.Returned)+" and examined() = "+strconv.Itoa(r.Cost.Examined))
		}
	}
	for _, name := range order[:min(len(order), recordedFacts)] {
		list = append(list, last[name])
	}
	return list
}

func kindOf(r script.Result) string {
	if r.Plan == nil {
		return "Point query"
	}
	return r.Plan.Kind.String()
}

// written asks for the first property that a write sets, or for the entity.
func written(c command.Command) string {
	for _, p := range c.Properties {
		switch p.Value.Type() {
		case table.Int32, table.Int64:
			return "value(" + keyArguments(c.Key) + ", " + p.Name + ") = " + strconv.FormatInt(p.Value.Int(), 10)
		case table.String:
			return "value(" + keyArguments(c.Key) + ", " + p.Name + ") = " + words.Quote(p.Value.Str())
		}
	}
	return asked("entity", c.Key)
}

func asked(name string, k table.Key) string { return name + "(" + keyArguments(k) + ")" }

func keyArguments(k table.Key) string {
	return model.TableName + ", " + words.Quote(k.PartitionKey) + ", " + words.Quote(k.RowKey)
}
