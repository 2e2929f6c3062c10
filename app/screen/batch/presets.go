package batch

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

var batchSetup = []string{
	"create table Rentals",
	"insert Rentals 00042/Member Name='Anna' Out=1",
	"insert Rentals 00042/Rental_Jaws Due='8 Jan'",
	"insert Rentals 00077/Member Name='Ben' Out=0",
	"get Rentals 00042/Member",
}

// batchPreset is a ready list of changes.
type batchPreset struct {
	ID, Title, About string
	setup            []string // beyond that of all
	changes          []string // as in the language; see make
	times            int      // how often the last change stands there, # being its number
}

// Presets lists the ready changes: one that works, and one that breaks
// each rule. The list must not be changed.
func Presets() []batchPreset { return presets }

const (
	rent = "insert 00042/Rental_Psycho Due='9 Jan'"
	out2 = "merge 00042/Member Out=2 if seen"
)

var presets = []batchPreset{
	{ID: "rent", Title: "Rent a movie", About: "The rental and the counter of the member change together. Both lie in the member's " +
		"partition, so one transaction can hold them.",
		changes: []string{rent, out2}},
	{ID: "verbs", Title: "All six kinds of change", About: "Insert, merge, replace, delete and the two upserts in one transaction.",
		setup: []string{"insert Rentals 00042/Rental_Alien Due='7 Jan'", "insert Rentals 00042/Rental_Vertigo Due='6 Jan'"},
		changes: []string{rent, out2, "replace 00042/Rental_Jaws Due='15 Jan' if *", "delete 00042/Rental_Alien if *",
			"insert-or-merge 00042/Rental_Vertigo Late=true", "insert-or-replace 00042/Note Text='Called'"}},
	{ID: "partitions", Title: "Two partitions", About: "Anna's rental and Ben's counter. The two members are two partitions, and each may " +
		"lie on a server of its own.",
		changes: []string{rent, "merge 00077/Member Out=1 if *"}},
	{ID: "twice", Title: "One entity twice", About: "The rental is inserted and then changed. Put both into one change.",
		changes: []string{rent, out2, "merge 00042/Rental_Psycho Late=false if *"}},
	{ID: "many", Title: "101 changes", About: "One more than a transaction may have. Send two transactions, and make each safe to repeat.",
		changes: []string{"insert 00042/Rental_# Due='9 Jan'"}, times: 101},
	{ID: "large", Title: "Over 4 MiB", About: "Ten entities that are each small enough, in a request that is not.",
		changes: []string{"insert-or-replace 00042/Scan_# {15}"}, times: 10},
	{ID: "stale", Title: "A version that is gone (412)", About: "The member was read, and then somebody else changed it. The counter asks " +
		"for the version that was read.",
		setup: []string{"B: merge Rentals 00042/Member Out=0"}, changes: []string{rent, out2}},
	{ID: "missing", Title: "An entity that is missing (404)", About: "The last change deletes a rental that nobody has made.",
		changes: []string{rent, out2, "delete 00042/Rental_Alien if *"}},
	{ID: "exists", Title: "An entity that exists (409)", About: "Two changes are fine, and the third inserts what is there already.",
		changes: []string{rent, out2, "insert 00042/Rental_Jaws Due='9 Jan'"}},
	{ID: "properties", Title: "253 properties", About: "One property more than an entity may have.",
		changes: []string{out2, "insert 00042/Scan {253}"}},
	{ID: "value", Title: "A value over 64 KiB", About: "A text of 32,769 characters, each of two bytes.",
		changes: []string{rent, "insert 00042/Scan Text='x'*32769"}},
	{ID: "entity", Title: "An entity over 1 MiB", About: "Seventeen texts that are each small enough, in an entity that is not.",
		changes: []string{rent, "insert 00042/Scan {17}"}},
	{ID: "key", Title: "A character that keys cannot have", About: "The title has a slash, and so has the RowKey.",
		changes: []string{out2, "insert 00042/'Rental_Face/Off' Due='9 Jan'"}},
}

// presetByID returns the preset with an ID.
func presetByID(id string) (batchPreset, bool) {
	for _, p := range presets {
		if p.ID == id {
			return p, true
		}
	}
	return batchPreset{}, false
}

// make returns the changes of a preset. In their texts {n} stands for n
// properties: short ones beyond 100, texts of 32,000 characters up to there.
func (p batchPreset) make() []command.Command {
	var list []command.Command
	for i, line := range p.changes {
		times := 1
		if i == len(p.changes)-1 {
			times = max(1, p.times)
		}
		for n := range times {
			c, err := parseChange(strings.Replace(line, "#", strconv.Itoa(1001 + n)[1:], 1))
			if err != nil {
				panic(err) // a preset of ours
			}
			list = append(list, c)
		}
	}
	return list
}

// parseChange reads a change as it stands in a batch.
func parseChange(line string) (command.Command, error) {
	if start, rest, ok := strings.Cut(line, " {"); ok {
		n, _ := strconv.Atoi(strings.TrimSuffix(rest, "}"))
		value := "='x'*32000"
		if n > 100 {
			value = "=1"
		}
		for i := range n {
			start += " P" + strconv.Itoa(i+1) + value
		}
		line = start
	}
	c, err := command.Parse("batch " + step.Rentals + " { " + line + " }")
	if err != nil || len(c.Changes) != 1 {
		return command.Command{}, err
	}
	return c.Changes[0], nil
}

// BatchKind is one kind of change.
type BatchKind struct {
	Verb        command.Verb
	Title       string
	Conditional bool // it asks for a version
	Writes      bool // it has properties
	call        client.Verb
}

var batchKinds = []BatchKind{
	{command.Insert, "insert", false, true, client.Insert},
	{command.Merge, "merge", true, true, client.Merge},
	{command.Replace, "replace", true, true, client.Replace},
	{command.InsertOrMerge, "insert-or-merge", false, true, client.InsertOrMerge},
	{command.InsertOrReplace, "insert-or-replace", false, true, client.InsertOrReplace},
	{command.Delete, "delete", true, false, client.Delete},
}

// Kinds lists the kinds of changes. It must not be changed.
func Kinds() []BatchKind { return batchKinds }

func batchKind(v command.Verb) BatchKind {
	for _, k := range batchKinds {
		if k.Verb == v {
			return k
		}
	}
	return batchKinds[0]
}

// ChangeForm is a change as its fields hold it: the title of its kind, the
// keys, properties as in Name='Anna' Out=2, and "seen", "*" or an ETag.
type ChangeForm struct{ Kind, PartitionKey, RowKey, Properties, Condition string }

// formOf returns the fields of a change.
func formOf(c command.Command) ChangeForm {
	f := ChangeForm{Kind: batchKind(c.Verb).Title, PartitionKey: c.Key.PartitionKey, RowKey: c.Key.RowKey, Condition: string(c.If.Tag)}
	if c.If.Seen {
		f.Condition = "seen"
	}
	f.Properties = step.PropertiesText(c.Properties)
	return f
}

// kindByTitle returns the kind of a form.
func (f ChangeForm) kindByTitle() BatchKind {
	for _, k := range batchKinds {
		if k.Title == f.Kind {
			return k
		}
	}
	return batchKinds[0]
}

// command reads the fields, or says in a sentence what is wrong with them.
func (f ChangeForm) command(of string) (command.Command, string) {
	kind := f.kindByTitle()
	c := command.Command{Verb: kind.Verb, Table: of, Key: table.Key{PartitionKey: f.PartitionKey, RowKey: f.RowKey}}
	if kind.Writes && strings.TrimSpace(f.Properties) != "" {
		parsed, err := command.Parse("insert t p/r " + f.Properties)
		if err != nil || parsed.Verb != command.Insert {
			return c, "Properties are written as in Name='Anna' Out=2. A text stands in single quotes."
		}
		c.Properties = parsed.Properties
	}
	if kind.Conditional {
		c.If = command.Condition{Seen: f.Condition == "seen"}
		if c.If.Tag = table.ETag(f.Condition); c.If.Seen {
			c.If.Tag = ""
		} else if f.Condition == "" {
			c.If.Tag = table.AnyETag
		}
	}
	whole := command.Command{Verb: command.Batch, Table: of, Changes: []command.Command{c}}
	if _, err := command.Parse(whole.String()); err != nil {
		return c, err.Error()
	}
	return c, ""
}
