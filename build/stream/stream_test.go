package stream

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/keyrange/keyrange/build/frontdoor"
	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/sim/keyed"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// viewer is a listener that keeps what it gets.
type viewer struct {
	httptest.ResponseRecorder
	mu   sync.Mutex
	text bytes.Buffer
	stop context.CancelFunc
	done chan struct{}
}

func (v *viewer) Write(p []byte) (int, error) { return v.WriteString(string(p)) }

func (v *viewer) WriteString(p string) (int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.text.WriteString(p)
}

func (v *viewer) Flush() {}

// view listens from now on, after an event with an id if there is one.
func view(t *testing.T, s *Stream, after string) *viewer {
	ctx, stop := context.WithCancel(t.Context())
	v := &viewer{stop: stop, done: make(chan struct{})}
	v.HeaderMap = http.Header{}
	r := httptest.NewRequestWithContext(ctx, "GET", observe.Path, nil)
	r.Header.Set("Last-Event-ID", after)
	go func() {
		s.ServeHTTP(v, r)
		close(v.done)
	}()
	synctest.Wait()
	return v
}

// events are what it got, with their ids.
func (v *viewer) events(t *testing.T) (ids []string, list []observe.Event) {
	t.Helper()
	v.mu.Lock()
	defer v.mu.Unlock()
	for text := range strings.SplitSeq(strings.TrimSuffix(v.text.String(), "\n\n"), "\n\n") {
		id, data, found := strings.Cut(strings.TrimPrefix(text, "id: "), "\ndata: ")
		if !found {
			continue
		}
		e, err := observe.Decode([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		ids, list = append(ids, id), append(list, e)
	}
	return ids, list
}

func sent(list []observe.Event) (n int64) {
	for _, e := range list {
		n += e.Total.Sent
	}
	return n
}

func (s *Stream) ask(n int) {
	for i := range n {
		s.Add(&observe.Operation{At: s.Now(), Kind: observe.Insert, Table: "Tab", PartitionKey: fmt.Sprint(i), Status: 201, Entities: 1})
	}
}

// All listeners are told of every request once, one that comes back of what it missed,
// and nothing is counted while nobody listens.
func TestViewers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(nil)
		s.ask(5)
		if s.Active() {
			t.Error("nobody listens, and it counts")
		}
		a, b := view(t, s, ""), view(t, s, "")
		for range 10 {
			s.ask(7)
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(time.Second)
		ids, got := a.events(t)
		_, other := b.events(t)
		if sent(got) != 70 || sent(other) != 70 || len(got) < 8 || len(got) > 11 {
			t.Errorf("%d and %d requests in %d events, want 70 and at most ten events in two seconds", sent(got), sent(other), len(got))
		}
		a.stop()
		<-a.done
		s.ask(3)
		time.Sleep(time.Second)
		c := view(t, s, ids[len(ids)-1])
		s.ask(2)
		time.Sleep(time.Second)
		back, more := c.events(t)
		if sent(more) != 5 || back[0] == ids[len(ids)-1] {
			t.Errorf("whoever comes back is told of %d requests, want 5", sent(more))
		}
		foreign := view(t, s, "OTHER-1")
		if _, list := foreign.events(t); len(list) > 1 {
			t.Error("who listened to another run is told of what it missed of this one")
		}
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
		<-b.done
		<-c.done
		<-foreign.done
		time.Sleep(time.Second)
	})
}

// A page that is loaded again is told of everything that was counted before, once, and
// then goes on with the others: by single events while all of them are kept, and by
// seconds later.
func TestPast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(nil)
		stays := view(t, s, "")
		time.Sleep(every / 4)
		for range 100 {
			s.ask(7)
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(every)
		ids, _ := stays.events(t)
		told := func(after string, want int64, events int) {
			t.Helper()
			v := view(t, s, after)
			s.ask(5)
			time.Sleep(time.Second)
			_, got := v.events(t)
			if sent(got) != want || len(got) > events {
				t.Errorf("%d requests in %d events, want %d in at most %d", sent(got), len(got), want, events)
			}
			for i := 1; i < len(got); i++ {
				if got[i].At-got[i].Span != got[i-1].At || got[i].Seq <= got[i-1].Seq {
					t.Errorf("event %d lasts from %d to %d, after one that ends at %d", i, got[i].At-got[i].Span, got[i].At, got[i-1].At)
				}
			}
			v.stop()
			<-v.done
		}
		told("", 705, 60)
		time.Sleep(MaxKept * every)
		told("", 710, 80)
		told(ids[9], 715-7*2*10, 80)  // it was told of two seconds, and of nothing of the third
		told(ids[10], 720-7*2*15, 80) // of a second of which it knows a part it is not told again
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
		<-stays.done
		time.Sleep(time.Second)
	})
}

// Who reads slowly gets what came meanwhile as far as it is kept, and holds up nobody.
func TestSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(nil)
		l, _, _ := s.enter("")
		defer s.leave(l)
		for range 30 {
			s.ask(2)
			time.Sleep(time.Second)
		}
		time.Sleep(every / 2)
		n, list := int64(0), s.news(l)
		for _, k := range list {
			e, err := observe.Decode(k.data)
			if err != nil {
				t.Fatal(err)
			}
			n += e.Total.Sent
		}
		if n != 60 || len(list) < 140 || len(s.news(l)) != 0 {
			t.Errorf("%d requests in %d events, want 60 in each fifth of a second, once", n, len(list))
		}
		s.Stop()
		time.Sleep(time.Second)
	})
}

// What is kept has bounds, and after a while without listeners nothing is kept.
func TestBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(nil)
		first := view(t, s, "")
		for range 3 * MaxKept {
			s.ask(1)
			time.Sleep(every)
		}
		s.mu.Lock()
		if len(s.kept.list) > MaxKept || s.kept.bytes > MaxKeptBytes {
			t.Errorf("%d events with %d bytes are kept", len(s.kept.list), s.kept.bytes)
		}
		s.mu.Unlock()
		var all []*viewer
		for range MaxViewers {
			all = append(all, view(t, s, ""))
		}
		if last := all[MaxViewers-1]; last.Code != http.StatusServiceUnavailable {
			t.Errorf("listener %d is answered with %d, want %d", MaxViewers+1, last.Code, http.StatusServiceUnavailable)
		}
		for _, v := range append(all, first) {
			v.stop()
			<-v.done
		}
		if !s.Active() {
			t.Error("a page that is loaded again finds nothing kept")
		}
		time.Sleep(2 * linger)
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.Active() || s.kept.list != nil || s.past.list != nil || s.observer != nil {
			t.Error("nobody listens any more, and it counts")
		}
	})
}

// file is a recording in memory.
type file struct {
	bytes.Buffer
	closed bool
}

func (f *file) Close() error { f.closed = true; return nil }

// A recording has every request, also those of the last moment, and can be read back.
func TestRecord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		setting, err := frontdoor.ReadSetting(frontdoor.Then, "quick")
		if err != nil {
			t.Fatal(err)
		}
		door := frontdoor.New(setting, nil)
		defer door.Close()
		s, f := New(door), &file{}
		if err := s.Record(f, "test", func(err error) { t.Error(err) }); err != nil {
			t.Fatal(err)
		}
		total := 0
		for i := range 30 {
			if i < 10 || i > 20 {
				s.ask(i)
				total += i
			}
			k := keyed.Key{Table: "Tab", PartitionKey: "m"}
			door.Pass(t.Context(), k, service.Insert, 1)
			if i == 5 {
				door.Split(k)
			}
			time.Sleep(500 * time.Millisecond)
		}
		s.ask(4)
		err = s.Stop()
		time.Sleep(time.Second)
		if err != nil || !f.closed {
			t.Errorf("got %v, closed %v", err, f.closed)
		}
		r, wrong := observe.ReadRecording(f.Bytes(), func(int, int) {})
		if wrong != nil {
			t.Fatal(wrong)
		}
		if n := sent(r.Events); n != int64(total+4) || len(r.Events) > 16 || r.Cut {
			t.Errorf("%d requests in %d events, want %d in at most 16", n, len(r.Events), total+4)
		}
		ranges, notes := 0, ""
		for _, e := range r.Events {
			if e.Service != nil {
				ranges, notes = max(ranges, len(e.Service.Ranges)), notes+strings.Join(e.Service.Notes, " ")
			}
		}
		if ranges != 2 || !strings.Contains(notes, "is away for") {
			t.Errorf("%d ranges, and the model did %q, want two and one that moves", ranges, notes)
		}
	})
}
