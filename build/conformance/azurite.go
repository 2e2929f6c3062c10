package conformance

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"github.com/keyrange/keyrange/engine/wire/rule"
)

// AzuriteVersion is the release that the endpoint is compared with.
const AzuriteVersion = "3.37.0"

// azurite is the emulator as a process, which is started again when its account
// cannot be made empty: it lists tables that it does not delete.
type azurite struct {
	program, port, folder string
	cmd                   *exec.Cmd
}

// StartAzurite runs the emulator, installed in build/conformance/azurite of
// the repository at root, with its tables in memory. It takes the clock of the
// machine.
func StartAzurite(root string) (*Target, error) {
	program, err := filepath.Abs(filepath.Join(root, "build/conformance/azurite/node_modules/azurite/dist/src/table/main.js"))
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(program); err != nil {
		return nil, errors.New("azurite is not installed: use make conformance")
	}
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	_, port, _ := net.SplitHostPort(address)
	folder, err := os.MkdirTemp("", "keyrange-azurite-")
	if err != nil {
		return nil, err
	}
	a := &azurite{program: program, port: port, folder: folder}
	t := &Target{
		Name: "Azurite " + AzuriteVersion, Address: address,
		advance: func(int) error { return errFixedClock }, now: time.Now, close: a.close,
	}
	t.reset = func(w *Wire) error {
		if empty(w) == nil {
			return nil
		}
		w.Close()
		a.stop()
		return a.start(t)
	}
	if err := a.start(t); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

func (a *azurite) start(t *Target) error {
	a.cmd = exec.Command("node", a.program, "--silent", "--inMemoryPersistence", "--skipApiVersionCheck", "--disableTelemetry",
		"--tableHost", "127.0.0.1", "--tablePort", a.port)
	a.cmd.Dir = a.folder
	if err := a.cmd.Start(); err != nil {
		a.cmd = nil
		return err
	}
	t.Process = a.cmd.Process.Pid
	return await(t.Address)
}

func (a *azurite) stop() {
	if a.cmd != nil {
		a.cmd.Process.Kill()
		a.cmd.Wait()
		a.cmd = nil
	}
}

func (a *azurite) close() error {
	a.stop()
	return os.RemoveAll(a.folder)
}

// freeAddress is one on the loopback that nobody listens at.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// await waits until somebody listens at an address.
func await(address string) error {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if conn, err := net.Dial("tcp", address); err == nil {
			return conn.Close()
		}
	}
	return fmt.Errorf("nobody listens at %s after a minute", address)
}

var listed = regexp.MustCompile(`"TableName":"([^"]*)"`)

// empty deletes all tables of an account.
func empty(w *Wire) error {
	answer, err := plain(w, "GET", "/Tables")
	if err != nil {
		return err
	}
	for _, name := range listed.FindAllStringSubmatch(answer.Body, -1) {
		answer, err := plain(w, "DELETE", "/Tables('"+name[1]+"')")
		if err != nil {
			return err
		}
		if answer.Status != http.StatusNoContent {
			return errors.New("deleting " + name[1] + " is answered with " + strconv.Itoa(answer.Status))
		}
	}
	return nil
}

// plain sends a signed request without a body.
func plain(w *Wire, method, path string) (Answer, error) {
	r := Request{rule.Request{Method: method, URL: "/" + account + path, Fields: []Field{
		{Name: "Host", Value: w.address}, {Name: "Accept", Value: "application/json;odata=nometadata"},
		{Name: "x-ms-version", Value: "2019-02-02"},
	}}}
	r.sign(time.Now())
	return w.Do(r)
}
