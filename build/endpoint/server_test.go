package endpoint

import (
	"net"
	"strings"
	"testing"
)

// Who finds the port taken is told the flag that chooses another.
func TestPortInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := Listen(l.Addr().String()); err == nil || !strings.Contains(err.Error(), "-tables-port (with make: TABLES_PORT)") {
		t.Errorf("got %v", err)
	}
}
