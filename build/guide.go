package main

import (
	"fmt"
	"io"
	"net"

	"github.com/keyrange/keyrange/engine/snippet"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// url is the address of the account.
func (s *tableSetting) url(address string) string {
	reached, _ := reachable(address)
	return "http://" + reached + "/" + access.DevelopmentAccount
}

// reachable is an address as clients use it, and whether it is the machine's own.
// One that stands for all of the machine is told as the machine's own.
func reachable(address string) (reached string, own bool) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return address, false
	}
	ip := net.ParseIP(host)
	if ip != nil && ip.IsUnspecified() {
		return net.JoinHostPort("127.0.0.1", port), true
	}
	return address, ip != nil && ip.IsLoopback()
}

// connectionString is what official clients take.
func (s *tableSetting) connectionString(address string) string {
	key := s.key
	if key == "" {
		key = access.DevelopmentKey
	}
	return "DefaultEndpointsProtocol=http;AccountName=" + access.DevelopmentAccount + ";AccountKey=" + key +
		";TableEndpoint=" + s.url(address) + ";"
}

// tellClients says how the official clients connect. The connection string is a
// line of its own, to be copied.
func (s *tableSetting) tellClients(address string, out io.Writer) {
	fmt.Fprintf(out, "\nConnection string, for example as %s:\n%s\n\n", snippet.Variable, s.connectionString(address))
	for _, l := range snippet.Clients() {
		if line, ok := snippet.Connect(l.ID); ok {
			fmt.Fprintf(out, "  %-11s %s\n", l.Name, line)
		}
	}
	s.tellSteering(address, out)
}

// tellSteering says how tests steer the endpoint, where they can: from the machine
// itself.
func (s *tableSetting) tellSteering(address string, out io.Writer) {
	fmt.Fprintln(out)
	if reached, own := reachable(address); own {
		fmt.Fprintf(out, "Faults and snapshots for tests: http://%s/keyrange/faults with Authorization: Bearer %s\n\n", reached, s.token)
	}
}
