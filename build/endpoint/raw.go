package endpoint

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/keyrange/keyrange/engine/wire"
)

// How long, and for how many bytes, a client is listened to that is still
// sending after its answer: a connection that is closed before may lose the
// answer.
const (
	lingerTime  = 2 * time.Second
	lingerBytes = 256 << 20
)

// rawText is an answer as it is sent, after which the connection ends.
func rawText(resp wire.Response) string {
	var text strings.Builder
	fmt.Fprintf(&text, "HTTP/1.1 %d %s\r\n", resp.Status, resp.Reason)
	for _, f := range resp.Header {
		if f.Name != "Content-Length" {
			fmt.Fprintf(&text, "%s: %s\r\n", f.Name, f.Value)
		}
	}
	fmt.Fprintf(&text, "Content-Length: %d\r\nConnection: close\r\n\r\n%s", len(resp.Body), resp.Body)
	return text.String()
}

// sendRaw writes a response with its own reason phrase and closes the
// connection.
func sendRaw(w http.ResponseWriter, resp wire.Response) error {
	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(lingerTime))
	if _, err := io.WriteString(conn, rawText(resp)); err != nil {
		return nil // the client is gone
	}
	if tcp, ok := conn.(interface{ CloseWrite() error }); ok {
		tcp.CloseWrite()
	}
	io.CopyN(io.Discard, buffered, lingerBytes)
	return nil
}
