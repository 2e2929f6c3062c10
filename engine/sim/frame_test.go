package sim

import (
	"encoding/binary"
	"testing"

	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// A frame says what the run says, at the places that its comment gives.
func TestFrame(t *testing.T) {
	s := must(t, scenarioOf(t, "failure"))
	s.Run(3*clock.Minute + 5*clock.Second) // a server has just failed
	b := s.AppendFrame(nil)
	total := s.Total()
	eight := func(at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }
	four := func(at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }
	for i, want := range map[int]uint64{0: FrameVersion, 1: uint64(s.Now()), 2: 1, 3: total.Sent, 4: total.Done, 6: total.Throttled, 7: total.Unavailable, 9: total.Billed(), 18: 240, 20: uint64(len(s.Notes())), 22: 500, 23: 64, 24: 16} {
		if got := eight(8 * i); got != want {
			t.Errorf("field %d of the header: got %d, want %d", i, got, want)
		}
	}
	if p50, p99 := eight(8*15), eight(8*17); p50 < 40_000 || p50 > 60_000 || p99 < p50 {
		t.Errorf("got p50 %d and p99 %d microseconds", p50, p99)
	}
	m := s.Map()
	offline := 0
	for i := range m.Len() {
		at := FrameHeaderSize + i*service.FrameRangeSize
		low, _, bounded := m.Bounds(i)
		if i > 0 && s.Key(eight(at)) != low || (eight(at+8) != 0) != bounded || int(four(at+24)) != m.Server(i) {
			t.Errorf("range %d from %q on server %d is at %q on server %d", i, low, m.Server(i), s.Key(eight(at)), four(at+24))
		}
		if service.Phase(b[at+28]) == service.Offline {
			offline++
			if p := int32(four(at + 32)); p < 0 || p > 1000 {
				t.Errorf("range %d has made %d thousandths of its way", i, p)
			}
		}
	}
	for i, r := range s.Ranges() {
		at := FrameHeaderSize + i*service.FrameRangeSize
		if r.Number != four(at+16) || int(four(at+24)) != r.Server || byte(r.Phase) != b[at+28] || uint32(r.Rate) != four(at+44) || uint32(r.Target) != four(at+52) || uint64(r.Stored) != eight(at+72) {
			t.Errorf("the list says of range %d: %+v, which the frame does not", i, r)
		}
	}
	if offline != 4 {
		t.Errorf("%d ranges are away, want the 4 of the server that has failed", offline)
	}
	if at := FrameHeaderSize + 64*service.FrameRangeSize + 5*service.FrameServerSize; four(at+8) != 0 || four(at+12) != 1 {
		t.Errorf("server 5 has %d ranges and failed: %d, want 0 and 1", four(at+8), four(at+12))
	}
}
