package wire

import (
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire/encoding"
)

const atomHead = `<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<entry xmlns:d="http://schemas.microsoft.com/ado/2007/08/dataservices"` +
	` xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" xmlns="http://www.w3.org/2005/Atom">
  <title />
  <updated>`

const atomAuthor = `</updated>
  <author>
    <name />
  </author>
  <id />
  <content type="application/xml">
    <m:properties>
`

const atomTail = `    </m:properties>
  </content>
</entry>
`

// AtomEntry returns an entity as a client of 2009 sent it to be inserted: an
// entry of Atom whose properties carry their types, strings none. A null
// property is marked so, and an entity that was never stored has the Timestamp
// of the year 1. It is for showing: the service here speaks JSON only.
func AtomEntry(e table.Entity) string {
	to := []byte(atomHead)
	to = append(e.Timestamp.Append(to, ":"), atomAuthor...)
	to = appendAtomProperty(to, "PartitionKey", table.StringValue(e.PartitionKey))
	to = appendAtomProperty(to, "RowKey", table.StringValue(e.RowKey))
	to = appendAtomProperty(to, "Timestamp", table.DateTimeValue(e.Timestamp))
	for _, p := range e.Properties {
		to = appendAtomProperty(to, p.Name, p.Value)
	}
	return string(append(to, atomTail...))
}

func appendAtomProperty(to []byte, name string, v table.Value) []byte {
	to = append(append(to, "      <d:"...), name...)
	if v.IsNull() {
		return append(to, " m:null=\"true\" />\n"...)
	}
	if v.Type() != table.String {
		to = append(append(append(to, ` m:type="`...), v.Type().String()...), '"')
	}
	to = encoding.AppendXML(append(to, '>'), v.String())
	return append(append(append(to, "</d:"...), name...), ">\n"...)
}
