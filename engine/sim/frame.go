package sim

import (
	"encoding/binary"
	"slices"

	"github.com/keyrange/keyrange/engine/sim/record"
)

// A Frame is what a picture of a run needs, packed: fields of four or eight bytes,
// little-endian, in the order of AppendFrame. FrameVersion is its first byte and
// changes when the order does.
const (
	FrameVersion    = 1
	FrameHeaderSize = 26 * 8
	FrameRangeSize  = 96
	FrameServerSize = 16
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
// A range has: low and high (8 each), number, parent, server (4 each), phase,
// change, 2 bytes of nothing; progress of the change in thousandths, or -1;
// entities that wait; utilisation in thousandths; entities per second; throttled
// in millionths; share of the partition's target in thousandths (4 each); hot
// since and hot for at least, in microseconds or -1 (8 each); entities stored (8);
// times without a key; requests, throttled and entities since the last tick (4
// each).
//
// A server has: utilisation in thousandths, entities that wait, ranges, and
// whether it has failed (4 each).
func (s *Simulation) AppendFrame(to []byte) []byte {
	to = s.appendHeader(to)
	var ranges [MaxServers]uint32
	for _, i := range s.state.order {
		ranges[s.state.ranges[i].server]++
		to = s.appendRange(to, &s.state.ranges[i])
	}
	for i := range s.state.servers {
		v := &s.state.servers[i]
		dead := uint32(0)
		if v.dead {
			dead = 1
		}
		to = put4(to, uint32(v.load), uint32(v.pending), ranges[i], dead)
	}
	return to
}

func (s *Simulation) appendHeader(to []byte) []byte {
	t := &s.state.ledger.Totals
	latency := &s.recorder.At(s.state.clock.Now).Latency
	var q [3]int64
	latency.Quantiles([]uint64{500, 900, 990}, q[:])
	running := int64(0)
	for i := range s.state.groups {
		running += int64(s.state.groups[i].active)
	}
	return put8(to, FrameVersion, uint64(s.state.clock.Now), s.state.seed,
		t.Sent, t.Done, t.Entities, t.Throttled, t.Unavailable, t.AccountThrottled, t.Billed(), t.Failed, t.Inserted, t.Deleted, t.Pages, t.Empty,
		uint64(q[0]), uint64(q[1]), uint64(q[2]), uint64(running), uint64(s.state.waiting), uint64(s.state.ledger.Notes), s.state.events,
		uint64(s.state.params.PartitionTarget), uint64(len(s.state.order)), uint64(len(s.state.servers)), uint64(len(s.recorder.Heat().Rows)))
}

func (s *Simulation) appendRange(to []byte, r *rangeState) []byte {
	n := len(to)
	var empty [FrameRangeSize]byte
	to = append(to, empty[:]...)
	b := (*[FrameRangeSize]byte)(to[n:])
	t, l := &r.meter, binary.LittleEndian
	l.PutUint64(b[0:], r.Low)
	l.PutUint64(b[8:], r.High)
	l.PutUint32(b[16:], r.uid)
	l.PutUint32(b[20:], r.parent)
	l.PutUint32(b[24:], uint32(r.server))
	b[28], b[29] = byte(r.phase), byte(r.change)
	l.PutUint32(b[32:], uint32(s.progress(r)))
	l.PutUint32(b[36:], uint32(s.state.pending(r)))
	l.PutUint32(b[40:], uint32(t.load.Utilisation))
	l.PutUint32(b[44:], uint32(t.load.Rate))
	l.PutUint32(b[48:], uint32(t.load.Throttled))
	l.PutUint32(b[52:], uint32(t.load.Rate*1000/s.state.params.PartitionTarget))
	l.PutUint64(b[56:], uint64(t.hotSince))
	l.PutUint64(b[64:], uint64(t.hotNeed))
	l.PutUint64(b[72:], uint64(r.store.total))
	l.PutUint32(b[80:], r.noSplit)
	l.PutUint32(b[84:], uint32(t.offered))
	l.PutUint32(b[88:], uint32(t.throttled))
	l.PutUint32(b[92:], uint32(t.served))
	return to
}

// progress is how far a change is whose end is known.
func (s *Simulation) progress(r *rangeState) int64 {
	if r.phase == Online || r.until <= r.since {
		return -1
	}
	return (s.state.clock.Now - r.since) * 1000 / (r.until - r.since)
}

func put4(to []byte, values ...uint32) []byte {
	for _, v := range values {
		to = binary.LittleEndian.AppendUint32(to, v)
	}
	return to
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
		keys[i] = int64((rows[i+1] - rows[i]) / s.model.demand.Scale())
	}
	slices.Sort(keys)
	return max(1, keys[len(keys)/2])
}
