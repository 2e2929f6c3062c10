package live

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/observe"
)

// FirstAddress is where an endpoint listens unless it was told otherwise.
const FirstAddress = "127.0.0.1:10002"

// EventsAt turns what somebody typed as an address into that of an endpoint's events.
// why is a sentence about any other machine or form: this page listens to the
// machine that it is open on and to no other.
func EventsAt(address string) (url, why string) {
	text := strings.TrimSpace(address)
	text = strings.TrimPrefix(text, "http://")
	text, _, _ = strings.Cut(text, "/")
	host, port, found := strings.Cut(text, ":")
	n, err := strconv.ParseUint(port, 10, 16)
	switch {
	case strings.Contains(address, "://") && !strings.HasPrefix(strings.TrimSpace(address), "http://"):
		return "", "The endpoint speaks plain HTTP on this machine, so the address begins with http:// or with nothing."
	case host != "127.0.0.1" && host != "localhost":
		return "", "Only this machine can be watched: 127.0.0.1 or localhost, such as " + FirstAddress + "."
	case !found || err != nil || n == 0:
		return "", "Name the port of the endpoint, such as " + FirstAddress + "."
	}
	return "http://" + host + ":" + strconv.FormatUint(n, 10) + observe.Path, ""
}
