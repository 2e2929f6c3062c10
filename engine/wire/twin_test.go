package wire

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/keyrange/keyrange/engine/table"
)

// twinKey and twinEntity are what the naive twin knows of an entity: raw JSON
// by name, as nometadata shows it, and the version.
type twinKey struct{ pk, rk string }

type twinEntity struct {
	values map[string]string
	etag   string
}

// twin is the service as plainly as it can be said, on one table: a map. It
// speaks JSON by the standard library.
type twin struct {
	t        *testing.T
	r        *rand.Rand
	service  *Service
	now      table.Ticks
	entities map[twinKey]twinEntity
	stale    string
}

// fragments are properties in a request, and what nometadata shows of them.
var fragments = []struct{ name, in, out string }{
	{"N", `"N":5`, `5`}, {"N", `"N":-7`, `-7`}, {"N", `"N":"5"`, `"5"`}, {"N", `"N":""`, `""`},
	{"S", `"S":"é\n\ud83d\ude00"`, `"\u00e9\n\ud83d\ude00"`}, {"S", `"S":null`, ``},
	{"L", `"L@odata.type":"Edm.Int64","L":"9223372036854775807"`, `"9223372036854775807"`},
	{"D", `"D":1e3`, `1000.0`}, {"D", `"D":0.1`, `0.1`}, {"B", `"B":true`, `true`},
	{"T", `"T":"2020-01-01T00:00:00.5000000Z","T@odata.type":"Edm.DateTime"`, `"2020-01-01T00:00:00.5Z"`},
	{"ä", `"ä":1`, `1`}, {"Timestamp", `"Timestamp":"x"`, ``},
}

var twinTexts = []string{"", "a", "A", "a'b", "ab", "é", "\uE000", "😀", "%20", "a+b", " ", "\"", "(x)", "1,2"}

func (w *twin) key() twinKey {
	return twinKey{twinTexts[w.r.IntN(len(twinTexts))], twinTexts[w.r.IntN(len(twinTexts))]}
}

// properties returns the members of a random body and what they mean.
func (w *twin) properties() (in []string, out map[string]string) {
	out = map[string]string{}
	for _, i := range w.r.Perm(len(fragments))[:w.r.IntN(5)] {
		f := fragments[i]
		if _, ok := out[f.name]; ok || f.out == "" && slices.ContainsFunc(in, func(s string) bool { return strings.Contains(s, `"`+f.name+`"`) }) {
			continue
		}
		if slices.ContainsFunc(in, func(s string) bool {
			return strings.HasPrefix(s, `"`+f.name+`"`) || strings.HasPrefix(s, `"`+f.name+`@`)
		}) {
			continue
		}
		in = append(in, f.in)
		if f.out != "" {
			out[f.name] = f.out
		}
	}
	return in, out
}

func entityURL(k twinKey) string {
	part := func(s string) string { return url.PathEscape(strings.ReplaceAll(s, "'", "''")) }
	return "/Twin(PartitionKey='" + part(k.pk) + "',RowKey='" + part(k.rk) + "')"
}

// twinWrite is one random write, as a request and as what it does.
type twinWrite struct {
	method, url, body string
	header            Header
	key               twinKey
	status            int    // of a single request that succeeds
	code              string // "" when it succeeds
	after             *twinEntity
}

// write makes a random write and says what it must do to what is there.
func (w *twin) write(entities map[twinKey]twinEntity, k twinKey) twinWrite {
	in, values := w.properties()
	old, exists := entities[k]
	x := twinWrite{key: k, url: entityURL(k), status: 204, header: Header{{"Accept", "application/json;odata=nometadata"}}}
	x.method = []string{"POST", "PUT", "MERGE", "PATCH", "DELETE"}[w.r.IntN(5)]
	x.after = &twinEntity{values: values}
	if x.method == "POST" {
		x.url, x.status = "/Twin", 201
		pk, _ := json.Marshal(k.pk)
		rk, _ := json.Marshal(k.rk)
		in = append([]string{`"PartitionKey":` + string(pk), `"RowKey":` + string(rk)}, in...)
		if w.r.IntN(2) == 0 {
			x.status = 204
			x.header.Add("Prefer", "return-no-content")
		}
		if exists {
			x.code = "EntityAlreadyExists"
		}
	} else {
		x.code = w.condition(&x, old, exists)
	}
	if x.method == "MERGE" || x.method == "PATCH" {
		merged := maps.Clone(old.values)
		if merged == nil {
			merged = map[string]string{}
		}
		maps.Copy(merged, values)
		x.after.values = merged
	}
	x.body = "{" + strings.Join(in, ",") + "}"
	if x.method == "DELETE" {
		x.after, x.body = nil, ""
	}
	return x
}

// condition adds a random If-Match and says what comes of it.
func (w *twin) condition(x *twinWrite, old twinEntity, exists bool) string {
	match := []string{"", "*", old.etag, w.stale}[w.r.IntN(4)]
	if match == "" {
		if x.method == "DELETE" {
			return "MissingRequiredHeader"
		}
		return ""
	}
	x.header.Add("If-Match", match)
	switch {
	case !exists:
		return "ResourceNotFound"
	case match != "*" && match != old.etag:
		return "UpdateConditionNotSatisfied"
	}
	return ""
}

func (w *twin) serve(r Request) Response {
	r.Header = append(r.Header, Field{"Host", "acct.table.core.windows.net"})
	return w.service.Serve(r, w.now)
}

func (w *twin) single() {
	x := w.write(w.entities, w.key())
	resp := w.serve(Request{Method: x.method, URL: x.url, Header: x.header, Body: []byte(x.body)})
	if x.code != "" {
		if !strings.Contains(string(resp.Body), `"code":"`+x.code+`"`) {
			w.t.Fatalf("%s %s %s %v: %d %s, want %s", x.method, x.url, x.body, x.header, resp.Status, resp.Body, x.code)
		}
		return
	}
	if resp.Status != x.status {
		w.t.Fatalf("%s %s %s: %d %s, want %d", x.method, x.url, x.body, resp.Status, resp.Body, x.status)
	}
	w.keep(x, resp.Header.Get("ETag"))
	if resp.Status == 201 {
		w.same(x.key, resp.Body)
	}
}

// keep notes a write that succeeded.
func (w *twin) keep(x twinWrite, etag string) {
	old := w.entities[x.key]
	if old.etag != "" {
		w.stale = old.etag
	}
	if x.after == nil {
		delete(w.entities, x.key)
		return
	}
	if etag == "" || etag == old.etag {
		w.t.Fatalf("%s %s: the ETag is %q, before it was %q", x.method, x.url, etag, old.etag)
	}
	w.entities[x.key] = twinEntity{x.after.values, etag}
}

// batch does several writes in one partition, each on an entity of its own.
func (w *twin) batch() {
	var writes []twinWrite
	body := "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n"
	pk, failing, early := w.key().pk, -1, -1
	for i, j := range w.r.Perm(len(twinTexts))[:1+w.r.IntN(4)] {
		x := w.write(w.entities, twinKey{pk, twinTexts[j]})
		writes = append(writes, x)
		if x.code != "" && failing < 0 {
			failing = i
		}
		if x.code == "MissingRequiredHeader" && early < 0 {
			early = i
		}
		body += "--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n" + x.method + " https://acct.table.core.windows.net" + x.url + " HTTP/1.1\r\n"
		for _, f := range x.header {
			body += f.Name + ": " + f.Value + "\r\n"
		}
		body += "\r\n" + x.body + "\r\n"
	}
	resp := w.serve(Request{Method: "POST", URL: "/$batch", Header: Header{{"Content-Type", "multipart/mixed; boundary=b"}}, Body: []byte(body + "--c--\r\n--b--\r\n")})
	parts := strings.Split(string(resp.Body), "\r\nHTTP/1.1 ")[1:]
	if early >= 0 { // found before anything is executed
		failing = early
	}
	if failing >= 0 {
		prefix := strconv.Itoa(failing) + ":"
		if len(writes) == 1 && early < 0 {
			prefix = ""
		}
		want := `"code":"` + writes[failing].code + `","message":{"lang":"en-US","value":"` + prefix
		if len(parts) != 1 || !strings.Contains(parts[0], want) {
			w.t.Fatalf("%s\ngives\n%s\nwant %s", body, resp.Body, want)
		}
		return
	}
	if len(parts) != len(writes) {
		w.t.Fatalf("%s\ngives\n%s\nwant %d parts", body, resp.Body, len(writes))
	}
	for i, x := range writes {
		_, tag, _ := strings.Cut(parts[i], "ETag: ")
		tag, _, _ = strings.Cut(tag, "\r\n")
		w.keep(x, tag)
	}
}

// same compares an entity in JSON with what the twin has.
func (w *twin) same(k twinKey, body []byte) {
	var got map[string]json.RawMessage
	if err := json.Unmarshal(body, &got); err != nil {
		w.t.Fatalf("%s: %v", body, err)
	}
	want := w.entities[k].values
	var pk, rk string
	json.Unmarshal(got["PartitionKey"], &pk)
	json.Unmarshal(got["RowKey"], &rk)
	if pk != k.pk || rk != k.rk || len(got) != len(want)+3 {
		w.t.Fatalf("%q: got %s, want %v", k, body, want)
	}
	for name, text := range want {
		if string(got[name]) != text {
			w.t.Fatalf("%q: %s is %s, want %s", k, name, got[name], text)
		}
	}
}

func (w *twin) get() {
	k := w.key()
	resp := w.serve(Request{Method: "GET", URL: entityURL(k), Header: Header{{"Accept", "application/json;odata=nometadata"}}})
	e, exists := w.entities[k]
	if !exists {
		if resp.Status != 404 {
			w.t.Fatalf("%q is absent: %d %s", k, resp.Status, resp.Body)
		}
		return
	}
	if resp.Status != 200 || resp.Header.Get("ETag") != e.etag {
		w.t.Fatalf("%q: %d with ETag %s, want %s", k, resp.Status, resp.Header.Get("ETag"), e.etag)
	}
	w.same(k, resp.Body)
}

// filter returns a random filter, and whether it holds for an entity.
func (w *twin) filter() (string, func(twinKey, twinEntity) bool) {
	pk := twinTexts[w.r.IntN(len(twinTexts))]
	quoted := "'" + strings.ReplaceAll(pk, "'", "''") + "'"
	number := func(e twinEntity) (int, bool) {
		n, err := strconv.Atoi(e.values["N"])
		return n, err == nil
	}
	has := func(e twinEntity) bool { _, ok := e.values["N"]; return ok }
	switch w.r.IntN(6) {
	case 0:
		return "PartitionKey eq " + quoted, func(k twinKey, _ twinEntity) bool { return k.pk == pk }
	case 1:
		return "PartitionKey gt " + quoted, func(k twinKey, _ twinEntity) bool { return compareUnits(k.pk, pk) > 0 }
	case 2: // a text is of another type: le holds
		return "N le 0", func(_ twinKey, e twinEntity) bool { n, ok := number(e); return has(e) && (!ok || n <= 0) }
	case 3:
		return "not (N eq 5)", func(_ twinKey, e twinEntity) bool { n, ok := number(e); return !ok || n != 5 }
	case 4:
		return "N ne '5'", func(_ twinKey, e twinEntity) bool { return has(e) && e.values["N"] != `"5"` }
	}
	return "B", func(_ twinKey, e twinEntity) bool { return e.values["B"] == "true" }
}

func compareUnits(a, b string) int {
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}

// query reads all pages of a random filter.
func (w *twin) query() {
	text, holds := w.filter()
	other, alsoHolds := w.filter()
	both := w.r.IntN(2) == 0
	if both {
		text = "(" + text + ") or " + other
	}
	var want []twinKey
	for k, e := range w.entities {
		if holds(k, e) || both && alsoHolds(k, e) {
			want = append(want, k)
		}
	}
	slices.SortFunc(want, func(a, b twinKey) int { return cmp.Or(compareUnits(a.pk, b.pk), compareUnits(a.rk, b.rk)) })
	base := "/Twin()?$filter=" + url.QueryEscape(text) + fmt.Sprintf("&$top=%d", 1+w.r.IntN(20))
	var got []twinKey
	for token := ""; ; {
		resp := w.serve(Request{Method: "GET", URL: base + token, Header: Header{{"Accept", "application/json;odata=nometadata"}}})
		var page struct{ Value []json.RawMessage }
		if err := json.Unmarshal(resp.Body, &page); err != nil || resp.Status != 200 {
			w.t.Fatalf("%s: %d %s", text, resp.Status, resp.Body)
		}
		for _, raw := range page.Value {
			var k struct{ PartitionKey, RowKey string }
			json.Unmarshal(raw, &k)
			got = append(got, twinKey{k.PartitionKey, k.RowKey})
			w.same(got[len(got)-1], raw)
		}
		next := resp.Header.Get("x-ms-continuation-NextPartitionKey")
		if next == "" {
			break
		}
		token = "&NextPartitionKey=" + next + "&NextRowKey=" + resp.Header.Get("x-ms-continuation-NextRowKey")
	}
	if !slices.Equal(got, want) {
		w.t.Fatalf("%s\n got %q\nwant %q", text, got, want)
	}
}

// Any sequence of requests gives what the naive twin gives. KEYRANGE_SEED and
// KEYRANGE_OPERATIONS choose another sequence and its length.
func TestTwin(t *testing.T) {
	env := func(name string, usual int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return usual
	}
	seed := env("KEYRANGE_SEED", 20260101)
	t.Logf("KEYRANGE_SEED=%d", seed)
	w := &twin{t: t, r: rand.New(rand.NewPCG(uint64(seed), 1)), now: now0, entities: map[twinKey]twinEntity{}}
	w.service, w.stale = New("acct", table.NewAccount(), uint64(seed)), string(table.ETagOf(now0-1))
	if _, err := w.service.Tables.Create("Twin", now0); err != nil {
		t.Fatal(err)
	}
	for range env("KEYRANGE_OPERATIONS", 10_000) {
		w.now += table.Ticks(w.r.IntN(2))
		switch w.r.IntN(20) {
		case 0:
			w.query()
		case 1, 2:
			w.batch()
		case 3, 4, 5, 6:
			w.get()
		default:
			w.single()
		}
	}
}
