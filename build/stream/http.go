package stream

import (
	"io"
	"net/http"
	"time"
)

// slow is how long a listener may take for an event.
const slow = 10 * time.Second

// ServeHTTP sends events until the listener is gone or the stream stops. A listener
// that names the last event it got, as browsers do when they connect again, gets those
// that it missed as far as they are kept.
func (s *Stream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		http.Error(w, "Use GET.", http.StatusMethodNotAllowed)
		return
	}
	events, missed, ok := s.join(r.Header.Get("Last-Event-ID"))
	if !ok {
		http.Error(w, "Too many listen already. Close another page.", http.StatusServiceUnavailable)
		return
	}
	defer s.leave(events)
	c := http.NewResponseController(w)
	c.SetReadDeadline(time.Time{})
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(http.StatusOK)
	send := func(k kept) bool {
		c.SetWriteDeadline(time.Now().Add(slow))
		_, err := io.WriteString(w, "id: "+s.id(k.seq)+"\ndata: "+string(k.data)+"\n\n")
		return err == nil && c.Flush() == nil
	}
	for _, k := range missed {
		if !send(k) {
			return
		}
	}
	c.Flush()
	for {
		select {
		case k, open := <-events:
			if !open || !send(k) {
				return
			}
		case <-r.Context().Done():
			return
		}
	}
}
