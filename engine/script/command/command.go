package command

import (
	"slices"

	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
)

// Condition is what a write asks of the stored entity's version.
type Condition struct {
	Seen bool       // the ETag that the speaker has last read or written
	New  bool       // of a blob: there is none with its name
	Tag  table.ETag // unless Seen or New: a tag or AnyETag; "" where there is no condition
}

// Command is one step of a log, a value. Which fields a verb reads is told by
// its form in the package comment; the others are zero.
type Command struct {
	Client string // who does it; "" is the console, which has no network in between
	Verb   Verb

	Table      string // or the name of a queue, or of a container of blobs; of simulate "" for no table
	Key        table.Key
	Properties []table.Property
	If         Condition // of replace, merge, delete; the tag of track attach; of blobs
	Changes    []Command // of batch

	Query query.Request // of query, read and track load
	Habit client.Habit  // of read

	PartitionKey, RowKey string // templates of design and import
	Format               Format // of the data of import
	Text                 string // data of import, its name for DataSet; text of a message or blob; prefix; later filter of read

	MergeOption client.MergeOption // of track option
	Save        client.SaveOptions // of save
	Policy      client.Policy      // of policy
	Fault       client.FaultKind   // of fault

	Duration  table.Ticks // of advance, fault delayed, network travel, queue get
	Timeout   table.Ticks // of network
	Page      int         // of limits: entities of a page; of queue poison: attempts
	Examined  int         // of limits: entities read for a page
	Size      int         // of limits: bytes of a page's entities
	Name      string      // of a blob; the queue for poison messages
	Borders   []string    // of split
	Seed      uint64      // of simulate, whose preset is the Text
	Load      Load        // of simulate
	Templated bool        // of import: the templates are given
}

// Format is the form of the data of an import.
type Format uint8

// The formats of data.
const (
	DataSet Format = iota // a data set of the World's library, by name
	CSV                   // text with a header line
	JSON                  // an array of objects
)

// Equal reports whether two commands are the same: they print alike.
func (c Command) Equal(d Command) bool { return c.String() == d.String() }

// Copy returns a command that shares no slices with c.
func (c Command) Copy() Command {
	c.Properties = slices.Clone(c.Properties)
	c.Query.Select = slices.Clone(c.Query.Select)
	c.Borders = slices.Clone(c.Borders)
	c.Changes = slices.Clone(c.Changes)
	for i := range c.Changes {
		c.Changes[i] = c.Changes[i].Copy()
	}
	return c
}

// Weight returns how many bytes the values of a command have in memory.
func (c *Command) Weight() int {
	n := len(c.Text)
	for _, p := range c.Properties {
		n += len(p.Value.Bytes())
	}
	for i := range c.Changes {
		n += c.Changes[i].Weight()
	}
	return n
}
