package load

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// Job is one kind of request.
type Job struct {
	Name   string
	Status int // of every answer
	// request appends the request with a number to a buffer. Numbers differ,
	// so that inserts do not meet.
	request func(to []byte, t *target, number int) []byte
}

// How many entities are there to be read: partitions of a page each.
const (
	partitions = 100
	pageSize   = 100
)

// Jobs are what is measured.
var Jobs = []Job{
	{"insert", 201, func(to []byte, t *target, n int) []byte {
		return post(to, t, "/Load", entity(fmt.Sprintf("n%d", n%1000), fmt.Sprintf("%09d", n), n))
	}},
	{"point get", 200, func(to []byte, t *target, n int) []byte {
		n = n * 7919 % (partitions * pageSize)
		return get(to, t, fmt.Sprintf("/Load(PartitionKey='p%03d',RowKey='%03d')", n/pageSize, n%pageSize), "")
	}},
	{"page of 100", 200, func(to []byte, t *target, n int) []byte {
		return get(to, t, "/Load()", "&$top=100&$filter="+url.PathEscape(fmt.Sprintf("PartitionKey eq 'p%03d'", n*37%partitions)))
	}},
}

// entity is a body of usual size: 8 properties, 300 bytes.
func entity(partition, row string, n int) string {
	return fmt.Sprintf(`{"PartitionKey":"%s","RowKey":"%s","Name":"A customer with a name","City":"Amsterdam","Count":%d,"Amount":%d.25,`+
		`"Open":true,"Total":"%d","Total@odata.type":"Edm.Int64","Since":"2020-01-02T03:04:05.678Z","Since@odata.type":"Edm.DateTime",`+
		`"Note":"some more text, so that it is not too short"}`,
		partition, row, n, n, int64(n)<<33)
}

func get(to []byte, t *target, path, query string) []byte {
	to = append(to, "GET /devstoreaccount1"...)
	to = append(append(append(append(to, path...), '?'), t.signature...), query...)
	return append(append(append(to, " HTTP/1.1\r\nHost: "...), t.address...),
		"\r\nAccept: application/json;odata=minimalmetadata\r\nx-ms-version: 2019-02-02\r\n\r\n"...)
}

func post(to []byte, t *target, path, body string) []byte {
	to = append(to, "POST /devstoreaccount1"...)
	to = append(append(append(to, path...), '?'), t.signature...)
	to = append(append(to, " HTTP/1.1\r\nHost: "...), t.address...)
	to = append(to, "\r\nAccept: application/json;odata=minimalmetadata\r\nContent-Type: application/json\r\nx-ms-version: 2019-02-02\r\n"...)
	return fmt.Appendf(to, "Content-Length: %d\r\n\r\n%s", len(body), body)
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
