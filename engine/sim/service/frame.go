package service

import (
	"encoding/binary"

	"github.com/keyrange/keyrange/engine/sim/clock"
)

// The bytes of a range and of a server in a frame.
const (
	FrameRangeSize  = 96
	FrameServerSize = 16
)

// MaxServers is the most servers that a service may have.
const MaxServers = 256

// AppendFrame appends all ranges and then all servers to a buffer, packed: fields
// little-endian. With a buffer that is large enough nothing is allocated.
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
func (s *Service) AppendFrame(to []byte) []byte {
	var ranges [MaxServers]uint32
	for _, i := range s.order {
		ranges[s.ranges[i].server]++
		to = s.appendRange(to, &s.ranges[i])
	}
	for i := range s.servers {
		v := &s.servers[i]
		dead := uint32(0)
		if v.dead {
			dead = 1
		}
		to = put4(to, uint32(v.load), uint32(v.pending), ranges[i], dead)
	}
	return to
}

func (s *Service) appendRange(to []byte, r *rangeState) []byte {
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
	l.PutUint32(b[32:], uint32(r.progress(s.clock)))
	l.PutUint32(b[36:], uint32(s.pending(r)))
	l.PutUint32(b[40:], uint32(t.load.Utilisation))
	l.PutUint32(b[44:], uint32(t.load.Rate))
	l.PutUint32(b[48:], uint32(t.load.Throttled))
	l.PutUint32(b[52:], uint32(t.load.Rate*1000/s.params.PartitionTarget))
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
func (r *rangeState) progress(c *clock.Clock) int64 {
	if r.phase == Online || r.until <= r.since {
		return -1
	}
	return (c.Now - r.since) * 1000 / (r.until - r.since)
}

func put4(to []byte, values ...uint32) []byte {
	for _, v := range values {
		to = binary.LittleEndian.AppendUint32(to, v)
	}
	return to
}
