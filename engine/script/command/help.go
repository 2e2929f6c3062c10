package command

import "strings"

// HelpLine says what one verb is for.
type HelpLine struct {
	Verb    Verb
	Example string
	Does    string // a sentence without its full stop
}

// HelpTopic reads a text that asks for help instead of being a command: help
// alone, a question mark, or help and what it is about, which is returned.
func HelpTopic(text string) (topic string, asked bool) {
	words := strings.Fields(strings.ToLower(text))
	if len(words) == 0 || words[0] != "help" && words[0] != "?" {
		return "", false
	}
	return strings.Join(words[1:], " "), true
}

// Help lists the verbs that a topic names by their first words, or all of them
// for "all". Without a topic, or with one that names none, it lists the
// families of verbs that commands nearby belong to.
func Help(topic string, nearby []Command) []HelpLine {
	var list []HelpLine
	for _, v := range Verbs() {
		if topic == "all" || topic != "" && strings.HasPrefix(v.String()+" ", topic+" ") {
			list = append(list, helpLine(v))
		}
	}
	if len(list) > 0 {
		return list
	}
	var known [len(families)]bool
	for _, c := range nearby {
		known[c.Verb.family()] = true
	}
	known[CreateTable.family()], known[Query.family()] = true, true
	for _, v := range Verbs() {
		if known[v.family()] {
			list = append(list, helpLine(v))
		}
	}
	return list
}

func helpLine(v Verb) HelpLine { return HelpLine{v, v.Example(), purposes[v]} }

// families holds the last verb of each family, in the order of the verbs.
var families = [...]Verb{Delete, Batch, Import, Save, Policy, Network, Split, QueuePoison, BlobDelete, Simulate}

// family returns the number of the verb's family. Those that read and write
// single entities and pages are one.
func (v Verb) family() int {
	for i, last := range families {
		if v <= last {
			return i
		}
	}
	return 0
}

// purposes says what each verb is for.
var purposes = [...]string{
	CreateTable:     "create a table",
	DropTable:       "delete a table with everything in it",
	Insert:          "store a new entity; refused if its key exists",
	Get:             "read one entity by its key",
	Query:           "read one page of the entities that match a filter",
	Next:            "read the page after the last one, from its continuation token",
	Read:            "read all pages in a loop",
	Replace:         "swap an entity for a new version; what you leave out is gone",
	Merge:           "change some properties of an entity and keep the others",
	InsertOrReplace: "insert, or replace if the key exists",
	InsertOrMerge:   "insert, or merge if the key exists",
	Delete:          "delete an entity",
	Batch:           "send several writes to one partition; all succeed or none does",
	Design:          "set the key templates of a table",
	Import:          "insert a data set, each row under the key that the templates make of it",
	TrackOption:     "choose what a client keeps when it reads an entity again",
	TrackAdd:        "track a new entity, to be inserted by save",
	TrackAttach:     "track an entity without reading it",
	TrackDetach:     "stop tracking an entity",
	TrackLoad:       "read a page and track its entities",
	TrackEdit:       "change the client's object only",
	TrackUpdate:     "mark an object as changed, to be sent by save",
	TrackDelete:     "mark an object as deleted, to be sent by save",
	TrackClear:      "stop tracking everything",
	Save:            "send the pending changes",
	Policy:          "set how a client retries",
	Fault:           "let the next attempt of a client fail",
	Network:         "set how long a request travels, and when a client gives up",
	Advance:         "move the clock",
	Limits:          "make pages shorter than the service does",
	Split:           "set the PartitionKeys at which the ranges of a table begin",
	QueueCreate:     "create a queue",
	QueueDrop:       "delete a queue",
	QueuePut:        "put a message into a queue",
	QueueGet:        "take a message and hide it from others for a while",
	QueuePeek:       "look at the messages without taking one",
	QueueDelete:     "delete the message you took last",
	QueuePoison:     "move messages that were taken too often",
	BlobCreate:      "create a container of blobs",
	BlobDrop:        "delete a container",
	BlobPut:         "store a blob",
	BlobGet:         "read a blob",
	BlobList:        "list the blobs of a container",
	BlobDelete:      "delete a blob",
	Simulate:        "run a load against the table's ranges and measure it",
}
