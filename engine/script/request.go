package script

import (
	"encoding/base64"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// The multipart boundaries of a batch. They need to differ from its text only.
const (
	batchBoundary  = "batch_keyrange"
	changeBoundary = "changeset_keyrange"
)

// requestOf returns a call as the HTTP request that a client of the service
// sends at the given time, without a signature.
func requestOf(call client.Call, sent table.Ticks) wire.Request {
	r := wire.Request{Method: methods[call.Verb], URL: address(call), Secure: true}
	r.Header.Add("x-ms-version", "2019-02-02")
	r.Header.Add("x-ms-date", sent.Time().Format("Mon, 02 Jan 2006 15:04:05 GMT"))
	if call.Verb == client.Batch {
		r.Header.Add("Content-Type", "multipart/mixed; boundary="+batchBoundary)
		r.Body = changeset(call)
		return r
	}
	r.Header, r.Body = payload(r.Header, call)
	return r
}

var methods = map[client.Verb]string{
	client.CreateTable: "POST", client.DeleteTable: "DELETE", client.Get: "GET", client.Query: "GET", client.Insert: "POST",
	client.Replace: "PUT", client.Merge: "MERGE", client.InsertOrReplace: "PUT", client.InsertOrMerge: "MERGE", client.Delete: "DELETE",
	client.Batch: "POST",
}

// payload appends the fields of a call that is not a batch, and returns its
// body.
func payload(h wire.Header, call client.Call) (wire.Header, []byte) {
	h.Add("Accept", "application/json;odata=minimalmetadata")
	switch call.Verb {
	case client.Replace, client.Merge, client.Delete:
		h.Add("If-Match", string(call.Match))
	}
	switch call.Verb {
	case client.DeleteTable, client.Get, client.Query, client.Delete:
		return h, nil
	case client.CreateTable:
		h.Add("Content-Type", "application/json")
		return h, append(appendJSON([]byte(`{"TableName":`), call.Table), '}')
	}
	h.Add("Content-Type", "application/json")
	return h, entityBody(call)
}

// address returns the path and query of a call.
func address(call client.Call) string {
	name := escape(call.Table, pathSafe)
	switch call.Verb {
	case client.CreateTable:
		return "/Tables"
	case client.DeleteTable:
		return "/Tables('" + name + "')"
	case client.Batch:
		return "/$batch"
	case client.Insert:
		return "/" + name
	case client.Query:
		return "/" + name + "()" + options(call.Query)
	}
	k := call.Entity.Key
	return "/" + name + "(PartitionKey=" + literal(k.PartitionKey) + ",RowKey=" + literal(k.RowKey) + ")"
}

func literal(s string) string {
	return "'" + escape(strings.ReplaceAll(s, "'", "''"), pathSafe) + "'"
}

// options returns the query parameters of a query.
func options(r query.Request) string {
	var list []string
	add := func(name, value string) { list = append(list, name+"="+escape(value, querySafe)) }
	if r.Filter != "" {
		add("$filter", r.Filter)
	}
	if len(r.Select) > 0 {
		add("$select", strings.Join(r.Select, ","))
	}
	if r.Top >= 0 {
		add("$top", strconv.Itoa(r.Top))
	}
	if t := r.Token; t != nil {
		add("NextPartitionKey", t.PartitionText())
		if row, ok := t.RowText(); ok {
			add("NextRowKey", row)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "?" + strings.Join(list, "&")
}

// What a URL may hold as it is beside letters and digits, in a quoted key and
// in the value of a parameter.
const (
	pathSafe  = "-._~'"
	querySafe = "-._~'(),!*"
)

func escape(s, safe string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if l := c | 0x20; 'a' <= l && l <= 'z' || '0' <= c && c <= '9' || strings.IndexByte(safe, c) >= 0 {
			b.WriteByte(c)
			continue
		}
		b.WriteString(string([]byte{'%', digits[c>>4], digits[c&15]}))
	}
	return b.String()
}

// changeset returns the body of a batch (Performing entity group transactions,
// REST reference).
func changeset(call client.Call) []byte {
	var b strings.Builder
	line := func(s string) { b.WriteString(s + "\r\n") }
	line("--" + batchBoundary)
	line("Content-Type: multipart/mixed; boundary=" + changeBoundary)
	line("")
	for _, c := range call.Changes {
		line("--" + changeBoundary)
		line("Content-Type: application/http")
		line("Content-Transfer-Encoding: binary")
		line("")
		line(methods[c.Verb] + " https://" + accountName + ".table.core.windows.net" + address(c) + " HTTP/1.1")
		header, body := payload(nil, c)
		for _, f := range header {
			line(f.Name + ": " + f.Value)
		}
		line("")
		line(string(body))
	}
	line("--" + changeBoundary + "--")
	line("--" + batchBoundary + "--")
	return []byte(b.String())
}

// entityBody returns an entity in JSON, with the types that JSON cannot tell.
func entityBody(call client.Call) []byte {
	to := []byte{'{'}
	if call.Verb == client.Insert {
		to = append(appendJSON(append(to, `"PartitionKey":`...), call.Entity.PartitionKey), ',')
		to = append(appendJSON(append(to, `"RowKey":`...), call.Entity.RowKey), ',')
	}
	for _, p := range call.Entity.Properties {
		if annotated(p.Value) {
			to = append(appendJSON(to, p.Name+"@odata.type"), ':')
			to = append(appendJSON(to, p.Value.Type().String()), ',')
		}
		to = append(appendJSON(to, p.Name), ':')
		to = append(appendValue(to, p.Value), ',')
	}
	if to[len(to)-1] == ',' {
		to = to[:len(to)-1]
	}
	return append(to, '}')
}

func annotated(v table.Value) bool {
	switch v.Type() {
	case table.Binary, table.DateTime, table.Guid, table.Int64:
		return true
	case table.Double:
		return math.IsNaN(v.Float()) || math.IsInf(v.Float(), 0)
	}
	return false
}

func appendValue(to []byte, v table.Value) []byte {
	switch {
	case v.IsNull():
		return append(to, "null"...)
	case v.Type() == table.Binary:
		return appendJSON(to, base64.StdEncoding.EncodeToString([]byte(v.Bytes())))
	case v.Type() == table.String || annotated(v):
		return appendJSON(to, v.String())
	}
	return append(to, v.String()...)
}

// appendJSON appends a text in quotes, what is not UTF-8 as U+FFFD.
func appendJSON(to []byte, s string) []byte {
	const digits = "0123456789abcdef"
	to = append(to, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			to = append(to, '\\', byte(r))
		case r < ' ':
			to = append(to, '\\', 'u', '0', '0', digits[r>>4], digits[r&15])
		default:
			to = utf8.AppendRune(to, r)
		}
	}
	return append(to, '"')
}
