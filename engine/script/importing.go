package script

import (
	"strings"

	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// importRows reads a data set, makes a key of each row, and inserts the rows
// one by one in the order of the data.
func (r *run) importRows() {
	t, err := r.tables.Table(r.command.Table, r.now)
	if r.refused(err) {
		return
	}
	d, known := r.designs[strings.ToLower(r.command.Table)]
	if r.command.Templated {
		if d, known = r.templates(); !known {
			return
		}
	}
	if !known {
		r.mistake("The key templates are missing. Give them here or with: " + command.Design.Example() + ".")
		return
	}
	set, ok := r.rows()
	if !ok {
		return
	}
	partition, ok := r.bind(d.PartitionKey, set)
	if !ok {
		return
	}
	row, ok := r.bind(d.RowKey, set)
	if !ok {
		return
	}
	twin := ""
	if set.Len() > 0 {
		first, err := rowEntity(set, partition, row, 0)
		twin = r.twinOf(r.command.Table, first, err)
	}
	i := &Imported{Rows: set.Len()}
	for n := range set.Len() {
		i.take(n, insertRow(t, set, partition, row, n, r.now))
	}
	r.result.Import, r.result.Hint = i, i.hint(twin)
}

// rows reads the data of the command. A data set that only stopped early, or
// has bad rows, is good as far as it was read.
func (r *run) rows() (*dataset.Dataset, bool) {
	c := &r.command
	data, format := []byte(c.Text), dataset.CSV
	switch c.Format {
	case command.JSON:
		format = dataset.JSON
	case command.DataSet:
		var found bool
		if data, found = r.library[c.Text]; !found {
			r.mistake("There is no data set named " + c.Text + " here.")
			return nil, false
		}
		format = dataset.Sniff(c.Text, data)
	}
	reader, err := dataset.NewReader(c.Text, data, format)
	if err != nil {
		r.mistake(err.Error())
		return nil, false
	}
	for !reader.Step(1000) {
	}
	set := reader.Dataset()
	if set.Len() == 0 && reader.Err() != nil {
		r.mistake(reader.Err().Error())
		return nil, false
	}
	return set, true
}

// bind readies a template for the columns of a data set.
func (r *run) bind(template string, set *dataset.Dataset) (*keys.Bound, bool) {
	parsed, err := keys.Parse(template)
	var bound *keys.Bound
	if err == nil {
		bound, err = parsed.Bind(set.Columns)
	}
	if err != nil {
		r.mistake("The template " + command.Quote(template) + " does not fit the data. " + err.Error())
		return nil, false
	}
	return bound, true
}

// importedRow is a row as key templates see it.
type importedRow struct {
	set *dataset.Dataset
	row int
}

// Value returns the row's value in a column.
func (i importedRow) Value(col int) table.Value { return i.set.Value(i.row, col) }

// rowEntity returns a row as the entity that its templates make of it.
func rowEntity(set *dataset.Dataset, partition, row *keys.Bound, n int) (e table.Entity, err error) {
	var key table.Key
	if key.PartitionKey, err = partition.Key(importedRow{set, n}, n); err != nil {
		return e, err
	}
	if key.RowKey, err = row.Key(importedRow{set, n}, n); err != nil {
		return e, err
	}
	return set.Entity(n, key), nil
}

func insertRow(t *table.Table, set *dataset.Dataset, partition, row *keys.Bound, n int, now table.Ticks) error {
	e, err := rowEntity(set, partition, row, n)
	if err == nil {
		_, err = t.Insert(e, now)
	}
	return err
}

// take counts what became of row n.
func (i *Imported) take(n int, err error) {
	if err == nil {
		i.Inserted++
		return
	}
	i.Left++
	reason := LeftReason{Message: err.Error(), Row: n + 1, Count: 1}
	switch err := err.(type) {
	case *table.Error:
		reason.Code, reason.Message = err.Code, err.Message
	case *keys.RowError:
		reason.Message = err.Reason()
	}
	for j := range i.Reasons {
		if had := &i.Reasons[j]; had.Code == reason.Code && (reason.Code != "" || had.Message == reason.Message) {
			had.Count++
			return
		}
	}
	if len(i.Reasons) < maxReasons {
		i.Reasons = append(i.Reasons, reason)
	}
}

// maxReasons is how many reasons for rows that were left out are kept.
const maxReasons = 20
