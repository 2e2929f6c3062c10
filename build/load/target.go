package load

import (
	"bufio"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

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
func program(name string, args ...string) (*target, error) { return programWith(nil, name, args...) }

// programWith does so with more in its environment.
func programWith(environment []string, name string, args ...string) (*target, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), environment...)
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
	return &target{name: azuriteName, address: a.Address, signature: signature(), process: a.Process,
		stop: func() { a.Close() }}, nil
}

// port is where the target listens.
func (t *target) port() (string, error) {
	_, port, err := net.SplitHostPort(t.address)
	return port, err
}

// make makes a table.
func (t *target) make(table string) error {
	c, err := dial(t.address)
	if err != nil {
		return err
	}
	defer c.close()
	made := post(nil, t, "/Tables", jsonType, func(to []byte) []byte { return append(to, `{"TableName":"`+table+`"}`...) })
	if status, err := c.do(made); err != nil || status != 201 {
		return fmt.Errorf("%s: the table %s is answered with %d, %v", t.name, table, status, err)
	}
	return nil
}

// fill makes the tables and the entities that are read.
func (t *target) fill() error {
	for _, table := range []string{"Load", "Batches"} {
		if err := t.make(table); err != nil {
			return err
		}
	}
	c, err := dial(t.address)
	if err != nil {
		return err
	}
	defer c.close()
	for n := range partitions * pageSize {
		one := post(nil, t, "/Load", jsonType, func(to []byte) []byte {
			return entity(to, digits([]byte{'p'}, n/pageSize, 3), digits(nil, n%pageSize, 3), n)
		})
		if status, err := c.do(one); err != nil || status != 201 {
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

// tick is the unit of the times in /proc (proc(5), USER_HZ).
const tick = 10 * time.Millisecond

// processorTime is how long processors have worked for a process, 0 where it
// cannot be told.
func processorTime(process int) time.Duration {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(process), "stat"))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), ") ") // behind the name of the program
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	user, a := strconv.Atoi(fields[11])
	system, b := strconv.Atoi(fields[12])
	if a != nil || b != nil {
		return 0
	}
	return time.Duration(user+system) * tick
}
