package wire

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire/encoding"
)

// composedVersion is the version of the service that composed requests name.
const composedVersion = "2019-02-02"

// compose returns a request to the account's own host as a client of today
// sends it, unsigned.
func (s *Service) compose(method, url string, body []byte) Request {
	r := Request{Method: method, URL: url, Secure: true, Body: body}
	r.Header = Header{
		{"Host", s.Name + ".table.core.windows.net"},
		{"Accept", "application/json;odata=minimalmetadata"},
		{"DataServiceVersion", "3.0"},
		{"x-ms-version", composedVersion},
	}
	if body != nil {
		r.Header.Add("Content-Type", "application/json")
	}
	return r
}

// CreateTableRequest returns the request that creates a table.
func (s *Service) CreateTableRequest(name string) Request {
	body := encoding.AppendString([]byte(`{"TableName":`), name)
	return s.compose("POST", "/Tables", append(body, '}'))
}

// DeleteTableRequest returns the request that deletes a table.
func (s *Service) DeleteTableRequest(name string) Request {
	return s.compose("DELETE", "/Tables('"+string(encoding.AppendKey(nil, name))+"')", nil)
}

// ListTablesRequest returns the request for the tables that match a filter;
// "" is all of them.
func (s *Service) ListTablesRequest(filter string) Request {
	var q queryText
	q.add("$filter", filter, filter != "")
	return s.compose("GET", "/Tables"+q.text, nil)
}

// GetRequest returns the point read of an entity.
func (s *Service) GetRequest(name string, k table.Key) Request {
	return s.compose("GET", entityPath(name, k), nil)
}

// QueryRequest returns the request for one page of a query.
func (s *Service) QueryRequest(name string, r query.Request) Request {
	var q queryText
	q.add("$filter", r.Filter, r.Filter != "")
	q.add("$select", strings.Join(r.Select, ","), len(r.Select) > 0)
	q.add("$top", strconv.Itoa(r.Top), r.Top >= 0)
	if t := r.Token; t != nil {
		q.add("NextPartitionKey", t.PartitionText(), true)
		row, ok := t.RowText()
		q.add("NextRowKey", row, ok)
	}
	return s.compose("GET", "/"+string(encoding.AppendKey(nil, name))+"()"+q.text, nil)
}

// ChangeRequest returns the request that makes one change to an entity.
func (s *Service) ChangeRequest(name string, c table.Change) Request {
	method, url := "PUT", entityPath(name, c.Entity.Key)
	switch c.Action {
	case table.ActionInsert:
		return s.compose("POST", "/"+string(encoding.AppendKey(nil, name)), entityText(c.Entity))
	case table.ActionMerge, table.ActionInsertOrMerge:
		method = "MERGE"
	case table.ActionDelete:
		r := s.compose("DELETE", url, nil)
		r.Header.Add("If-Match", string(c.Match))
		return r
	}
	r := s.compose(method, url, entityText(c.Entity))
	if c.Action == table.ActionReplace || c.Action == table.ActionMerge {
		r.Header.Add("If-Match", string(c.Match))
	}
	return r
}

// TransactionRequest returns the $batch that does a transaction. The names of
// its boundaries are always the same two.
func (s *Service) TransactionRequest(name string, x table.EntityGroupTransaction) Request {
	const outer, inner = "batch_1", "changeset_1"
	p := parts{}
	p.line("--", outer)
	p.line("Content-Type: multipart/mixed; boundary=", inner)
	p.line()
	for _, c := range x {
		p.line("--", inner)
		p.line("Content-Type: application/http")
		p.line("Content-Transfer-Encoding: binary")
		p.line()
		p.request(s.ChangeRequest(name, c), "https://"+s.Name+".table.core.windows.net")
	}
	p.line("--", inner, "--")
	p.line("--", outer, "--")
	r := s.compose("POST", "/$batch", p.body)
	r.Header.Set("Content-Type", "multipart/mixed; boundary="+outer)
	return r
}

// request appends a request as it stands inside a batch: with the whole URL,
// and without the fields that the batch itself has.
func (p *parts) request(r Request, origin string) {
	p.line(r.Method, " ", origin, r.URL, " HTTP/1.1")
	for _, f := range r.Header {
		if f.Name != "Host" && f.Name != "x-ms-version" {
			p.line(f.Name, ": ", f.Value)
		}
	}
	p.line()
	p.body = append(p.body, r.Body...)
	p.line()
}

func entityPath(name string, k table.Key) string {
	to := encoding.AppendKey([]byte{'/'}, name)
	return string(appendAddress(to, k.PartitionKey, k.RowKey))
}

// entityText is an entity as the body of a write: the keys, and the properties
// with the types that JSON does not tell.
func entityText(e table.Entity) []byte {
	w := encoder{level: minimalMetadata}
	to := encoding.AppendString(append(w.member([]byte{'{'}), `"PartitionKey":`...), e.PartitionKey)
	to = encoding.AppendString(append(w.member(to), `"RowKey":`...), e.RowKey)
	for _, p := range e.Properties {
		to = w.property(to, p.Name, p.Value)
	}
	return append(to, '}')
}

// queryText is the query of a URL that is put together.
type queryText struct{ text string }

// add appends a parameter if it is there.
func (q *queryText) add(name, value string, present bool) {
	if !present {
		return
	}
	separator := "&"
	if q.text == "" {
		separator = "?"
	}
	q.text += separator + name + "=" + string(encoding.AppendComponent(nil, value))
}
