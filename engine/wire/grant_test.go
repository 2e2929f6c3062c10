package wire

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// ranged returns a service with the entities a/1, a/2, b/1, b/2, c/1, c/2 and
// requests that may touch a/2 to b/1 only.
func ranged(t *testing.T, g Grant) *stage {
	s := newStage(t)
	tab, err := s.service.Tables.Create("Range", s.now)
	if err != nil {
		t.Fatal(err)
	}
	for _, pk := range []string{"a", "b", "c"} {
		for _, rk := range []string{"1", "2"} {
			if _, err := tab.Insert(table.Entity{Key: table.Key{PartitionKey: pk, RowKey: rk}}, s.now); err != nil {
				t.Fatal(err)
			}
		}
	}
	s.service.Authorize = func(_ Request, _ Operation) (Grant, *Refusal) { return g, nil }
	return s
}

// Access to a range of keys (Create a service SAS, REST reference): queries
// are silently restricted, a point read outside finds nothing, a write outside
// is refused.
func TestGrant(t *testing.T) {
	narrow := Grant{Low: table.Key{PartitionKey: "a", RowKey: "2"}, High: table.Key{PartitionKey: "b", RowKey: "1"}, Bounded: true}
	keys := func(body string) string {
		var found []string
		for _, piece := range strings.Split(body, `"PartitionKey":"`)[1:] {
			found = append(found, piece[:1]+piece[len(`a","RowKey":"`):][:1])
		}
		return strings.Join(found, " ")
	}
	for _, c := range []struct {
		name, query, want string
		grant             Grant
	}{
		{"both bounds", "", "a2 b1", narrow},
		{"a filter beyond the range", "?$filter=PartitionKey%20ge%20'b'", "b1", narrow},
		{"low only", "", "b2 c1 c2", Grant{Low: table.Key{PartitionKey: "b", RowKey: "2"}}},
		{"high partition", "", "a1 a2 b1 b2", Grant{High: table.Key{PartitionKey: "b"}, Bounded: true, Partition: true}},
		{"low beyond high", "", "", Grant{Low: table.Key{PartitionKey: "c"}, High: table.Key{PartitionKey: "b"}, Bounded: true, Partition: true}},
		{"everything", "", "a1 a2 b1 b2 c1 c2", Grant{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := ranged(t, c.grant)
			s.run("> GET /Range" + c.query)
			if got := keys(s.play.Answer().Body); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			last := s.play.Answer()
			if token := last.Get("x-ms-continuation-NextPartitionKey"); token != "" {
				t.Errorf("there is a token: %s", token)
			}
		})
	}
	t.Run("pages", func(t *testing.T) {
		s := ranged(t, narrow)
		s.run("> GET /Range?$top=1", "< x-ms-continuation-NextPartitionKey: 1!4!Yg--",
			"> GET /Range?$top=1&NextPartitionKey=1!4!Yg--&NextRowKey=1!4!MQ--", "< !x-ms-continuation-NextPartitionKey")
		if got := keys(s.play.Answer().Body); got != "b1" {
			t.Errorf("got %q, want b1", got)
		}
	})
	const refused = "! 403 AuthorizationFailure This request is not authorized to perform this operation."
	for _, c := range []struct {
		name  string
		lines []string
	}{
		{"point read inside", []string{"> GET /Range(PartitionKey='a',RowKey='2')", "< 200"}},
		{"point read outside", []string{"> GET /Range(PartitionKey='a',RowKey='1')", "! 404 ResourceNotFound The specified resource does not exist."}},
		{"insert inside", []string{"> POST /Range", `> | {"PartitionKey":"a","RowKey":"3"}`, "< 201"}},
		{"insert outside", []string{"> POST /Range", `> | {"PartitionKey":"a","RowKey":"0"}`, refused}},
		{"update outside", []string{"> PUT /Range(PartitionKey='c',RowKey='1')", "> If-Match: *", "> | {}", refused}},
		{"upsert outside", []string{"> MERGE /Range(PartitionKey='c',RowKey='1')", "> | {}", refused}},
		{"deletion outside", []string{"> DELETE /Range(PartitionKey='c',RowKey='1')", "> If-Match: *", refused}},
		{"in a batch", []string{"% POST /Range", `% | {"PartitionKey":"b","RowKey":"0"}`, "% POST /Range", `% | {"PartitionKey":"b","RowKey":"5"}`,
			"! part 403 AuthorizationFailure 1:This request is not authorized to perform this operation."}},
	} {
		t.Run(c.name, func(t *testing.T) { ranged(t, narrow).run(c.lines...) })
	}
}

// A refused request is not looked at any further than its URL: the refusal
// comes before errors of syntax, of the verb and of the body.
func TestAuthorizeFirst(t *testing.T) {
	for _, lines := range [][]string{
		{"> GET /Tab(PartitionKey='a"},
		{"> HEAD /Tab"},
		{"> POST /Tab", "> | {"},
		{"> GET /Absent"},
		{"> POST /$batch", "> | x"},
	} {
		s := newStage(t)
		s.service.Authorize = func(_ Request, op Operation) (Grant, *Refusal) {
			return Grant{}, Refuse(AuthenticationFailed, "no")
		}
		s.run(append(lines, "! 403 AuthenticationFailed no")...)
	}
}

// The operations of a batch are authorised one by one, by the request around
// them.
func TestAuthorizeInner(t *testing.T) {
	s := newStage(t)
	var kinds []Kind
	s.service.Authorize = func(req Request, op Operation) (Grant, *Refusal) {
		if req.Header.Get("Authorization") != "outer" {
			t.Errorf("operation %d is authorised by another request", op.Kind)
		}
		if op.Inner != (len(kinds) > 0) {
			t.Errorf("operation %d: Inner is %v", op.Kind, op.Inner)
		}
		kinds = append(kinds, op.Kind)
		return Grant{}, nil
	}
	s.run("> POST /$batch", "> Authorization: outer", "> Content-Type: multipart/mixed; boundary=b",
		"> | --b", "> | Content-Type: multipart/mixed; boundary=c", "> |",
		"> | --c", "> | Content-Type: application/http", "> |", "> | PUT /Tab(PartitionKey='p',RowKey='1') HTTP/1.1", "> |", "> | {}",
		"> | --c", "> | Content-Type: application/http", "> |", "> | DELETE /Tab(PartitionKey='p',RowKey='r') HTTP/1.1", "> | If-Match: *", "> |",
		"> | --c--", "> | --b--", "< 202", "^ odata.error")
	want := []Kind{EntityGroupTransaction, InsertOrReplaceEntity, DeleteEntity}
	if len(kinds) != 3 || kinds[0] != want[0] || kinds[1] != want[1] || kinds[2] != want[2] {
		t.Errorf("authorised %v, want %v", kinds, want)
	}
}
