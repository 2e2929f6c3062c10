package load

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Job is one kind of request.
type Job struct {
	Name   string
	Status int    // of every answer
	Part   string // what the beginning of its body has, "" for anything
	Echoed bool   // the ceiling has an answer of this kind
	// request appends the request with a number to a buffer. Numbers differ,
	// so that inserts do not meet.
	request func(to []byte, t *target, number int) []byte
}

// How many entities are there to be read: partitions of a page each.
const (
	partitions = 100
	pageSize   = 100
)

// batchSize is how many inserts are in a batch, as many as may be.
const batchSize = 100

// Jobs are what is measured.
var Jobs = []Job{
	{Name: "insert", Status: 201, Echoed: true, request: func(to []byte, t *target, n int) []byte {
		return post(to, t, "/Load", jsonType, func(to []byte) []byte {
			return entity(to, digits([]byte{'n'}, n%1000, 1), digits(nil, n, 9), n)
		})
	}},
	{Name: "point get", Status: 200, Echoed: true, request: func(to []byte, t *target, n int) []byte {
		n = n * 7919 % (partitions * pageSize)
		to = digits(append(to, "GET /devstoreaccount1/Load(PartitionKey='p"...), n/pageSize, 3)
		to = append(digits(append(to, "',RowKey='"...), n%pageSize, 3), "')?"...)
		return ask(append(to, t.signature...), t)
	}},
	{Name: "page of 100", Status: 200, Echoed: true, request: func(to []byte, t *target, n int) []byte {
		to = append(append(to, "GET /devstoreaccount1/Load()?"...), t.signature...)
		to = digits(append(to, "&$top=100&$filter=PartitionKey%20eq%20'p"...), n*37%partitions, 3)
		return ask(append(to, '\''), t)
	}},
	{Name: "batch of 100", Status: 202, Part: "HTTP/1.1 204", request: func(to []byte, t *target, n int) []byte {
		return post(to, t, "/$batch", "multipart/mixed; boundary=batch_b", func(to []byte) []byte { return changeset(to, t, n) })
	}},
}

// digits appends a number with at least so many digits.
func digits(to []byte, n, least int) []byte {
	for power, i := 10, 1; i < least; power, i = power*10, i+1 {
		if n < power {
			to = append(to, '0')
		}
	}
	return strconv.AppendInt(to, int64(n), 10)
}

// entity appends a body of usual size: 8 properties, 300 bytes.
func entity(to, partition, row []byte, n int) []byte {
	to = append(append(to, `{"PartitionKey":"`...), partition...)
	to = append(append(to, `","RowKey":"`...), row...)
	to = digits(append(to, `","Name":"A customer with a name","City":"Amsterdam","Count":`...), n, 1)
	to = digits(append(to, `,"Amount":`...), n, 1)
	to = strconv.AppendInt(append(to, `.25,"Open":true,"Total":"`...), int64(n)<<33, 10)
	return append(to, `","Total@odata.type":"Edm.Int64","Since":"2020-01-02T03:04:05.678Z","Since@odata.type":"Edm.DateTime",`+
		`"Note":"some more text, so that it is not too short"}`...)
}

// changeset appends a batch of inserts into a partition of their own, which are
// answered without the entities. They have a table of their own, so that the other
// jobs find theirs as large with batches as without. Azurite knows a changeset by
// how the boundaries are named.
func changeset(to []byte, t *target, n int) []byte {
	to = append(to, "--batch_b\r\nContent-Type: multipart/mixed; boundary=changeset_c\r\n\r\n"...)
	partition := digits([]byte{'b'}, n, 9)
	for i := range batchSize {
		to = append(to, "--changeset_c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nPOST http://"...)
		to = append(append(to, t.address...), "/devstoreaccount1/Batches HTTP/1.1\r\nAccept: application/json;odata=minimalmetadata\r\n"+
			"Content-Type: application/json\r\nPrefer: return-no-content\r\n\r\n"...)
		to = append(entity(to, partition, digits(nil, i, 3), n), "\r\n"...)
	}
	return append(to, "--changeset_c--\r\n--batch_b--\r\n"...)
}

// ask appends the rest of a request without a body.
func ask(to []byte, t *target) []byte {
	to = append(append(to, " HTTP/1.1\r\nHost: "...), t.address...)
	return append(to, "\r\nAccept: application/json;odata=minimalmetadata\r\nx-ms-version: 2019-02-02\r\n\r\n"...)
}

const jsonType = "application/json"

// lengthDigits is room for the length of a body.
const lengthDigits = 7

// post appends a request with a body.
func post(to []byte, t *target, path, contentType string, body func(to []byte) []byte) []byte {
	to = append(append(append(append(to, "POST /devstoreaccount1"...), path...), '?'), t.signature...)
	return withBody(to, t, contentType, body)
}

// withBody appends the rest of a request, whose length is put before the body
// afterwards.
func withBody(to []byte, t *target, contentType string, body func(to []byte) []byte) []byte {
	to = append(append(to, " HTTP/1.1\r\nHost: "...), t.address...)
	to = append(to, "\r\nAccept: application/json;odata=minimalmetadata\r\nx-ms-version: 2019-02-02\r\nContent-Type: "...)
	to = append(append(to, contentType...), "\r\nContent-Length: 0000000\r\n\r\n"...)
	from := len(to)
	to = body(to)
	digits(to[:from-len("\r\n\r\n")-lengthDigits], len(to)-from, lengthDigits)
	return to
}

// signature gives access to the development account, whose key everybody
// knows, as the query of a URL (Create an account SAS, REST reference).
func signature() string {
	const key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
	raw, err := base64.StdEncoding.DecodeString(key)
	if err != nil {
		panic("load: a constant is not base64")
	}
	expiry := time.Now().Add(24 * time.Hour).UTC().Format("2006-01-02T15:04:05Z")
	mac := hmac.New(sha256.New, raw)
	mac.Write([]byte(strings.Join([]string{"devstoreaccount1", "rwdlacu", "t", "sco", "", expiry, "", "", "2019-02-02", ""}, "\n")))
	return url.Values{
		"sv": {"2019-02-02"}, "ss": {"t"}, "srt": {"sco"}, "sp": {"rwdlacu"}, "se": {expiry},
		"sig": {base64.StdEncoding.EncodeToString(mac.Sum(nil))},
	}.Encode()
}
