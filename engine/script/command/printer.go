package command

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
)

// String returns the command in its canonical form, on one line. Parse reads
// it back as the same command, as long as the command keeps to the bounds of
// the language.
func (c Command) String() string {
	w := &printer{}
	if c.Client != "" {
		w.b.WriteString(c.Client + ":")
	}
	if c.Verb > NoVerb && int(c.Verb) < len(forms) {
		w.command(&c, forms[c.Verb].parts)
	}
	return w.b.String()
}

// printer writes commands with one blank between two words.
type printer struct{ b strings.Builder }

func (w *printer) word(s string) {
	if w.b.Len() > 0 {
		w.b.WriteByte(' ')
	}
	w.b.WriteString(s)
}

func (w *printer) command(c *Command, parts []part) {
	w.word(c.Verb.String())
	for _, p := range parts {
		w.part(c, p)
	}
}

// part writes one part. The long ones have functions of their own.
func (w *printer) part(c *Command, p part) {
	switch p {
	case tablePart, queuePart, containerPart:
		w.word(Name(c.Table))
	case keyPart:
		w.word(FormatKey(c.Key))
	case propertiesPart:
		for _, q := range c.Properties {
			w.word(Name(q.Name) + "=" + FormatValue(q.Value))
		}
	case conditionPart:
		w.condition("if", c.If, c.If == Condition{Tag: table.AnyETag})
	case matchPart, tagPart:
		word := "if"
		if p == tagPart {
			word = "etag"
		}
		w.condition(word, c.If, c.If == Condition{})
	case changesPart:
		w.changes(c)
	case queryPart:
		w.query(&c.Query)
	case habitPart:
		if c.Habit != client.AllPages {
			w.word("habit " + pick(habitWords, int(c.Habit)))
		}
		w.flag(c.Habit == client.OtherFilter, Quote(c.Text))
	case templatesPart, templatesMaybe:
		if c.Templated {
			w.word("partition " + Quote(c.PartitionKey) + " row " + Quote(c.RowKey))
		}
	case dataPart:
		w.data(c)
	default:
		w.setting(c, p)
	}
}

// setting writes the parts of the verbs that set the stage, and of those for
// queues and blobs.
func (w *printer) setting(c *Command, p part) {
	switch p {
	case mergePart:
		w.word(pick(mergeWords, int(c.MergeOption)))
	case savePart:
		w.flag(c.Save&client.SaveBatch != 0, "batch")
		w.flag(c.Save&client.ContinueOnError != 0, "continue")
		w.flag(c.Save&client.ReplaceOnUpdate != 0, "replace")
	case policyPart:
		w.word(pick(policyWords, int(c.Policy)))
	case faultPart:
		w.word(pick(faultWords, int(c.Fault)))
		w.flag(c.Fault == client.Delayed, FormatDuration(c.Duration))
	case travelPart:
		w.word("travel " + FormatDuration(c.Duration) + " timeout " + FormatDuration(c.Timeout))
	case durationPart:
		w.word(FormatDuration(c.Duration))
	case limitsPart:
		w.flag(c.Page > 0, "page "+strconv.Itoa(c.Page))
		w.flag(c.Examined > 0, "examined "+strconv.Itoa(c.Examined))
		w.flag(c.Size > 0, "bytes "+strconv.Itoa(c.Size))
	case bordersPart:
		w.flag(len(c.Borders) > 0, names(c.Borders))
	case textPart:
		w.word(Quote(c.Text))
	case visiblePart:
		w.flag(c.Duration != 0, "for "+FormatDuration(c.Duration))
	case poisonPart:
		w.word("after " + strconv.Itoa(c.Page) + " to " + Name(c.Name))
	case blobPart:
		w.word(Name(c.Table) + "/" + BlobName(c.Name))
	case listPart:
		w.word(Name(c.Table))
		w.flag(c.Text != "", "prefix "+Quote(c.Text))
	case simulationPart:
		w.simulation(c)
	}
}

func decimal(n uint64) string { return strconv.FormatUint(n, 10) }

func (w *printer) flag(is bool, s string) {
	if is {
		w.word(s)
	}
}

func (w *printer) condition(word string, c Condition, left bool) {
	switch {
	case left:
	case c.Seen:
		w.word(word + " seen")
	case c.New:
		w.word(word + " new")
	case c.Tag == table.AnyETag:
		w.word(word + " *")
	default:
		w.word(word + " " + Quote(string(c.Tag)))
	}
}

func (w *printer) changes(c *Command) {
	w.word("{")
	for i := range c.Changes {
		if i > 0 {
			w.b.WriteByte(';')
		}
		if v := c.Changes[i].Verb; v.Writes() {
			w.command(&c.Changes[i], forms[v].parts[1:])
		}
	}
	w.word("}")
}

func (w *printer) query(r *query.Request) {
	w.flag(r.Top >= 0, "top "+strconv.Itoa(r.Top))
	w.flag(len(r.Select) > 0, "select "+names(r.Select))
	if t := r.Token; t != nil {
		s := Name(t.NextPartitionKey)
		if t.HasRowKey {
			s += "/" + Name(t.NextRowKey)
		}
		w.word("from " + s)
	}
	if f := r.Filter; f != "" {
		if f[0] == '"' || strings.TrimSpace(f) != f || Hidden(f) {
			f = strconv.Quote(f)
		}
		w.word("where " + f)
	}
}

func (w *printer) data(c *Command) {
	switch c.Format {
	case CSV:
		w.word("csv " + Quote(c.Text))
	case JSON:
		w.word("json " + Quote(c.Text))
	default:
		w.word("data " + Name(c.Text))
	}
}

// FormatKey returns a key as the language writes it.
func FormatKey(k table.Key) string { return Name(k.PartitionKey) + "/" + Name(k.RowKey) }

// BlobName writes the name of a blob bare where each stretch between slashes
// allows it.
func BlobName(s string) string {
	for stretch := range strings.SplitSeq(s, "/") {
		if !bare(stretch) {
			return Quote(s)
		}
	}
	return s
}

func names(list []string) string {
	var b strings.Builder
	for i, s := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(Name(s))
	}
	return b.String()
}

func pick(words []string, i int) string {
	if i < 0 || i >= len(words) {
		return ""
	}
	return words[i]
}
