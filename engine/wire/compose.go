package wire

import (
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
