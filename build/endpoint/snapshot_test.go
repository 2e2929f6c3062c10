package endpoint

import (
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// A snapshot that is taken while a change is on its way to the disk waits for it:
// when the disk fails there is no snapshot, because the change was undone.
func TestSnapshotHasWhatLasts(t *testing.T) {
	for name, fails := range map[string]bool{"the disk fails": true, "the disk works": false} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "tables.log")
			synctest.Test(t, func(t *testing.T) { snapshotMeanwhile(t, file, fails) })
		})
	}
}

func snapshotMeanwhile(t *testing.T, file string, fails bool) {
	var d disk
	e, err := New(Options{Data: file, Open: true, File: d.file})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	post := func(path, body string) int {
		const kind = "application/json"
		fields := wire.Header{{Name: "Host", Value: "127.0.0.1"}, {Name: "Accept", Value: kind}, {Name: "Content-Type", Value: kind}}
		req := wire.Request{Method: "POST", URL: "/" + access.DevelopmentAccount + path, Header: fields, Body: []byte(body)}
		return e.Handle(t.Context(), req).Status
	}
	post("/Tables", `{"TableName":"Tab"}`)
	syncing, release := make(chan struct{}), make(chan struct{})
	hook := sync.OnceFunc(func() { close(syncing); <-release; d.unsynced.Store(fails) })
	d.syncing.Store(&hook)
	inserted, took := make(chan int, 1), make(chan error, 1)
	go func() { inserted <- post("/Tab", insert(1)) }()
	<-syncing
	go func() { took <- e.TakeSnapshot("meanwhile") }()
	synctest.Wait() // the snapshot is taken, or waits for the disk
	close(release)
	status, err := <-inserted, <-took
	d.unsynced.Store(false)
	if fails != (status == 500) || fails != (err != nil) {
		t.Errorf("the change is answered with %d, the snapshot with %v", status, err)
	}
	back := e.Restore("meanwhile")
	if fails != (back != nil && strings.Contains(back.Error(), "there is no snapshot")) {
		t.Errorf("going back: got %v", back)
	}
	want := map[bool]int{true: 201, false: 409}[fails] // an insert of what the account has or has not
	if got := post("/Tab", insert(1)); got != want {
		t.Errorf("an insert after it: got %d, want %d", got, want)
	}
}
