package load

import (
	"bufio"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/build/conformance"
)

// target is a server that is measured.
type target struct {
	name      string
	address   string
	signature string
	process   int
	stop      func()
	next      int // number of the next request
}

// program starts one of this program's own servers in a process of its own.
func program(name string, args ...string) (*target, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	t := &target{name: name, signature: signature(), process: cmd.Process.Pid, stop: func() { cmd.Process.Kill(); cmd.Wait() }}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, text, found := strings.Cut(lines.Text(), "Tables at "); found {
			u, err := url.Parse(text)
			if err != nil {
				break
			}
			t.address = u.Host
			return t, nil
		}
	}
	t.stop()
	return nil, fmt.Errorf("%s did not start", name)
}

func azurite(root string) (*target, error) {
	a, err := conformance.StartAzurite(root)
	if err != nil {
		return nil, err
	}
	return &target{name: "Azurite " + conformance.AzuriteVersion, address: a.Address, signature: signature(), process: a.Process,
		stop: func() { a.Close() }}, nil
}

// fill makes the table and the entities that are read.
func (t *target) fill() error {
	c, err := dial(t.address)
	if err != nil {
		return err
	}
	defer c.conn.Close()
	if status, err := c.do(post(nil, t, "/Tables", `{"TableName":"Load"}`)); err != nil || status != 201 {
		return fmt.Errorf("%s: the table is answered with %d, %v", t.name, status, err)
	}
	for n := range partitions * pageSize {
		body := entity(fmt.Sprintf("p%03d", n/pageSize), fmt.Sprintf("%03d", n%pageSize), n)
		if status, err := c.do(post(nil, t, "/Load", body)); err != nil || status != 201 {
			return fmt.Errorf("%s: an entity is answered with %d, %v", t.name, status, err)
		}
	}
	return nil
}

// residentBytes is the memory of the target's process, 0 where it cannot be
// told.
func (t *target) residentBytes() int {
	if runtime.GOOS != "linux" {
		return 0
	}
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(t.process), "status"))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kilobytes, err := strconv.Atoi(fields[0])
	if err != nil {
		return 0
	}
	return kilobytes << 10
}
