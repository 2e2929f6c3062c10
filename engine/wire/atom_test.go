package wire

import (
	"encoding/xml"
	"math"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// An entry as a client of 2009 sent it: strings carry no type, a null property
// is marked, and the Timestamp of an entity that was never stored is that of
// the year 1.
func TestAtomEntry(t *testing.T) {
	e := table.Entity{Key: table.Key{PartitionKey: "Action", RowKey: "Cop Out"}, Properties: []table.Property{
		{Name: "Favorite", Value: table.BooleanValue(false)},
		{Name: "Rating", Value: table.DoubleValue(4.5)},
		{Name: "ReleaseYear", Value: table.Int32Value(2010)},
		{Name: "Language", Value: table.Value{}},
		{Name: "Plot", Value: table.StringValue("A < B & \"C\"")},
	}}
	want := `<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<entry xmlns:d="http://schemas.microsoft.com/ado/2007/08/dataservices" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" xmlns="http://www.w3.org/2005/Atom">
  <title />
  <updated>0001-01-01T00:00:00Z</updated>
  <author>
    <name />
  </author>
  <id />
  <content type="application/xml">
    <m:properties>
      <d:PartitionKey>Action</d:PartitionKey>
      <d:RowKey>Cop Out</d:RowKey>
      <d:Timestamp m:type="Edm.DateTime">0001-01-01T00:00:00Z</d:Timestamp>
      <d:Favorite m:type="Edm.Boolean">false</d:Favorite>
      <d:Rating m:type="Edm.Double">4.5</d:Rating>
      <d:ReleaseYear m:type="Edm.Int32">2010</d:ReleaseYear>
      <d:Language m:null="true" />
      <d:Plot>A &lt; B &amp; &quot;C&quot;</d:Plot>
    </m:properties>
  </content>
</entry>
`
	if got := AtomEntry(e); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Whatever an entity holds, the entry can be read as XML.
func TestAtomEntryIsXML(t *testing.T) {
	e := table.Entity{Key: table.Key{PartitionKey: "\x00\x1f]]>", RowKey: "\uFFFE\xff"}, Properties: []table.Property{
		{Name: "N", Value: table.DoubleValue(math.NaN())},
		{Name: "B", Value: table.BinaryValue([]byte{0, 255})},
	}}
	if err := xml.Unmarshal([]byte(AtomEntry(e)), new(struct{})); err != nil {
		t.Error(err)
	}
}
