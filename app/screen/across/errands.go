package across

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/blob"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// Errand is a change that no transaction can make, because what it changes lies
// in two partitions, two tables, or a table and a blob.
type Errand struct {
	ID, Title, About string
	Ways             []Way // how the worker may be written, a right one first
	setup            []string
	message          string
	judge            func(w *script.World) (text string, good bool)
}

// Way is one way to write the worker.
type Way struct {
	Title, About string
	steps        []workStep
}

// workStep is one step of a worker.
type workStep struct {
	Title  string
	line   string // its command, in which # stands for the number of the try
	uses   memory // how the command follows from what was read
	absent string // what it means that there is nothing: goOn, atEnd, or giving up
	back   int    // where to go on after it: so many steps back
}

// What it means that there is nothing.
const (
	goOn  = "go on"
	atEnd = "finish"
)

// memory is what a command takes from what its worker has read.
type memory uint8

// The uses of what was read.
const (
	nothing    memory = iota
	properties        // all properties of the entity
	plusOne           // its Count and one more
	deletions         // a transaction that deletes the entities
	appended          // the text of the blob with the new name behind it
	completed         // the same, unless the name stands in it
)

// newName is the name that the worker adds to an index blob.
const newName = "000456"

func absent(code table.Code) bool { return code == table.ResourceNotFound || code == blob.BlobNotFound }

// command returns the command of a step. ok is false when there is nothing to
// do.
func (s workStep) command(name string, w *worker) (c command.Command, ok bool) {
	c, err := command.Parse(name + ": " + strings.ReplaceAll(s.line, "#", strconv.Itoa(w.tries)))
	if err != nil {
		panic(err) // a story of ours
	}
	switch {
	case s.uses == nothing:
	case s.uses == deletions:
		for _, e := range w.read {
			c.Changes = append(c.Changes, command.Command{
				Verb: command.Delete, Table: c.Table, Key: e.Key, If: command.Condition{Tag: table.AnyETag},
			})
		}
	case s.uses == appended || s.uses == completed:
		if s.uses == completed && strings.Contains(w.text, newName) {
			return c, false
		}
		c.Text = w.text + " " + newName
	case len(w.read) == 0:
	case s.uses == properties:
		c.Properties = w.read[0].Properties
	case s.uses == plusOne:
		c.Properties = []table.Property{{Name: "Count", Value: table.Int32Value(int32(w.read[0].Property("Count").Int()) + 1)}}
	}
	return c, true
}

// Errands lists the stories in the order in which they teach. It must not be
// changed.
func Errands() []Errand { return errands }

// begin returns the commands that set the stage of a story.
func (e *Errand) begin() (list []command.Command) {
	for _, line := range append(e.setup[:len(e.setup):len(e.setup)], "queue create "+jobs, "queue create "+poison) {
		c, err := command.Parse(line)
		if err != nil {
			panic(err) // a story of ours
		}
		list = append(list, c)
	}
	return list
}

// errandByID returns the story with an ID.
func errandByID(id string) (Errand, bool) {
	for _, e := range errands {
		if e.ID == id {
			return e, true
		}
	}
	return Errand{}, false
}

var (
	readCurrent   = workStep{Title: "Read 000456 from Current", line: "get Current Sales/000456", absent: atEnd}
	writeArchive  = workStep{Title: "Insert or replace it in Archive", line: "insert-or-replace Archive Sales/000456", uses: properties}
	deleteCurrent = workStep{Title: "Delete it from Current, if it is there", line: "delete Current Sales/000456 if *", absent: goOn}
	readBlogs     = workStep{Title: "Read up to two blogs of Football", line: "query Blogs top 2 where PartitionKey eq 'Football'"}
	deleteBlogs   = workStep{Title: "Delete them in one transaction", line: "batch Blogs { }", uses: deletions, absent: goOn, back: 1}
	deleteChannel = workStep{Title: "Delete the channel, if it is there", line: "delete Channels Football/'' if *", absent: goOn}
	putPhoto      = workStep{Title: "Put the photo into a blob", line: "blob put photos/000456.jpg 'a picture of 2 MiB'"}
	namePhoto     = workStep{Title: "Merge the name of the blob into the entity", line: "merge Employees Sales/000456 Photo='000456.jpg' if *"}
	readIndex     = workStep{Title: "Read the index blob Jones", line: "blob get index/Jones"}
)

var errands = []Errand{
	{ID: "archive", Title: "Archive an employee", About: "Employee 000456 moves from the table Current to the table Archive. No transaction " +
		"spans two tables, so a message on a queue says what is to be done, and a worker does it step by step.",
		message: "archive Sales/000456", judge: judgeArchive,
		setup: []string{"create table Current", "create table Archive", "create table Totals", "insert Totals Archive/Count Count=0",
			"insert Current Sales/000456 Name='Jones' Age=61", "insert Current Sales/000457 Name='Diaz' Age=34"},
		Ways: []Way{
			{"Every step may be repeated", "Insert or replace gives the same entity however often it is done. A deletion that finds nothing " +
				"counts " +
				"as done.",
				[]workStep{readCurrent, writeArchive, deleteCurrent}},
			{"Inserts without upsert", "A plain insert is refused with 409 when an earlier try has done it, and then no later step is ever reached.",
				[]workStep{readCurrent, {Title: "Insert it into Archive", line: "insert Archive Sales/000456", uses: properties},
					{Title: "Delete it from Current", line: "delete Current Sales/000456 if *"}}},
			{"Adds 1 to a counter", "The counter is read and written back with 1 more. Doing that twice counts one employee twice, and nothing is " +
				"refused.",
				[]workStep{readCurrent, writeArchive, {Title: "Read the counter", line: "get Totals Archive/Count"},
					{Title: "Write the counter + 1", line: "insert-or-replace Totals Archive/Count", uses: plusOne}, deleteCurrent}},
			{"Counts by entities", "Each archived employee has a small entity of its own. Writing it twice leaves one, so the number of entities " +
				"is the count.",
				[]workStep{readCurrent, writeArchive, {Title: "Insert or replace a mark for 000456", line: "insert-or-replace Totals Archive/000456"},
					deleteCurrent}},
			{"Deletes first", "The entity is deleted from Current before it is in Archive. Between the two steps only the memory of the worker " +
				"has it.",
				[]workStep{readCurrent, deleteCurrent, writeArchive}},
		}},
	{ID: "channel", Title: "Delete a channel with its blogs", About: "A channel lies in one table and its blogs in another. The worker " +
		"marks " +
		"the channel first, so that nobody reads it from then on, and deletes it last.",
		message: "delete channel Football", judge: judgeChannel,
		setup: []string{"create table Channels", "create table Blogs", "insert Channels Football/'' Owner='Kim' Valid=true",
			"insert Blogs Chess/Oct-28 Title='Endgames'",
			"insert Blogs Football/Oct-27 Title='Kick-off'", "insert Blogs Football/Oct-28 Title='Cup'",
			"insert Blogs Football/Oct-29 Title='Final'"},
		Ways: []Way{
			{"Marks first, deletes the channel last", "While the channel is there, a later try finds its blogs. Each deletion that finds nothing " +
				"counts as done.",
				[]workStep{{Title: "Mark the channel as invalid", line: "merge Channels Football/'' Valid=false if *", absent: atEnd}, readBlogs,
					deleteBlogs, deleteChannel}},
			{"Deletes the channel first", "A later try finds no channel and believes that all is done. The blogs that are left belong to nobody.",
				[]workStep{{Title: "Delete the channel", line: "delete Channels Football/'' if *", absent: atEnd}, readBlogs, deleteBlogs}},
		}},
	{ID: "photo", Title: "A large value in a blob", About: "A photo of 2 MiB is too large for an entity. It goes into a blob, and the " +
		"entity " +
		"holds the name of the blob.",
		message: "photo of Sales/000456", judge: judgePhoto,
		setup: []string{"create table Employees", "insert Employees Sales/000456 Name='Jones'", "blob create photos"},
		Ways: []Way{
			{"Blob first, under a fixed name", "Whoever finds the name in the entity finds the blob too. A second try writes over the same blob.",
				[]workStep{putPhoto, namePhoto}},
			{"Entity first", "For a while the entity names a blob that is not there.",
				[]workStep{namePhoto, putPhoto}},
			{"A new name in each try", "A try that ends early leaves a blob behind that no entity names. Nobody deletes it, and it is paid for.",
				[]workStep{{Title: "Put the photo under a name of this try", line: "blob put photos/000456-try#.jpg 'a picture of 2 MiB'"},
					{Title: "Merge the name of the blob into the entity", line: "merge Employees Sales/000456 Photo='000456-try#.jpg' if *"}}},
		}},
	{ID: "index", Title: "An index in a blob", About: "A blob lists the employees whose last name is Jones. The entity is stored already, " +
		"and the worker brings the blob up to date.",
		message: "index Jones 000456", judge: judgeIndex,
		setup: []string{"create table Employees", "insert Employees Sales/000152 Name='Jones'", "insert Employees Sales/000456 Name='Jones'",
			"blob create index", "blob put index/Jones '000152'"},
		Ways: []Way{
			{"Looks before it adds", "The worker adds the employee only if the list does not have it, and only if the blob is still the one that " +
				"it read.",
				[]workStep{readIndex, {Title: "Add 000456 if it is missing", line: "blob put index/Jones '' if seen", uses: completed}}},
			{"Appends", "Appending twice lists the employee twice.",
				[]workStep{readIndex, {Title: "Append 000456", line: "blob put index/Jones '' if seen", uses: appended}}},
		}},
}
