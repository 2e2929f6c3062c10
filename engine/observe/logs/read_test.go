package logs

import (
	"encoding/csv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/observe"
)

// Lines of each form, as their documentation has the fields.
const (
	analyticsLine = `1.0;2014-06-19T22:59:23.1967767Z;QueryEntity;Success;200;9;8;authenticated;acc;acc;table;` +
		`"https://acc.table.core.windows.net/Orders(PartitionKey=&apos;con;toso&apos;,RowKey=&apos;7&apos;)?$select=A&amp;b=1";` +
		`"/acc/Orders";fdba59ca-0002;0;10.0.0.1:80;2013-08-15;353;0;313;0;0;;;;;;"agent";;"id"`
	throttledLine = `2.0;2014-06-19T22:59:24Z;InsertEntity;ThrottlingError;503;3;2;authenticated;acc;acc;table;` +
		`"https://acc.table.core.windows.net/Orders";"/acc/Orders";id;0;10.0.0.1:80;2013-08-15;353;10;313;0;10;;;;;;"agent";;"id";a;b;c`
	exportLine = `{"time":"2024-03-01T10:00:00.5Z","operationName":"QueryEntities","statusCode":200,"statusText":"Success","durationMs":12.5,` +
		`"uri":"https://acc.table.core.windows.net:443/Orders()?$filter=PartitionKey%20eq%20'it''s'%20and%20Open%20eq%20true","properties":{}}`
	workspaceLine = `{"TimeGenerated":"2024-03-01T10:00:01Z","OperationName":"InsertEntity","StatusCode":"503","StatusText":"ServerBusy","DurationMs":4,"Uri":"https://acc.table.core.windows.net/Orders"}`
	csvText       = "time,operation,table,PartitionKey,RowKey,Status,City\n2024-03-01T10:00:00Z,insert,Orders,contoso,1,204,\"Ulm, old\"\n" +
		"2024-03-01T10:00:03Z,get,Orders,fabrikam,2,200,\nnot a time,get,Orders,x,1,200,\n"
	jsonText = `{"time":1709287200.25,"operation":"merge","PartitionKey":"a","RowKey":"1","City":"Bonn","N":7,"deep":{"x":1}}` + "\n"
)

func turn(int, int) {}

func read(t *testing.T, text string, left int) observe.Recording {
	t.Helper()
	r, leftOut, err := Read([]byte(text), turn)
	if err != nil || leftOut != left {
		t.Fatalf("%v, %d lines left out, want %d", err, leftOut, left)
	}
	for i := range r.Events {
		if err := r.Events[i].Check(); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// Each form gives the requests that it has, with the keys that it knows.
func TestRead(t *testing.T) {
	r := read(t, analyticsLine+"\n"+throttledLine+"\n1.0;nothing\n", 1)
	if len(r.Events) != 2 || r.Events[0].Rows[0].Sent != 1 || r.Events[0].Sample[0].PartitionKey != "con;toso" || r.Events[0].Sample[0].RowKey != "7" {
		t.Errorf("%d events, the first sample is %+v", len(r.Events), r.Events[0].Sample)
	}
	if last := r.Events[1].Total; last.AllRefused() != 1 || last.Spread != 1 || len(r.Missing) != 3 {
		t.Errorf("the throttled insert is counted as %+v; missing %v", last, r.Missing)
	}
	r = read(t, exportLine+"\n"+workspaceLine+"\n", 0)
	if s := r.Events[0].Sample[0]; s.PartitionKey != "it's" || s.Kind != "query" || r.Events[1].Total.AllRefused() != 1 {
		t.Errorf("%+v, then %+v", s, r.Events[1].Total)
	}
	r = read(t, csvText, 1)
	s := r.Events[0].Sample[0]
	if len(r.Events) != 4 || s.PartitionKey != "contoso" || len(s.Properties) != 1 || s.Properties[0].Text != "Ulm, old" || r.Missing != nil {
		t.Errorf("%d events, %+v", len(r.Events), s)
	}
	r = read(t, jsonText, 0)
	if s := r.Events[0].Sample[0]; s.Kind != "merge" || s.PartitionKey != "a" || len(s.Properties) != 2 || s.Properties[1].Text != "7" {
		t.Errorf("%+v", s)
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "none of the forms",
		"hello":                     "none of the forms",
		"time,key\n1,2":             "none of the forms",
		"1.0;x\n1.0;y":              "2 lines, and none is a request",
		"{}\n{}":                    "none is a request",
		"time,PartitionKey\nnow,a":  "1 line, and none",
		"{\"operationName\":\"x\"}": "StorageTableLogs",
	} {
		if _, _, err := Read([]byte(text), turn); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want a sentence with %q", text, err, want)
		}
	}
}

// What Open takes is told by its beginning, and a scenario or any other JSON is not
// taken for a list of requests. The page has its turn in between.
func TestOpen(t *testing.T) {
	file := observe.AppendHeader(nil, "a", "b", nil)
	first := read(t, csvText, 1)
	for i := range first.Events {
		file = observe.AppendEvent(file, &first.Events[i])
	}
	for text, want := range map[string]bool{
		analyticsLine: true, throttledLine: true, exportLine: true, workspaceLine: true, csvText: true, jsonText: true, string(file): true,
		"\ufeff" + csvText: true, `{"preset":"append"}`: false, "{\n\"time\": 1}": false, `{"time"`: false, "": false, "time,key": false,
	} {
		if got := Is([]byte(text)); got != want {
			t.Errorf("%q is taken for a log: %v, want %v", text, got, want)
		}
	}
	rests := 0
	again, leftOut, err := Open(file, func(int, int) { rests++ })
	if err != nil || leftOut != 0 || rests < len(first.Events) || len(again.Events) != len(first.Events) || again.Name != "a" {
		t.Errorf("got %d events, %d lines left out, %d rests, %v", len(again.Events), leftOut, rests, err)
	}
	if _, _, err := Open(file[:len(file)/9], turn); err == nil {
		t.Error("a recording without an event is open")
	}
	if said := Said("a.log", 1, []string{"No keys."}); said != "a.log is open. 1 line is no request and is left out. No keys." {
		t.Errorf("a reader is told %q", said)
	}
	rests = 0
	if _, _, err := Open([]byte(strings.Repeat(jsonText, 3000)), func(int, int) { rests++ }); err != nil || rests < 6000 {
		t.Errorf("%d rests for 3,000 lines, %v", rests, err)
	}
}

// Lines of CSV are cut as encoding/csv cuts them.
func TestValues(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const signs = `a,"" ;é`
	for range 20_000 {
		line := make([]rune, random.IntN(12))
		for i := range line {
			line[i] = []rune(signs)[random.IntN(len([]rune(signs)))]
		}
		text := string(line)
		want, err := csv.NewReader(strings.NewReader(text)).Read()
		if text == "" { // no line at all for the one, an empty value for the other
			continue
		}
		if got, ok := values(text); ok != (err == nil) || ok && !slices.Equal(got, want) {
			t.Fatalf("%q is cut into %q (%v), encoding/csv has %q, %v", text, got, ok, want, err)
		}
	}
}

// Hours without a request cost no more than one, whatever the times claim.
func TestGap(t *testing.T) {
	r := read(t, "time,PartitionKey\n1,a\n99999999,b\n", 0)
	if len(r.Events) > 3700 || r.Events[len(r.Events)-1].Total.Sent != 1 {
		t.Errorf("%d events", len(r.Events))
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{analyticsLine, throttledLine, exportLine, workspaceLine, csvText, jsonText} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, _, err := Read(data, turn)
		if err != nil {
			return
		}
		sent := int64(0)
		for i := range r.Events {
			if err := r.Events[i].Check(); err != nil {
				t.Fatalf("event %d: %v", i, err)
			}
			sent += r.Events[i].Total.Sent
		}
		if sent == 0 {
			t.Error("a recording without a request")
		}
	})
}
