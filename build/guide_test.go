package main

import (
	"bytes"
	"strings"
	"testing"
)

// Where tests steer the endpoint is told as an address that takes it, and not at
// all where this machine has none.
func TestTellSteering(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:10002": "http://127.0.0.1:10002/keyrange/faults",
		"[::1]:10002":     "http://[::1]:10002/keyrange/faults",
		"0.0.0.0:10002":   "http://127.0.0.1:10002/keyrange/faults",
		"[::]:10002":      "http://127.0.0.1:10002/keyrange/faults",
		"10.1.2.3:10002":  "",
	} {
		var out bytes.Buffer
		(&tableSetting{token: "token"}).tellClients(address, &out)
		said := out.String()
		if want == "" && strings.Contains(said, "/keyrange/") || !strings.Contains(said, want) {
			t.Errorf("%s: got %s, want %q", address, said, want)
		}
	}
}
