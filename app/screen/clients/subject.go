package clients

import (
	"strings"

	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/schedule"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/text"
)

// subject is the entity that both clients change, and the properties that a
// step can write.
type subject struct {
	table  string
	key    table.Key
	fields []field
}

// field is a property that a form can set: a text, or a whole number.
type field struct {
	name   string
	number bool
}

// sharedSubject is that of all stories.
var sharedSubject = subject{sharedTable, table.Key{PartitionKey: "Channel9", RowKey: "Oct-29"}, []field{{"Text", false}, {"Rating", true}}}

// in returns the entity as a World has it.
func (s *subject) in(w *script.World) (e table.Entity, ok bool) {
	t, err := w.Table(s.table)
	if err != nil {
		return table.Entity{}, false
	}
	e, err = t.Get(s.key)
	return e, err == nil
}

// written returns the text of a step in which @ stands for the table and the
// key, and # for a query of the partition.
func (s *subject) written(line string) string {
	key := text.Quote(s.key.PartitionKey)
	line = strings.Replace(line, "@", s.table+" "+key+"/"+text.Quote(s.key.RowKey), 1)
	return strings.Replace(line, "#", s.table+" where PartitionKey eq "+key, 1)
}

// field returns the property with a name, the first for any other.
func (s *subject) field(name string) field {
	for _, f := range s.fields {
		if f.name == name {
			return f
		}
	}
	return s.fields[0]
}

// fieldNames lists the properties for a form.
func (s *subject) fieldNames() [][2]string {
	list := make([][2]string, len(s.fields))
	for i, f := range s.fields {
		list[i] = [2]string{f.name, f.name}
	}
	return list
}

// learn takes the texts and whole numbers among the properties of the stored
// entity and of what the clients are about to write.
func (s *subject) learn(w *script.World, programs [2][]schedule.Turn) {
	e, _ := s.in(w)
	list := e.Properties
	for _, program := range programs {
		for _, t := range program {
			list = append(list[:len(list):len(list)], t.Command.Properties...)
		}
	}
	for _, p := range list {
		number := p.Value.Type() == table.Int32
		if (number || p.Value.Type() == table.String) && (len(s.fields) == 0 || s.field(p.Name).name != p.Name) {
			s.fields = append(s.fields, field{p.Name, number})
		}
	}
	if len(s.fields) == 0 {
		s.fields = sharedSubject.fields
	}
}
