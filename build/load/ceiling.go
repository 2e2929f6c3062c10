package load

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
)

// stored is an entity as the ceiling knows it.
type stored struct {
	Metadata     string `json:"odata.metadata,omitempty"`
	ETag         string `json:"odata.etag"`
	PartitionKey string
	RowKey       string
	Timestamp    string
	Name, City   string
	Count        int
	Amount       float64
	Open         bool
	TotalType    string `json:"Total@odata.type"`
	Total        string
	SinceType    string `json:"Since@odata.type"`
	Since        string
	Note         string
}

// Ceiling serves, at a free port, a handler that reads the JSON of an entity
// and writes it, or writes one, or 100, without keeping anything or looking at
// who asks. Its line of output ends with the address.
func Ceiling(out io.Writer) error {
	var one stored
	if err := json.Unmarshal(entity(nil, []byte("p000"), []byte("000"), 1), &one); err != nil {
		return err
	}
	one.ETag, one.Timestamp = `W/"datetime'2020-07-24T14%3A34%3A59.60904Z'"`, "2020-07-24T14:34:59.60904Z"
	page := struct {
		Metadata string   `json:"odata.metadata"`
		Value    []stored `json:"value"`
	}{"http://127.0.0.1/$metadata#Load", make([]stored, pageSize)}
	for i := range page.Value {
		page.Value[i] = one
	}
	one.Metadata = "http://127.0.0.1/$metadata#Load/@Element"
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Tables at http://%s/devstoreaccount1\n", listener.Addr())
	return http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		answer := any(&one)
		switch {
		case r.Method == http.MethodPost:
			body, err := io.ReadAll(r.Body)
			var sent stored
			if err != nil || json.Unmarshal(body, &sent) != nil {
				w.WriteHeader(http.StatusBadRequest)
				return
			}
			sent.ETag, sent.Metadata, sent.Timestamp = one.ETag, one.Metadata, one.Timestamp
			answer = &sent
			w.WriteHeader(http.StatusCreated)
		case strings.HasSuffix(r.URL.Path, "()"):
			answer = &page
		}
		text, err := json.Marshal(answer)
		if err == nil {
			w.Write(text)
		}
	}))
}
