package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/keyrange/keyrange/build/conformance"
	"github.com/keyrange/keyrange/build/endpoint"
	"github.com/keyrange/keyrange/build/stress"
	"github.com/keyrange/keyrange/engine/observe"
)

const (
	key     = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
	another = "YW5vdGhlciBrZXksIHdoaWNoIGlzIG5vYm9keSdzIGJ1dCBzZWNyZXQ="
)

// served is the address of the account at an endpoint of the test.
func served(t *testing.T) (account string) {
	t.Helper()
	e, err := endpoint.New(endpoint.Options{})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := endpoint.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- endpoint.Serve(ctx, listener, e, endpoint.Bounds{Shutdown: time.Second}) }()
	t.Cleanup(func() {
		cancel()
		<-ended
		e.Close()
	})
	return "http://" + listener.Addr().String() + "/devstoreaccount1"
}

// try runs the command line in a folder of its own.
func try(t *testing.T, connection, scenario string, flags ...string) (said string, err error) {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv(stress.ConnectionVariable, connection)
	if err := os.WriteFile("s.json", []byte(scenario), 0o600); err != nil {
		t.Fatal(err)
	}
	nobody, err := os.Open("s.json")
	if err != nil {
		t.Fatal(err)
	}
	defer nobody.Close()
	var out bytes.Buffer
	err = run(append([]string{"-scenario", "s.json", "-for", "2s"}, flags...), nobody, &out)
	return out.String(), err
}

const mixed = `{"preset":"append","for":"2s","groups":[{"name":"a","rate":100,"batch":1,"mix":{"insert":1,"get":1},"retry":"none"},
{"name":"b","rate":10,"batch":5,"mix":{"insert":1},"retry":"none"}]}`

// Inserts, gets and batches go through the official client, all succeed, and the table
// is gone in the end: with the endpoint, and with Azurite.
func TestRun(t *testing.T) {
	t.Run("endpoint", func(t *testing.T) { holdRun(t, served(t)) })
	t.Run("Azurite", func(t *testing.T) {
		if _, err := os.Stat("../../conformance/azurite/node_modules/azurite"); err != nil {
			t.Skip("Azurite is not installed: npm ci in build/conformance/azurite")
		}
		azurite, err := conformance.StartAzurite("../../..")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { azurite.Close() })
		holdRun(t, "http://"+azurite.Address+"/devstoreaccount1")
	})
}

// holdRun runs a scenario against an account with nothing in it.
func holdRun(t *testing.T, account string) {
	t.Helper()
	said, err := try(t, "AccountName=devstoreaccount1;AccountKey="+key+";TableEndpoint="+account, mixed)
	if err != nil || strings.Contains(said, key) || strings.Contains(said, url.QueryEscape(key)) {
		t.Fatalf("%v\n%s", err, said)
	}
	data, err := os.ReadFile("stress.recording")
	if err != nil {
		t.Fatal(err)
	}
	r, broken := observe.ReadRecording(data, func(int, int) {})
	if broken != nil {
		t.Fatal(broken)
	}
	var total observe.Totals
	for i := range r.Events {
		total.Plus(&r.Events[i].Total)
	}
	if total.Kinds[observe.Insert] == 0 || total.Kinds[observe.Get] == 0 || total.Batches == 0 || total.AllRefused() > 0 || strings.Contains(said, " 403 ") {
		t.Errorf("recorded %+v\n%s", total, said)
	}
	if strings.Contains(said, " 400 ") || strings.Contains(said, "no answer") {
		t.Errorf("got\n%s", said)
	}
	c, err := dial(&stress.Plan{Account: stress.Account{Name: "devstoreaccount1", Key: key, URL: account}, Table: "Any"})
	if err != nil {
		t.Fatal(err)
	}
	page, err := c.service.NewListTablesPager(nil).NextPage(t.Context())
	if err != nil || len(page.Tables) != 0 {
		t.Errorf("the account has %d tables, %v", len(page.Tables), err)
	}
}

// What goes wrong is told without the key or the signature.
func TestNoSecrets(t *testing.T) {
	account := served(t)
	sas := "sv=2019-02-02&ss=t&srt=sco&sp=rwdlacu&se=2100-01-01T00:00:00Z&sig=" + url.QueryEscape(another)
	for what, connection := range map[string]string{
		"wrong key":       "AccountName=devstoreaccount1;AccountKey=" + another + ";TableEndpoint=" + account,
		"wrong signature": "TableEndpoint=" + account + ";SharedAccessSignature=" + sas,
		"nobody there":    "TableEndpoint=http://127.0.0.1:1/devstoreaccount1;SharedAccessSignature=" + sas,
		"no equals":       another + ";x",
	} {
		said, err := try(t, connection, mixed)
		text := said
		if err != nil {
			text += err.Error()
		}
		if err == nil || strings.Contains(text, another) || strings.Contains(text, url.QueryEscape(another)) || strings.Contains(text, another[:16]) {
			t.Errorf("%s: %s", what, text)
		}
		t.Log(text)
	}
}

// A real account is sent nothing before somebody agrees.
func TestAsks(t *testing.T) {
	http.DefaultTransport.(*http.Transport).Proxy = func(*http.Request) (*url.URL, error) {
		t.Error("a request was sent")
		return nil, io.EOF
	}
	said, err := try(t, "AccountName=acc;AccountKey="+another, mixed)
	if err == nil || !strings.Contains(err.Error(), "-yes") || !strings.Contains(said, "acc.table.core.windows.net") {
		t.Errorf("%v\n%s", err, said)
	}
	if found, _ := filepath.Glob("*.recording"); found != nil {
		t.Errorf("there is %v", found)
	}
}
