package script

import (
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// maxSampled is how many entities of a table are looked at for names of
// properties and partitions.
const maxSampled = 500

// Complete returns what the word at the end of text may become: words of the
// language, and names of tables, partitions, properties, queues, containers,
// clients and data sets of the World as it is. They are in the order in which
// the language lists them, names in alphabetical order.
func (w *World) Complete(text string) []command.Completion {
	s := w.state
	return command.Complete(text, command.Names{
		Tables: s.tableNames, Queues: s.queueNames, Containers: s.containerNames, Clients: s.clientNames, DataSets: s.library.names,
		Partitions: s.partitions, Properties: s.properties,
	})
}

func (s *state) tableNames() []string {
	var list []string
	for _, t := range s.tables.Tables() {
		list = append(list, command.Name(t.Name()))
	}
	return list
}

func (s *state) queueNames() []string {
	var list []string
	for _, q := range s.queues.Queues() {
		list = append(list, q.Name())
	}
	return list
}

func (s *state) containerNames() []string {
	var list []string
	for _, c := range s.blobs.Containers() {
		list = append(list, c.Name())
	}
	return list
}

func (s *state) clientNames() []string {
	var list []string
	for _, n := range words.SortedKeys(s.speakers) {
		if n != "" {
			list = append(list, n)
		}
	}
	return list
}

// partitions returns the first PartitionKeys of a table.
func (s *state) partitions(of string) []string {
	var list []string
	if t, err := s.tables.Table(of, s.now); err == nil {
		t.Snapshot().Partitions("", func(key string, _ int) bool {
			list = append(list, command.Name(key))
			return len(list) < command.MaxCompletions
		})
	}
	return list
}

// properties returns the names of the custom properties in the first entities
// of a table.
func (s *state) properties(of string) []string {
	found := map[string]bool{}
	if t, err := s.tables.Table(of, s.now); err == nil {
		left := maxSampled
		t.Snapshot().Scan(table.Key{}, func(rows []table.Row) bool {
			for _, r := range rows {
				for _, p := range r.Entity().Properties {
					found[command.Name(p.Name)] = true
				}
			}
			left -= len(rows)
			return left > 0
		})
	}
	return words.SortedKeys(found)
}
