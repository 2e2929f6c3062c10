package load

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/keyrange/keyrange/engine/observe"
)

// viewer listens to the stream as the live screen does, and connects again when it
// breaks off, with the id of the last event that it got.
type viewer struct {
	events   int
	told     int64         // requests that the events tell of
	missed   uint64        // events that were skipped within a run of the endpoint
	silence  time.Duration // the longest between two events of one run
	away     time.Duration // and over a kill
	runs     int
	last     time.Time // when an event came
	run, id  string
	next     uint64 // number of the next event
	refusals int    // connections that were answered with anything but a stream
}

// again is how long a viewer waits until it connects again.
const again = 50 * time.Millisecond

// watch listens until ctx ends.
func (v *viewer) watch(ctx context.Context, address, token string) {
	v.last = time.Now()
	for ctx.Err() == nil {
		v.listen(ctx, address, token)
		select {
		case <-ctx.Done():
		case <-time.After(again):
		}
	}
}

// listen connects and reads events until the connection ends.
func (v *viewer) listen(ctx context.Context, address, token string) {
	r, err := http.NewRequestWithContext(ctx, "GET", "http://"+address+observe.Path, nil)
	if err != nil {
		return
	}
	r.Header.Set("Authorization", "Bearer "+token)
	if v.id != "" {
		r.Header.Set("Last-Event-ID", v.id)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		v.refusals++
		return
	}
	v.readEvents(bufio.NewReaderSize(resp.Body, 1<<16))
}

func (v *viewer) readEvents(in *bufio.Reader) {
	id := ""
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimSuffix(line, "\n")
		if text, found := strings.CutPrefix(line, "id: "); found {
			id = text
		}
		if data, found := strings.CutPrefix(line, "data: "); found {
			e, err := observe.Decode([]byte(data))
			if err != nil {
				v.refusals++
				return
			}
			v.note(id, &e, time.Now())
		}
	}
}

// note counts an event.
func (v *viewer) note(id string, e *observe.Event, now time.Time) {
	gap := now.Sub(v.last)
	if e.Run != v.run {
		v.away = max(v.away, gap)
		v.run = e.Run
		v.runs++
	} else {
		v.silence = max(v.silence, gap)
		v.missed += e.Seq - v.next
	}
	v.events, v.told = v.events+1, v.told+e.Total.Sent
	v.id, v.last, v.next = id, now, e.Seq+1
}
