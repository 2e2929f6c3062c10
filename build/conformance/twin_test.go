package conformance

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/keyrange/keyrange/engine/wire/rule"
)

// A naive model of the service as text: tables are maps, an entity is a list
// of properties that know how they are written, and every answer is put
// together again from them. It shares nothing with the engine.

// sample is a value: how it is sent, how it comes back, how it is written in
// a filter, and its kind and rank for comparing.
type sample struct {
	kind, sent, back, literal string
	rank                      float64
}

var samples = []sample{
	{"Int32", `1`, `1`, "1", 1}, {"Int32", `-7`, `-7`, "-7", -7}, {"Int32", `2147483647`, `2147483647`, "2147483647", 2147483647},
	{"Int64", `"5"`, `"5"`, "5L", 5}, {"Int64", `"-1099511627776"`, `"-1099511627776"`, "-1099511627776L", -1099511627776},
	{"Double", `5.0`, `5.0`, "5.0", 5}, {"Double", `-0.5`, `-0.5`, "-0.5", -0.5}, {"Double", `1e300`, `1E+300`, "1e300", 1e300},
	{"Boolean", `true`, `true`, "true", 1}, {"Boolean", `false`, `false`, "false", 0},
	{"String", `""`, `""`, "''", 0}, {"String", `"B"`, `"B"`, "'B'", 1}, {"String", `"a"`, `"a"`, "'a'", 2}, {"String", `"it's"`, `"it's"`, "'it''s'", 3},
	{"String", `"😀"`, `"\ud83d\ude00"`, "'😀'", 4}, {"String", `"\ue000"`, `"\ue000"`, "'\ue000'", 5},
	{"DateTime", `"1700-01-01T00:00:00Z"`, `"1700-01-01T00:00:00Z"`, "datetime'1700-01-01T00:00:00Z'", 0},
	{"DateTime", `"2020-01-01T00:00:00.10Z"`, `"2020-01-01T00:00:00.1Z"`, "datetime'2020-01-01T00:00:00.1Z'", 1},
	{"Guid", `"58000000-0000-0000-0000-000000000000"`, `"58000000-0000-0000-0000-000000000000"`, "guid'58000000-0000-0000-0000-000000000000'", 0},
	{"Guid", `"FF000000-0000-0000-0000-000000000001"`, `"ff000000-0000-0000-0000-000000000001"`, "guid'FF000000-0000-0000-0000-000000000001'", 1},
	{"Binary", `""`, `""`, "X''", 0}, {"Binary", `"/w=="`, `"/w=="`, "X'ff'", 1}, {"Binary", `"/wA="`, `"/wA="`, "binary'ff00'", 2},
}

// annotated tells the kinds whose type stands before them.
var annotated = map[string]bool{"Int64": true, "DateTime": true, "Guid": true, "Binary": true}

type property struct {
	name  string
	value int // among the samples
}

type naive struct {
	partition, row string
	tick           int64
	properties     []property
}

type naiveTable struct {
	entities map[string]*naive
	gone     int64 // when it was deleted, 0 while it is there
}

// model is the account, and its clock in ticks since the cases begin.
type model struct {
	tables map[string]*naiveTable
	now    int64
}

// answerOf is what is expected: a status, and a code or a body.
type answerOf struct {
	status int
	code   string
	body   string // "" for none
	next   string // key of the next page, with its parts separated by NUL
}

func refusedWith(status int, code string) answerOf { return answerOf{status: status, code: code} }

// operation is one request as the model understands it.
type operation struct {
	verb           string // insert, replace, merge, delete, get
	table          string
	partition, row string
	match          string // "", "*", "right", "stale", "bad"
	properties     []property
	nulls          []string
}

func stampOf(tick int64) string {
	const begun = 5_1234567 // seconds and ticks of the beginning, 2026-01-02T03:04:05.1234567Z
	total := begun + tick
	minutes := 3*60 + 4 + total/600_000_000
	text := fmt.Sprintf("2026-01-%02dT%02d:%02d:%02d.%07d", 2+minutes/1440, minutes/60%24, minutes%60, total/10_000_000%60, total%10_000_000)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".") + "Z"
}

func tagOf(tick int64) string {
	return `W/"datetime'` + strings.ReplaceAll(stampOf(tick), ":", "%3A") + `'"`
}

// open returns a table, or why there is none.
func (m *model) open(name string) (*naiveTable, answerOf) {
	t := m.tables[strings.ToLower(name)]
	switch {
	case t == nil || t.gone > 0 && m.now >= t.gone+40*10_000_000:
		return nil, refusedWith(404, "TableNotFound")
	case t.gone > 0:
		return nil, refusedWith(409, "TableBeingDeleted")
	}
	return t, answerOf{}
}

// apply does a write on the entities.
func (m *model) apply(t *naiveTable, o operation) answerOf {
	key := o.partition + "\x00" + o.row
	old := t.entities[key]
	conditional := o.verb == "delete" || o.match != ""
	switch {
	case o.verb == "insert" && old != nil:
		return refusedWith(409, "EntityAlreadyExists")
	case o.verb != "insert" && conditional && old == nil:
		return refusedWith(404, "ResourceNotFound")
	case o.verb != "insert" && o.match == "stale":
		return refusedWith(412, "UpdateConditionNotSatisfied")
	case o.verb == "delete":
		delete(t.entities, key)
		return answerOf{status: 204}
	}
	e := &naive{partition: o.partition, row: o.row, tick: m.now, properties: slices.Clone(o.properties)}
	if old != nil {
		e.tick = max(m.now, old.tick+1)
		if o.verb == "merge" {
			for _, p := range old.properties {
				if !slices.ContainsFunc(e.properties, func(q property) bool { return q.name == p.name }) {
					e.properties = append(e.properties, p)
				}
			}
		}
	}
	if o.verb != "insert" {
		slices.SortFunc(e.properties, func(a, b property) int { return strings.Compare(a.name, b.name) })
	}
	t.entities[key] = e
	if o.verb == "insert" {
		return answerOf{status: 201, body: m.single(o.table, e)}
	}
	return answerOf{status: 204}
}

// base is what the URLs in answers begin with.
const base = "http://BASE"

func (m *model) single(table string, e *naive) string {
	return `{"odata.metadata":"` + base + `/$metadata#` + table + `/@Element",` + e.json(nil)[1:]
}

// json writes an entity, whole or with some properties.
func (e *naive) json(names []string) string {
	parts := []string{`"odata.etag":` + quoted(tagOf(e.tick))}
	add := func(name string) bool {
		switch name {
		case "PartitionKey":
			parts = append(parts, `"PartitionKey":`+quoted(e.partition))
		case "RowKey":
			parts = append(parts, `"RowKey":`+quoted(e.row))
		case "Timestamp":
			parts = append(parts, `"Timestamp":"`+stampOf(e.tick)+`"`)
		default:
			for _, p := range e.properties {
				if s := samples[p.value]; p.name == name {
					if annotated[s.kind] {
						parts = append(parts, quoted(name+"@odata.type")+`:"Edm.`+s.kind+`"`)
					}
					parts = append(parts, quoted(name)+":"+s.back)
					return true
				}
			}
			return false
		}
		return true
	}
	for _, name := range []string{"PartitionKey", "RowKey", "Timestamp"} {
		if names == nil || slices.Contains(names, name) {
			add(name)
		}
	}
	if names == nil {
		for _, p := range e.properties {
			add(p.name)
		}
	}
	for _, name := range names {
		if name != "PartitionKey" && name != "RowKey" && name != "Timestamp" && !add(name) {
			parts = append(parts, quoted(name)+":null")
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func quoted(s string) string { return `"` + rule.JSONText(s) + `"` }

// compareUnits orders by UTF-16 code units.
func compareUnits(a, b string) int {
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}

// condition is a filter: a comparison, or two joined.
type condition struct {
	op, name    string
	value       int
	key         string // compared instead of a sample, for keys
	left, right *condition
}

func (c *condition) text() string {
	switch c.op {
	case "and", "or":
		return "(" + c.left.text() + ") " + c.op + " (" + c.right.text() + ")"
	case "not":
		return "not (" + c.left.text() + ")"
	}
	if c.name == "PartitionKey" || c.name == "RowKey" {
		return c.name + " " + c.op + " '" + strings.ReplaceAll(c.key, "'", "''") + "'"
	}
	return c.name + " " + c.op + " " + samples[c.value].literal
}

func (c *condition) holds(e *naive) bool {
	switch c.op {
	case "and":
		return c.left.holds(e) && c.right.holds(e)
	case "or":
		return c.left.holds(e) || c.right.holds(e)
	case "not":
		return !c.left.holds(e)
	}
	switch c.name {
	case "PartitionKey":
		return ordered(c.op, compareUnits(e.partition, c.key))
	case "RowKey":
		return ordered(c.op, compareUnits(e.row, c.key))
	}
	for _, p := range e.properties {
		if p.name == c.name {
			return samples[p.value].compared(c.op, samples[c.value])
		}
	}
	return false
}

func (s sample) compared(op string, l sample) bool {
	width := map[string]int{"Int32": 1, "Int64": 2, "Double": 3}
	if s.kind != l.kind && (width[l.kind] == 0 || width[s.kind] < width[l.kind]) {
		return op == "ne" || op == "lt" || op == "le"
	}
	switch {
	case s.rank < l.rank:
		return ordered(op, -1)
	case s.rank > l.rank:
		return ordered(op, 1)
	}
	return ordered(op, 0)
}

func ordered(op string, order int) bool {
	switch op {
	case "eq":
		return order == 0
	case "ne":
		return order != 0
	case "lt":
		return order < 0
	case "le":
		return order <= 0
	case "gt":
		return order > 0
	}
	return order >= 0
}

// page answers a query from a key on.
func (m *model) page(table string, c *condition, names []string, top int, from string) answerOf {
	t, missing := m.open(table)
	if t == nil {
		return missing
	}
	sorted := make([]*naive, 0, len(t.entities))
	for _, e := range t.entities {
		sorted = append(sorted, e)
	}
	slices.SortFunc(sorted, func(a, b *naive) int {
		if o := compareUnits(a.partition, b.partition); o != 0 {
			return o
		}
		return compareUnits(a.row, b.row)
	})
	var shown []string
	body := `{"odata.metadata":"` + base + `/$metadata#` + table
	if names != nil {
		body += "&$select=" + rule.JSONText(strings.Join(names, ","))
	}
	for _, e := range sorted {
		partition, row, _ := strings.Cut(from, "\x00")
		if o := compareUnits(e.partition, partition); from != "" && (o < 0 || o == 0 && compareUnits(e.row, row) < 0) {
			continue
		}
		if c == nil || c.holds(e) {
			shown = append(shown, e.json(names))
		}
	}
	return answerOf{status: 200, body: body + `","value":[` + strings.Join(shown, ",") + "]}"}
}

func (o operation) body() string {
	var parts []string
	if o.verb == "insert" {
		parts = append(parts, `"PartitionKey":`+quoted(o.partition), `"RowKey":`+quoted(o.row))
	}
	for _, p := range o.properties {
		s := samples[p.value]
		if annotated[s.kind] {
			parts = append(parts, `"`+p.name+`@odata.type":"Edm.`+s.kind+`"`)
		}
		parts = append(parts, `"`+p.name+`":`+s.sent)
	}
	for _, name := range o.nulls {
		parts = append(parts, `"`+name+`":null`)
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func (o operation) path() string {
	if o.verb == "insert" {
		return "/" + o.table
	}
	escape := func(key string) string { return url.PathEscape(strings.ReplaceAll(key, "'", "''")) }
	return "/" + o.table + "(PartitionKey='" + escape(o.partition) + "',RowKey='" + escape(o.row) + "')"
}

func (o operation) method() string {
	return map[string]string{"insert": "POST", "replace": "PUT", "merge": "PATCH", "delete": "DELETE", "get": "GET"}[o.verb]
}

// ifMatch is the value of the field for an operation.
func (o operation) ifMatch(m *model) string {
	switch o.match {
	case "*":
		return "*"
	case "stale":
		return tagOf(-77)
	case "right":
		if t, _ := m.open(o.table); t != nil {
			if e := t.entities[o.partition+"\x00"+o.row]; e != nil {
				return tagOf(e.tick)
			}
		}
		return tagOf(-77)
	}
	return ""
}

var (
	keys       = []string{"", "A", "B", "a", "b c", "o'c", "\u00e9", "\ue000", "😀", "5", "05"}
	names      = []string{"A", "B", "a", "Größe", "_n"}
	tableNames = []string{"One", "Two", "Three"}
)

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func randomOperation(r *rand.Rand) operation {
	o := operation{verb: pick(r, []string{"insert", "insert", "replace", "merge", "delete", "get"}), table: pick(r, tableNames),
		partition: pick(r, keys), row: pick(r, keys)}
	for _, name := range names {
		switch r.IntN(4) {
		case 0, 1:
			o.properties = append(o.properties, property{name, r.IntN(len(samples))})
		case 2:
			if r.IntN(4) == 0 {
				o.nulls = append(o.nulls, name)
			}
		}
	}
	r.Shuffle(len(o.properties), func(i, j int) { o.properties[i], o.properties[j] = o.properties[j], o.properties[i] })
	if o.verb == "replace" || o.verb == "merge" {
		o.match = pick(r, []string{"", "", "*", "right", "stale"})
	}
	if o.verb == "delete" {
		o.match = pick(r, []string{"*", "right", "stale"})
	}
	return o
}

func randomCondition(r *rand.Rand, depth int) *condition {
	if depth > 0 && r.IntN(2) == 0 {
		c := &condition{op: pick(r, []string{"and", "and", "or", "not"}), left: randomCondition(r, depth-1)}
		if c.op != "not" {
			c.right = randomCondition(r, depth-1)
		}
		return c
	}
	return &condition{op: pick(r, []string{"eq", "eq", "ne", "lt", "le", "gt", "ge"}),
		name: pick(r, append([]string{"PartitionKey", "PartitionKey", "RowKey"}, names...)), value: r.IntN(len(samples)), key: pick(r, keys)}
}

// duel is the model against the endpoint.
type duel struct {
	m      *model
	target *Target
	wire   *Wire
	r      *rand.Rand
	count  map[string]int
}

// ask sends a request and compares what comes back.
func (d *duel) ask(what, method, path, body string, want answerOf, fields ...Field) error {
	a, err := d.send(method, path, body, fields...)
	if err != nil {
		return err
	}
	d.count[fmt.Sprint(what, " ", want.status)]++
	got := strings.ReplaceAll(a.Body, d.target.Base(), base)
	switch {
	case a.Status != want.status:
	case want.code != "" && strings.HasPrefix(got, `{"odata.error":{"code":"`+want.code+`"`):
		return nil
	case want.code == "" && got == want.body:
		return nil
	}
	return fmt.Errorf("%s: %s %s %s %v\n got %d %s\nwant %d %s%s", what, method, path, body, fields, a.Status, got, want.status, want.code, want.body)
}

func (d *duel) send(method, path, body string, fields ...Field) (Answer, error) {
	r := Request{rule.Request{Method: method, URL: "/" + account + path, Body: body, Fields: append([]Field{
		{Name: "Host", Value: d.target.Address}, {Name: "Accept", Value: "application/json;odata=minimalmetadata"}, {Name: "x-ms-version", Value: "2019-02-02"}}, fields...)}}
	if _, given := r.Field("Content-Type"); !given {
		r.Fields = append(r.Fields, Field{Name: "Content-Type", Value: "application/json"})
	}
	r.sign(d.target.now())
	return d.wire.Do(r)
}

// step does one random operation.
func (d *duel) step() error {
	switch k := d.r.IntN(1000); {
	case k < 12:
		return d.table()
	case k < 14:
		d.m.now += 41 * 10_000_000
		return d.target.advance(41)
	case k < 40:
		d.m.now += 10_000_000
		return d.target.advance(1)
	case k < 200:
		return d.query()
	case k < 300:
		return d.batch()
	}
	o := randomOperation(d.r)
	var fields []Field
	if match := o.ifMatch(d.m); match != "" {
		fields = append(fields, Field{Name: "If-Match", Value: match})
	}
	body := o.body()
	if o.verb == "get" || o.verb == "delete" {
		body = ""
	}
	t, want := d.m.open(o.table)
	switch {
	case t == nil:
	case o.verb == "get":
		want = refusedWith(404, "ResourceNotFound")
		if e := t.entities[o.partition+"\x00"+o.row]; e != nil {
			want = answerOf{status: 200, body: d.m.single(o.table, e)}
		}
	default:
		want = d.m.apply(t, o)
	}
	return d.ask(o.verb, o.method(), o.path(), body, want, fields...)
}

// table makes or deletes a table.
func (d *duel) table() error {
	name := pick(d.r, tableNames)
	t, missing := d.m.open(name)
	if d.r.IntN(8) == 0 {
		want := refusedWith(404, "ResourceNotFound")
		if t != nil {
			t.gone, t.entities, want = max(d.m.now, 1), nil, answerOf{status: 204}
		}
		return d.ask("delete table", "DELETE", "/Tables('"+name+"')", "", want)
	}
	want := missing
	switch {
	case t != nil:
		want = refusedWith(409, "TableAlreadyExists")
	case missing.status == 404:
		d.m.tables[strings.ToLower(name)] = &naiveTable{entities: map[string]*naive{}}
		want = answerOf{status: 201, body: `{"odata.metadata":"` + base + `/$metadata#Tables/@Element","TableName":"` + name + `"}`}
	}
	return d.ask("create table", "POST", "/Tables", `{"TableName":"`+name+`"}`, want)
}

// query asks for all pages and compares their entities with those of one
// large page.
func (d *duel) query() error {
	table, path, fields := pick(d.r, tableNames), "", []string(nil)
	var c *condition
	if d.r.IntN(5) > 0 {
		c = randomCondition(d.r, 2)
		path = "&$filter=" + url.QueryEscape(c.text())
	}
	if d.r.IntN(3) == 0 {
		fields = []string{"RowKey", pick(d.r, names), "PartitionKey"}
		path += "&$select=" + url.QueryEscape(strings.Join(fields, ","))
	}
	want := d.m.page(table, c, fields, 0, "")
	if d.r.IntN(2) == 0 || want.status != 200 {
		return d.ask("query", "GET", "/"+table+"()?"+strings.TrimPrefix(path, "&"), "", want)
	}
	top, next := 1+d.r.IntN(20), ""
	head, _, _ := strings.Cut(want.body, `"value":[`)
	var shown []string
	for pages := 0; ; pages++ {
		a, err := d.send("GET", fmt.Sprintf("/%s()?$top=%d%s%s", table, top, path, next), "")
		if err != nil {
			return err
		}
		list, found := strings.CutPrefix(strings.ReplaceAll(a.Body, d.target.Base(), base), head+`"value":[`)
		if a.Status != 200 || !found || pages > 200 {
			return fmt.Errorf("page %d of %s %s: got %d %s", pages, table, path, a.Status, a.Body)
		}
		if list = strings.TrimSuffix(list, "]}"); list != "" {
			if n := strings.Count(list, `"odata.etag":`); n > top {
				return fmt.Errorf("a page of %d has %d entities", top, n)
			}
			shown = append(shown, list)
		}
		partition := a.Header.Get("x-ms-continuation-NextPartitionKey")
		if partition == "" {
			break
		}
		next = "&NextPartitionKey=" + url.QueryEscape(partition) + "&NextRowKey=" + url.QueryEscape(a.Header.Get("x-ms-continuation-NextRowKey"))
	}
	d.count["pages 200"]++
	if got := head + `"value":[` + strings.Join(shown, ",") + "]}"; got != want.body {
		return fmt.Errorf("%s in pages of %d, %s\n got %s\nwant %s", table, top, path, got, want.body)
	}
	return nil
}

// batch does up to six operations on one partition, each on another entity.
func (d *duel) batch() error {
	table, partition := pick(d.r, tableNames), pick(d.r, keys)
	var inner []string
	var ops []operation
	for _, i := range d.r.Perm(len(keys))[:1+d.r.IntN(6)] {
		o := randomOperation(d.r)
		if o.verb == "get" {
			continue
		}
		if d.r.IntN(2) == 0 { // more often one that succeeds
			o.verb, o.match = "merge", ""
		}
		o.table, o.partition, o.row = table, partition, keys[i]
		head := "Accept: application/json;odata=minimalmetadata"
		if match := o.ifMatch(d.m); match != "" {
			head += "\nIf-Match: " + match
		}
		if o.verb != "delete" {
			head += "\n| " + o.body()
		}
		ops = append(ops, o)
		inner = append(inner, o.method()+" "+o.path()+"\n"+head)
	}
	if len(ops) == 0 {
		return nil
	}
	body := strings.ReplaceAll(strings.Join(rule.Batch(inner), "\r\n"), cloud, d.target.Base())
	a, err := d.send("POST", "/$batch", body, Field{Name: "Content-Type", Value: "multipart/mixed; boundary=batch_1"})
	if err != nil {
		return err
	}
	want := d.m.transact(table, ops)
	got := innerStatuses(a.Body)
	d.count[fmt.Sprint("batch ", want[0].status/100, "xx")]++
	ok := a.Status == 202 && len(got) == len(want)
	for i := range want {
		ok = ok && got[i] == want[i].status && (want[i].code == "" || strings.Contains(a.Body, `"code":"`+want[i].code+`"`))
	}
	if !ok {
		return fmt.Errorf("batch\n%s\n got %d %s\nwant %v", body, a.Status, a.Body, want)
	}
	return nil
}

// transact applies all operations, or gives the answer of the one that fails.
func (m *model) transact(table string, ops []operation) []answerOf {
	t, missing := m.open(table)
	if t == nil {
		return []answerOf{missing}
	}
	copied := &naiveTable{entities: map[string]*naive{}}
	for key, e := range t.entities {
		copied.entities[key] = e
	}
	var answers []answerOf
	for _, o := range ops {
		a := m.apply(copied, o)
		if a.code != "" {
			return []answerOf{a}
		}
		answers = append(answers, a)
	}
	t.entities = copied.entities
	return answers
}

// innerStatuses are those of the parts of a batch.
func innerStatuses(body string) []int {
	var list []int
	for _, rest := range strings.Split(body, "\nHTTP/1.1 ")[1:] {
		var status int
		fmt.Sscan(rest, &status)
		list = append(list, status)
	}
	return list
}

// Random operations over a socket give what the naive model says: the same
// statuses, codes, bodies and pages, byte for byte.
func TestTwin(t *testing.T) {
	total, seeds := 100_000, []uint64{1, 2, 3, 4}
	if testing.Short() {
		total = 4_000
	}
	if text := os.Getenv("KEYRANGE_SEED"); text != "" {
		var seed uint64
		if _, err := fmt.Sscan(text, &seed); err != nil {
			t.Fatalf("KEYRANGE_SEED: %v", err)
		}
		total, seeds = total/4, []uint64{seed}
	}
	target, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	defer target.Close()
	counts := map[string]int{}
	for _, seed := range seeds {
		d := &duel{m: &model{tables: map[string]*naiveTable{}}, target: target, wire: &Wire{address: target.Address},
			r: rand.New(rand.NewPCG(seed, 1)), count: counts}
		if err := target.reset(d.wire); err != nil {
			t.Fatal(err)
		}
		for i := range total / len(seeds) {
			if err := d.step(); err != nil {
				t.Fatalf("KEYRANGE_SEED=%d, operation %d: %s", seed, i, short(err.Error(), 4000))
			}
		}
		d.wire.Close()
	}
	for _, what := range []string{"insert 201", "insert 409", "insert 404", "replace 204", "replace 404", "replace 412", "merge 204", "merge 412",
		"delete 204", "delete 404", "delete 412", "get 200", "get 404", "query 200", "pages 200", "batch 2xx", "batch 4xx",
		"create table 201", "create table 409", "delete table 204", "delete table 404"} {
		if counts[what] < 3 && !testing.Short() && len(seeds) > 1 {
			t.Errorf("%q came up %d times, want 3 at least", what, counts[what])
		}
	}
	t.Logf("%d operations: %v", total, counts)
}
