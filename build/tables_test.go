package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/keyrange/keyrange/build/endpoint"
	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// Help is no error, is there for every command, and needs no project.
func TestHelp(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, word := range []string{"-h", "-help", "--help", "help"} {
		var out bytes.Buffer
		if err := command([]string{word}, &out); err != nil {
			t.Errorf("%s: got %v", word, err)
		}
		for _, c := range commands() {
			if !strings.Contains(out.String(), "\n  "+c.name+" ") {
				t.Errorf("%s does not list %s", word, c.name)
			}
		}
	}
	for _, c := range commands() {
		var out bytes.Buffer
		if err := command([]string{c.name, "-h"}, &out); err != nil || !strings.HasPrefix(out.String(), "keyrange "+c.name+" ") {
			t.Errorf("%s -h: got %v %q", c.name, err, out.String())
		}
	}
}

// Mistakes about the endpoint are one line that says what to do, before anything
// is served.
func TestTableMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("rows.csv", []byte("City,Id\nBern,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"-tables-port (with make":       {"-tables-port", "eighty"},
		"give a -key of your own":       {"-listen", "0.0.0.0"},
		"at :: others":                  {"-listen", "::"},
		"at 10.1.2.3 others":            {"-listen", "10.1.2.3", "-key", access.DevelopmentKey},
		"is base64":                     {"-key", "not base64"},
		"-seed and -keys go together":   {"-seed", "rows.csv"},
		"needs a slash":                 {"-tables-port", "0", "-seed", "rows.csv", "-keys", "{City}"},
		"the PartitionKey in -keys":     {"-tables-port", "0", "-seed", "rows.csv", "-keys", "{Town}/{Id}"},
		"the RowKey in -keys":           {"-tables-port", "0", "-seed", "rows.csv", "-keys", "{City}/{Id"},
		"no such file":                  {"-tables-port", "0", "-seed", "none.csv", "-keys", "{City}/{Id}"},
		"the access log cannot":         {"-tables-port", "0", "-log", filepath.Join("none", "log")},
		"contains invalid characters":   {"-tables-port", "0", "-seed", "rows.csv", "-keys", "{City}/{Id}", "-table", "a-b"},
		"use today, 2010, unl":          {"-tables-port", "0", "-load", "tomorrow"},
		"use real or quick":             {"-tables-port", "0", "-load", "today", "-decisions", "slow"},
		"flag provided but not defined": {"-nonsense"},
		`"now" is not understood`:       {"now"},
		"cannot listen at":              {"-listen", "203.0.113.1", "-key", "b3duIGtleQ=="},
	} {
		err := command(append([]string{"tables"}, args...), io.Discard)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: got %v, want one line with %q", args, err, want)
		}
	}
	t.Setenv("KEYRANGE_TABLES_DELETION_WINDOW", "long")
	if err := command([]string{"tables"}, io.Discard); err == nil || !strings.Contains(err.Error(), "KEYRANGE_TABLES_DELETION_WINDOW is") {
		t.Errorf("the environment: got %v", err)
	}
}

// With -load unlimited a request goes the same way as without -load: no model is
// there to wait for.
func TestUnlimitedLoad(t *testing.T) {
	for load, want := range map[string]bool{"": false, "unlimited": false, "today": true} {
		s := tableSetting{listen: "127.0.0.1", load: load, decisions: "real"}
		o, err := s.options()
		if err != nil {
			t.Fatal(err)
		}
		if got := o.Door != nil; got != want {
			t.Errorf("-load %q: there is a model: %t, want %t", load, got, want)
		}
		if o.Door != nil {
			o.Door.Close()
		}
	}
}

// started is the endpoint as the command serves it.
type started struct {
	said, url, connection string
	stop                  func() error
}

// start serves the endpoint with flags until the test ends, as the command does.
func start(t *testing.T, args ...string) *started {
	t.Helper()
	var s setting
	c := one{name: "tables", flags: tableFlags, anywhere: true}
	s, err := settings(c, append([]string{"-tables-port", "0"}, args...))
	if err != nil {
		t.Fatal(err)
	}
	s.endpoint.guide = true
	listener, err := endpoint.Listen(s.endpoint.address)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	in, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := s.endpoint.serve(ctx, listener, out)
		out.CloseWithError(io.EOF)
		ended <- err
	}()
	made := &started{stop: func() error { cancel(); return <-ended }}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		line := lines.Text()
		made.said += line + "\n"
		if strings.HasPrefix(line, "DefaultEndpointsProtocol=") {
			made.connection = line
		}
		if _, url, found := strings.Cut(line, "Tables at "); found {
			made.url = url
			return made
		}
	}
	t.Fatalf("the endpoint ended with %v after %s", <-ended, made.said)
	return nil
}

// get sends a signed request.
func (s *started) get(t *testing.T, path, key string) (int, string) {
	t.Helper()
	r, err := http.NewRequest("GET", s.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	signing, _ := access.ParseSigningKey(key)
	date := time.Now().UTC().Format(http.TimeFormat)
	r.Header.Set("Accept", "application/json;odata=nometadata")
	r.Header.Set("x-ms-date", date)
	signed := wire.Request{Method: "GET", URL: r.URL.RequestURI(), Header: wire.Header{{Name: "x-ms-date", Value: date}}}
	r.Header.Set("Authorization", access.SharedKeyLite.Sign(signed, access.DevelopmentAccount, signing))
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

// The command says how to connect and where the tables are, has the rows of a
// file from the start, keeps them, logs what is asked, tells that it is well, and
// takes its flags from the environment too.
func TestTables(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("my-orders 2.csv", []byte("City,Id,Total\nBern,7,1.5\nBern,8,2\nOslo,,3\nBern,7,9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const key = "b3duIGtleQ=="
	t.Setenv("KEYRANGE_TABLES_KEY", key)
	flags := []string{"-data", "tables.log", "-seed", "my-orders 2.csv", "-keys", "{City}/{Id:06}", "-log", "access.log"}
	s := start(t, flags...)
	for _, want := range []string{"kept in tables.log", "myorders2 holds 2 entities of 4 rows.", "Without 1 row whose key", "Without 1 row that",
		"aztables.NewServiceClientFromConnectionString", "new TableServiceClient(", "TableServiceClient.from_connection_string",
		"TableServiceClient.fromConnectionString", "TableServiceClientBuilder()"} {
		if !strings.Contains(s.said, want) {
			t.Errorf("%q is not in\n%s", want, s.said)
		}
	}
	if want := "AccountKey=" + key + ";TableEndpoint=" + s.url + ";"; !strings.HasSuffix(s.connection, want) {
		t.Errorf("got the connection string %s, want it to end with %s", s.connection, want)
	}
	if status, body := s.get(t, "/myorders2", key); status != 200 || !strings.Contains(body, `"RowKey":"000007"`) || !strings.Contains(body, `"Total":9.0`) {
		t.Errorf("got %d %s", status, body)
	}
	if status, _ := s.get(t, "/myorders2", access.DevelopmentKey); status != 403 {
		t.Errorf("the key that everybody knows: got %d", status)
	}
	resp, err := http.Get(strings.TrimSuffix(s.url, access.DevelopmentAccount) + "healthz")
	if err != nil || resp.StatusCode != 200 {
		t.Errorf("/healthz: got %v %v", resp, err)
	}
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	checkAccessLog(t, "access.log")
	again := start(t, flags...)
	defer again.stop()
	if !strings.Contains(again.said, "kept in tables.log: 1 table,") || !strings.Contains(again.said, "myorders2 is there already") {
		t.Errorf("a second start says %s", again.said)
	}
	if _, body := again.get(t, "/myorders2", key); strings.Count(body, `"RowKey"`) != 2 {
		t.Errorf("got %s", body)
	}
}

func checkAccessLog(t *testing.T, name string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(string(text)) {
		var l struct {
			Time, Method, URL, Code, RequestID string
			Status                             int
			SentBytes                          int
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if _, err := time.Parse(time.RFC3339Nano, l.Time); err != nil || l.RequestID == "" || l.SentBytes == 0 {
			t.Errorf("got %s", line)
		}
		got = append(got, fmt.Sprint(l.Method, " ", l.URL, " ", l.Status, " ", l.Code))
	}
	want := "GET /devstoreaccount1/myorders2 200 \nGET /devstoreaccount1/myorders2 403 AuthenticationFailed"
	if strings.Join(got, "\n") != want {
		t.Errorf("got %q", got)
	}
}
