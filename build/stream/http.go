package stream

import (
	"io"
	"net/http"
	"time"

	"github.com/keyrange/keyrange/engine/observe"
)

// slow is how long a listener may take for an event.
const slow = 10 * time.Second

// ServeHTTP sends events until the listener is gone or the stream stops. A listener
// that names the last event it got, as browsers do when they connect again, gets those
// that it missed as far as they are kept. One that names none, as a page that was loaded
// again, is told of the seconds before it as far as they are kept.
func (s *Stream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		http.Error(w, "Use GET.", http.StatusMethodNotAllowed)
		return
	}
	l, list, ok := s.enter(r.Header.Get("Last-Event-ID"))
	if !ok {
		http.Error(w, "Too many listen already. Close another page.", http.StatusServiceUnavailable)
		return
	}
	defer s.leave(l)
	c := http.NewResponseController(w)
	c.SetReadDeadline(time.Time{})
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(http.StatusOK)
	for {
		if !s.tell(w, c, list) {
			return
		}
		select {
		case _, open := <-l.due:
			if !open {
				return
			}
			list = s.news(l)
		case <-r.Context().Done():
			return
		}
	}
}

// tell sends events, each within its time. It is false when the listener is gone.
func (s *Stream) tell(w io.Writer, c *http.ResponseController, list []kept) bool {
	for _, k := range list {
		c.SetWriteDeadline(time.Now().Add(slow))
		if _, err := io.WriteString(w, "id: "+observe.ID(s.run, k.last)+"\ndata: "+string(k.text())+"\n\n"); err != nil || c.Flush() != nil {
			return false
		}
	}
	return c.Flush() == nil
}
