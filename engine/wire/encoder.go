package wire

import (
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire/encoding"
)

// encoder writes the entities of one table as JSON, in one form. The order of
// members is the service's: metadata, keys, Timestamp, custom properties, an
// annotation directly before its property.
type encoder struct {
	level      level
	base       string // of the endpoint
	account    string
	table      string
	selected   bool   // there is a $select that names something
	selection  string // what follows $select= in the metadata URL
	projected  bool   // there is a $select at all
	partition  bool   // PartitionKey is shown
	row        bool
	timestamp  bool
	columns    []*table.Column // the custom properties in $select, in its order
	names      []string
	properties []table.Property // working space
	comma      bool             // a member was written
	stamp      []byte           // the text of stamped
	stamped    table.Ticks
}

// newEncoder returns an encoder that shows all properties.
func (c *call) newEncoder() *encoder {
	return &encoder{
		level: c.format.level, base: c.base, account: c.service.Name, table: c.op.Table,
		partition: true, row: true, timestamp: true, properties: c.service.properties[:0],
	}
}

// project restricts the encoder to the given names. text is $select as given,
// for the metadata URL; a blank one projects nothing.
func (e *encoder) project(names []string, text string) {
	e.projected, e.selection = true, text
	if len(names) == 0 {
		return
	}
	e.selected = true
	e.partition, e.row, e.timestamp = false, false, false
	for _, name := range names {
		switch name {
		case "PartitionKey":
			e.partition = true
		case "RowKey":
			e.row = true
		case "Timestamp":
			e.timestamp = true
		default:
			e.columns, e.names = append(e.columns, table.NewColumn(name)), append(e.names, name)
		}
	}
}

// single appends an entity as a whole answer.
func (e *encoder) single(to []byte, r table.Row) []byte {
	to = append(to, '{')
	e.comma = false
	if e.level > noMetadata {
		to = e.metadata(to, "/@Element")
		e.comma = true
	}
	return e.entity(to, r)
}

// list appends the entities of a page as a whole answer, up to the one with
// which it has as many bytes as it may have, and returns how many those are. No
// bound is 0 or less.
func (e *encoder) list(to []byte, rows []table.Row, most int) (body []byte, shown int) {
	began := len(to)
	to = append(to, '{')
	if e.level > noMetadata {
		to = append(e.metadata(to, ""), ',')
	}
	to = append(to, `"value":[`...)
	for i, r := range rows {
		if most > 0 && len(to)-began >= most && i > 0 {
			return append(to, "]}"...), i
		}
		if i > 0 {
			to = append(to, ',')
		}
		to = append(to, '{')
		e.comma = false
		to = e.entity(to, r)
	}
	return append(to, "]}"...), len(rows)
}

// metadata appends the member that says what an answer holds.
func (e *encoder) metadata(to []byte, element string) []byte {
	to = append(to, `"odata.metadata":"`...)
	to = encoding.AppendText(to, e.base)
	to = append(to, "/$metadata#"...)
	to = encoding.AppendText(to, e.table)
	to = append(to, element...)
	if e.projected {
		to = encoding.AppendText(append(to, "&$select="...), e.selection)
	}
	return append(to, '"')
}

// entity appends the members of an entity and the closing brace.
func (e *encoder) entity(to []byte, r table.Row) []byte {
	if e.level == fullMetadata {
		to = e.identity(to, r)
	}
	if e.level > noMetadata {
		to = e.etag(e.member(to), r)
	}
	if e.level == fullMetadata {
		to = append(e.member(to), `"odata.editLink":"`...)
		to = append(e.address(to, r), '"')
	}
	if e.partition {
		to = encoding.AppendString(append(e.member(to), `"PartitionKey":`...), r.PartitionKey())
	}
	if e.row {
		to = encoding.AppendString(append(e.member(to), `"RowKey":`...), r.RowKey())
	}
	if e.timestamp {
		to = e.time(to, r)
	}
	if e.selected {
		to = e.selectedOf(to, r)
	} else {
		e.properties = r.AppendProperties(e.properties[:0])
		for i := range e.properties {
			to = e.property(to, e.properties[i].Name, e.properties[i].Value)
		}
	}
	return append(to, '}')
}

// stampOf returns the text of a Timestamp. It is asked for twice per entity,
// and many entities of a page may have the same.
func (e *encoder) stampOf(t table.Ticks) []byte {
	if len(e.stamp) == 0 || e.stamped != t {
		e.stamp, e.stamped = t.Append(e.stamp[:0], ":"), t
	}
	return e.stamp
}

// etag appends the member with the version: the Timestamp, whose two colons
// are percent-encoded.
func (e *encoder) etag(to []byte, r table.Row) []byte {
	const hour, minute = len("2006-01-02T15"), len("2006-01-02T15:04")
	stamp := e.stampOf(r.Timestamp())
	to = append(to, `"odata.etag":"W/\"datetime'`...)
	to = append(append(to, stamp[:hour]...), "%3A"...)
	to = append(append(to, stamp[hour+1:minute]...), "%3A"...)
	return append(append(to, stamp[minute+1:]...), `'\""`...)
}

// member appends the comma that separates a member from the one before.
func (e *encoder) member(to []byte) []byte {
	if e.comma {
		return append(to, ',')
	}
	e.comma = true
	return to
}

func (e *encoder) identity(to []byte, r table.Row) []byte {
	to = append(e.member(to), `"odata.type":"`...)
	to = encoding.AppendText(to, e.account)
	to = encoding.AppendText(append(to, '.'), e.table)
	to = append(to, `","odata.id":"`...)
	to = append(encoding.AppendText(to, e.base), '/')
	return append(e.address(to, r), '"')
}

// address appends the URL of an entity relative to the endpoint.
func (e *encoder) address(to []byte, r table.Row) []byte {
	return appendAddress(encoding.AppendText(to, e.table), r.PartitionKey(), r.RowKey())
}

// appendAddress appends the predicate that names an entity.
func appendAddress(to []byte, partitionKey, rowKey string) []byte {
	to = encoding.AppendKey(append(to, "(PartitionKey='"...), partitionKey)
	to = encoding.AppendKey(append(to, "',RowKey='"...), rowKey)
	return append(to, "')"...)
}

func (e *encoder) time(to []byte, r table.Row) []byte {
	to = e.member(to)
	if e.level == fullMetadata {
		to = append(to, `"Timestamp@odata.type":"Edm.DateTime",`...)
	}
	to = append(to, `"Timestamp":"`...)
	return append(append(to, e.stampOf(r.Timestamp())...), '"')
}

// selectedOf appends the custom properties of $select. One that the entity
// lacks is null.
func (e *encoder) selectedOf(to []byte, r table.Row) []byte {
	for i, c := range e.columns {
		to = e.property(to, e.names[i], c.Of(r))
	}
	return to
}

func (e *encoder) property(to []byte, name string, v table.Value) []byte {
	if a := annotation(v, e.level); a != "" {
		to = append(e.member(to), '"')
		to = append(encoding.AppendText(to, name), `@odata.type":"`...)
		to = append(append(to, a...), '"')
	}
	to = append(e.member(to), '"')
	to = append(encoding.AppendText(to, name), `":`...)
	return encoding.AppendValue(to, v)
}

// appendTable appends the members of a table and the closing brace.
func (e *encoder) appendTable(to []byte, name string) []byte {
	if e.level == fullMetadata {
		to = append(e.member(to), `"odata.type":"`...)
		to = append(encoding.AppendText(to, e.account), `.Tables","odata.id":"`...)
		to = append(encoding.AppendText(to, e.base), `/Tables('`...)
		to = append(encoding.AppendText(to, name), `')","odata.editLink":"Tables('`...)
		to = append(encoding.AppendText(to, name), `')"`...)
	}
	to = encoding.AppendString(append(e.member(to), `"TableName":`...), name)
	return append(to, '}')
}
