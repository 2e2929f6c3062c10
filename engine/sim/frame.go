package sim

import (
	"encoding/binary"
	"sort"

	"github.com/keyrange/keyrange/engine/sim/record"
)

// A Frame is what a picture of a run needs, packed: fields of four or eight bytes,
// little-endian, in the order of AppendFrame. FrameVersion is its first byte and
// changes when the order does.
const (
	FrameVersion    = 1
	FrameHeaderSize = 26 * 8
)

// AppendFrame appends the Frame of this moment to a buffer and returns it. With a
// buffer that is large enough nothing is allocated.
//
// The header has 26 fields of eight bytes: version, virtual time, seed, then the
// counts sent, done, entities, throttled, unavailable, accountThrottled, billed,
// failed, inserted, deleted, pages, empty pages; the latencies p50, p90 and p99
// in microseconds of the column of the heat map that holds this moment; threads
// that run, and threads and requests that wait after an error; notes so far;
// events; target of a partition; ranges, servers, and the rows of the heat map.
//
// What a range and a server have says service.Service.AppendFrame.
func (s *Simulation) AppendFrame(to []byte) []byte {
	return s.state.service.AppendFrame(s.appendHeader(to))
}

func (s *Simulation) appendHeader(to []byte) []byte {
	t, c, p := &s.state.ledger.Totals, &s.state.clients, s.state.service.Params()
	latency := &s.recorder.At(s.state.clock.Now).Latency
	var q [3]int64
	latency.Quantiles([]uint64{500, 900, 990}, q[:])
	return put8(to, FrameVersion, uint64(s.state.clock.Now), s.scenario.Seed,
		t.Sent, t.Done, t.Entities, t.Throttled, t.Unavailable, t.AccountThrottled, t.Billed(), t.Failed, t.Inserted, t.Deleted, t.Pages, t.Empty,
		uint64(q[0]), uint64(q[1]), uint64(q[2]), uint64(c.Running()), uint64(c.Waiting()), uint64(s.state.ledger.Notes), s.state.events,
		uint64(p.PartitionTarget), uint64(s.state.service.Ranges()), uint64(p.Servers), uint64(len(s.recorder.Heat().Rows)))
}

func put8(to []byte, values ...uint64) []byte {
	for _, v := range values {
		to = binary.LittleEndian.AppendUint64(to, v)
	}
	return to
}

// Heat returns the heat map of everything that was recorded, also of what lies
// behind this moment after the run has gone back.
func (s *Simulation) Heat() record.Heat { return s.recorder.Heat() }

// RowKeys returns how many PartitionKeys the template can make between two
// neighbouring rows of the heat map, in the middle of all rows. It is beyond
// counting where keys are random.
func (s *Simulation) RowKeys() int64 {
	rows := s.recorder.Heat().Rows
	if len(rows) < 2 {
		return 1
	}
	keys := make([]int64, len(rows)-1)
	for i := range keys {
		keys[i] = int64((rows[i+1] - rows[i]) / s.source.Scale())
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] })
	return max(1, keys[len(keys)/2])
}
