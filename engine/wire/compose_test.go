package wire

import (
	"math"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// rich is an entity with every type and with keys that need care in a URL.
func rich() table.Entity {
	guid, _ := table.ParseGuid("0d391d16-97f1-4b9a-be68-4cc871f90001")
	return table.Entity{Key: table.Key{PartitionKey: "o'c é%20+&", RowKey: ""}, Properties: []table.Property{
		{Name: "B", Value: table.BinaryValue([]byte{0, 1, 255})}, {Name: "D", Value: table.DoubleValue(1)}, {Name: "G", Value: guid},
		{Name: "I", Value: table.Int32Value(-5)}, {Name: "L", Value: table.Int64Value(math.MinInt64)}, {Name: "N", Value: table.DoubleValue(math.Inf(-1))},
		{Name: "S", Value: table.StringValue("\"é\n😀")}, {Name: "T", Value: table.DateTimeValue(now0)}, {Name: "Y", Value: table.BooleanValue(true)},
	}}
}

// A composed request does what it was composed for.
func TestCompose(t *testing.T) {
	s := newStage(t).service
	now := now0
	serve := func(r Request, status int) Response {
		t.Helper()
		now++
		resp := s.Serve(r, now)
		if resp.Status != status || strings.Contains(string(resp.Body), "odata.error") != (status >= 400) {
			t.Fatalf("%s\ngives\n%s", r, resp)
		}
		return resp
	}
	stored := func(k table.Key) table.Entity {
		t.Helper()
		made, err := s.Tables.Table("New", now)
		if err != nil {
			t.Fatal(err)
		}
		e, err := made.Get(k)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	want := rich()
	if _, err := s.Tables.Create("New", now); err != nil {
		t.Fatal(err)
	}
	serve(s.ChangeRequest("New", table.Change{Action: table.ActionInsert, Entity: want}), 201)
	got := stored(want.Key)
	for i, p := range want.Properties {
		if len(got.Properties) != len(want.Properties) || got.Properties[i] != p {
			t.Fatalf("stored %v, want %v", got.Properties, want.Properties)
		}
	}
	one := func(a table.Action, name string, match table.ETag) table.Change {
		return table.Change{Action: a, Match: match, Entity: table.Entity{Key: want.Key, Properties: []table.Property{{Name: name, Value: table.Int32Value(1)}}}}
	}
	serve(s.ChangeRequest("New", one(table.ActionReplace, "X", got.ETag())), 204)
	serve(s.ChangeRequest("New", one(table.ActionReplace, "X", got.ETag())), 412)
	serve(s.ChangeRequest("New", one(table.ActionMerge, "Y", table.AnyETag)), 204)
	serve(s.ChangeRequest("New", one(table.ActionInsertOrMerge, "Z", "")), 204)
	if n := len(stored(want.Key).Properties); n != 3 {
		t.Errorf("there are %d properties, want X, Y and Z", n)
	}
	serve(s.ChangeRequest("New", one(table.ActionInsertOrReplace, "X", "")), 204)
	serve(s.ChangeRequest("New", one(table.ActionDelete, "", table.AnyETag)), 204)
	serve(s.ChangeRequest("New", one(table.ActionDelete, "", table.AnyETag)), 404)
}

// A request as text is what a client sends.
func TestRequestString(t *testing.T) {
	s := New("acct", table.NewAccount(), 1)
	e := table.Entity{Key: table.Key{PartitionKey: "p", RowKey: "r"}, Properties: []table.Property{{Name: "L", Value: table.Int64Value(5)}}}
	got := s.ChangeRequest("Tab", table.Change{Action: table.ActionInsertOrMerge, Entity: e}).String()
	want := "MERGE /Tab(PartitionKey='p',RowKey='r') HTTP/1.1\r\n" +
		"Host: acct.table.core.windows.net\r\nAccept: application/json;odata=minimalmetadata\r\nDataServiceVersion: 3.0\r\nx-ms-version: 2019-02-02\r\nContent-Type: application/json\r\n\r\n" +
		`{"PartitionKey":"p","RowKey":"r","L@odata.type":"Edm.Int64","L":"5"}`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := (Response{Status: 204, Reason: "No Content", Header: Header{{"ETag", "x"}}}).String(), "HTTP/1.1 204 No Content\r\nETag: x\r\n\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
