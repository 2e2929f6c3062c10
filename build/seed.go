package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/keyrange/keyrange/build/endpoint"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/text"
)

// seedRows are rows of a file that go into a table from the start.
type seedRows struct {
	table          string
	data           *dataset.Dataset
	partition, row *keys.Bound
	unkeyed        int // rows without a key
}

// rows reads the file that the flags name, nil when there is none.
func (s *tableSetting) rows() (*seedRows, error) {
	if s.seed == "" {
		return nil, nil
	}
	data, err := readRows(s.seed)
	if err != nil {
		return nil, err
	}
	r := &seedRows{table: s.table, data: data}
	if r.table == "" {
		r.table = tableName(s.seed)
	}
	partition, row, ok := splitKeys(s.keys)
	if !ok {
		return nil, errors.New("-keys needs a slash between the templates of PartitionKey and RowKey, as '{City}/{OrderId:06}'")
	}
	if r.partition, err = bind(partition, data); err != nil {
		return nil, fmt.Errorf("the PartitionKey in -keys: %w", err)
	}
	if r.row, err = bind(row, data); err != nil {
		return nil, fmt.Errorf("the RowKey in -keys: %w", err)
	}
	return r, nil
}

func bind(template string, data *dataset.Dataset) (*keys.Bound, error) {
	t, err := keys.Parse(template)
	if err != nil {
		return nil, err
	}
	return t.Bind(data.Columns)
}

// splitKeys cuts two templates at the first slash that is in no placeholder, where
// it would divide. No key can hold a slash.
func splitKeys(templates string) (partition, row string, ok bool) {
	depth := 0
	for i, c := range templates {
		switch {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == '/' && depth == 0:
			return templates[:i], templates[i+1:], true
		}
	}
	return "", "", false
}

// tableName makes the name of a table of that of a file: its letters and digits.
func tableName(file string) string {
	base := filepath.Base(file)
	base = strings.TrimSuffix(base, filepath.Ext(base))
	name := strings.Map(func(r rune) rune {
		if 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, base)
	name = strings.TrimLeft(name, "0123456789")
	if len(name) < 3 {
		return "Rows"
	}
	return name[:min(len(name), 63)]
}

func readRows(name string) (*dataset.Dataset, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	reader, err := dataset.NewReader(name, content, dataset.Sniff(name, content))
	if err != nil {
		return nil, err
	}
	for !reader.Step(10_000) {
	}
	return reader.Dataset(), reader.Err()
}

// fill puts the rows into their table. A table that is there, out of the log, stays
// as it is.
func (r *seedRows) fill(e *endpoint.Endpoint, out io.Writer) error {
	entities := make([]table.Entity, 0, r.data.Len())
	for n := range r.data.Len() {
		row := numberedRow{r.data, n}
		partition, failed := r.partition.Key(row, n)
		key, err := r.row.Key(row, n)
		if failed != nil || err != nil {
			r.unkeyed++
			continue
		}
		entities = append(entities, r.data.Entity(n, table.Key{PartitionKey: partition, RowKey: key}))
	}
	stored, err := e.Fill(r.table, entities)
	if err != nil {
		return fmt.Errorf("the rows of -seed: %w", err)
	}
	if stored < 0 {
		fmt.Fprintf(out, "%s is there already and stays as it is.\n", r.table)
		return nil
	}
	fmt.Fprintf(out, "%s holds %s of %s.", r.table, text.Count(stored, "entity", "entities"), text.Count(r.data.Len(), "row", "rows"))
	if repeated := len(entities) - stored; repeated > 0 {
		fmt.Fprintf(out, " Without %s whose key a later row has.", text.Count(repeated, "row", "rows"))
	}
	if r.unkeyed > 0 {
		fmt.Fprintf(out, " Without %s that the templates make no key of.", text.Count(r.unkeyed, "row", "rows"))
	}
	fmt.Fprintln(out)
	return nil
}

// numberedRow is a row as templates see it.
type numberedRow struct {
	data *dataset.Dataset
	at   int
}

func (r numberedRow) Value(col int) table.Value { return r.data.Value(r.at, col) }
