package wire

import (
	"fmt"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

var benchHeader = Header{
	{"Host", "127.0.0.1:10002"}, {"Accept", "application/json;odata=minimalmetadata"}, {"Content-Type", "application/json"},
	{"x-ms-version", "2019-02-02"}, {"User-Agent", "bench"}, {"DataServiceVersion", "3.0"},
}

func benchService(b *testing.B, entities int) *Service {
	s := New("acct", table.NewAccount(), 1)
	t, err := s.Tables.Create("Bench", now0)
	if err != nil {
		b.Fatal(err)
	}
	sorted := make([]table.Entity, entities)
	for i := range sorted {
		sorted[i] = table.Entity{Key: table.Key{PartitionKey: fmt.Sprintf("p%03d", i/1000), RowKey: fmt.Sprintf("%08d", i)}, Properties: []table.Property{
			{Name: "Name", Value: table.StringValue("a name of usual length")}, {Name: "Count", Value: table.Int32Value(int32(i))},
			{Name: "Total", Value: table.Int64Value(int64(i) * 1e9)}, {Name: "Rating", Value: table.DoubleValue(4.5)},
			{Name: "Created", Value: table.DateTimeValue(now0)}, {Name: "Active", Value: table.BooleanValue(true)},
		}}
	}
	if err := t.Load(sorted, now0); err != nil {
		b.Fatal(err)
	}
	return s
}

func bench(b *testing.B, s *Service, want int, request func(i int) Request) {
	b.ReportAllocs()
	bytes := 0
	for i := 0; b.Loop(); i++ {
		resp := s.Serve(request(i), now0+table.Ticks(i))
		if resp.Status != want {
			b.Fatalf("%d %s", resp.Status, resp.Body)
		}
		bytes = len(resp.Body)
	}
	b.SetBytes(int64(bytes))
}

func BenchmarkServe(b *testing.B) {
	b.Run("insert", func(b *testing.B) {
		bench(b, benchService(b, 0), 201, func(i int) Request {
			body := fmt.Appendf(nil, `{"PartitionKey":"p%d","RowKey":"%08d","Name":"a name of usual length","Count":5,"Total@odata.type":"Edm.Int64","Total":"5000000000","Rating":4.5,"Active":true}`, i%100, i)
			return Request{Method: "POST", URL: "/acct/Bench", Header: benchHeader, Body: body}
		})
	})
	b.Run("batch of 100 inserts", func(b *testing.B) {
		header := Header{{"Host", "127.0.0.1:10002"}, {"Content-Type", "multipart/mixed; boundary=b"}}
		bench(b, benchService(b, 0), 202, func(i int) Request {
			body := []byte("--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n")
			for n := range 100 {
				body = fmt.Appendf(body, "--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nPOST http://127.0.0.1:10002/acct/Bench HTTP/1.1\r\nAccept: application/json;odata=minimalmetadata\r\nContent-Type: application/json\r\nPrefer: return-no-content\r\n\r\n"+
					`{"PartitionKey":"p%d","RowKey":"%08d","Name":"a name of usual length","Count":5}`+"\r\n", i%100, i*100+n)
			}
			return Request{Method: "POST", URL: "/acct/$batch", Header: header, Body: append(body, "--c--\r\n--b--\r\n"...)}
		})
	})
	s := benchService(b, 100_000)
	b.Run("get", func(b *testing.B) {
		bench(b, s, 200, func(i int) Request {
			n := i * 7919 % 100_000
			return Request{Method: "GET", URL: fmt.Sprintf("/acct/Bench(PartitionKey='p%03d',RowKey='%08d')", n/1000, n), Header: benchHeader}
		})
	})
	b.Run("merge", func(b *testing.B) {
		header := append(benchHeader[:len(benchHeader):len(benchHeader)], Field{"If-Match", "*"})
		bench(b, s, 204, func(i int) Request {
			n := i * 7919 % 100_000
			return Request{Method: "MERGE", URL: fmt.Sprintf("/acct/Bench(PartitionKey='p%03d',RowKey='%08d')", n/1000, n), Header: header, Body: []byte(`{"Count":7}`)}
		})
	})
	for _, top := range []int{100, 1000} {
		b.Run(fmt.Sprintf("page of %d", top), func(b *testing.B) {
			url := fmt.Sprintf("/acct/Bench?$filter=PartitionKey%%20eq%%20'p050'&$top=%d", top)
			bench(b, s, 200, func(int) Request { return Request{Method: "GET", URL: url, Header: benchHeader} })
		})
	}
}
