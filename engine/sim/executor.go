package sim

import (
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/random"
)

// admit puts a request into the range's queue. A range executes one request at a
// time, on one of the cores that its server shares among its ranges in turn.
func (s *state) admit(index, req int32) {
	r := &s.ranges[index]
	s.add(&r.waiting, req)
	s.servers[r.server].pending += int64(s.requests[req].count)
	s.offer(index)
}

// offer lets a range with work be served, now or when it is its turn.
func (s *state) offer(index int32) {
	r := &s.ranges[index]
	if r.phase != Online || r.ready || r.executing != none || r.waiting.head == none {
		return
	}
	v := &s.servers[r.server]
	if int(v.busy) < s.params.Cores {
		s.execute(index)
		return
	}
	r.ready, r.nextReady = true, none
	if v.ready == none {
		v.ready = index
	} else {
		s.ranges[v.lastReady].nextReady = index
	}
	v.lastReady = index
}

// execute begins the next request of a range.
func (s *state) execute(index int32) {
	r := &s.ranges[index]
	req := s.take(&r.waiting)
	q := &s.requests[req]
	r.executing = req
	s.servers[r.server].busy++
	base, each, n := s.params.InsertBase, s.params.InsertEach, int64(q.count)
	if q.op == Get || q.op == Scan {
		base, each = s.params.GetBase, s.params.GetEach
		if q.op == Scan {
			page, _, _, _ := r.store.page(q.key, q.skip, pageSize)
			n = int64(page)
		}
	}
	bits := s.service.Next()
	took := random.Scaled(base, &random.Erlang4, bits>>54) + random.Scaled(each*n, &random.Erlang4, bits>>44)
	if s.params.Background > 0 {
		took = took * 1000 / (1000 - s.params.Background)
	}
	r.serving = took
	s.clock.Push(s.clock.Now+took, clock.Pack(clock.Core, index, int32(r.epoch)))
}

// executed ends the request of a range and gives the core to the next range in
// turn.
func (s *state) executed(m *model, index int32, epoch uint32) {
	r := &s.ranges[index]
	if r.epoch != epoch {
		return
	}
	req := r.executing
	q := &s.requests[req]
	r.executing = none
	v := &s.servers[r.server]
	v.busy--
	v.pending -= int64(q.count)
	v.worked += r.serving
	r.meter.busy += r.serving
	if m.served != nil {
		m.served(s, index)
	}
	if q.op.writes() {
		s.add(&r.group, req)
		if !r.flushing {
			s.flush(index)
		}
	} else {
		s.acknowledge(m, index, req)
	}
	s.offer(index)
	s.serveNext(r.server)
	if r.phase == Draining {
		s.drained(m, index)
	}
}

// serveNext gives free cores to the ranges that wait for one.
func (s *state) serveNext(index int32) {
	v := &s.servers[index]
	for int(v.busy) < s.params.Cores && v.ready != none {
		first := v.ready
		r := &s.ranges[first]
		v.ready, r.ready, r.nextReady = r.nextReady, false, none
		s.execute(first)
	}
}

// unready takes a range out of its server's list of those that wait for a core.
func (s *state) unready(index int32) {
	r := &s.ranges[index]
	if !r.ready {
		return
	}
	v := &s.servers[r.server]
	before, i := none, v.ready
	for i != index {
		before, i = i, s.ranges[i].nextReady
	}
	if before == none {
		v.ready = r.nextReady
	} else {
		s.ranges[before].nextReady = r.nextReady
	}
	if v.lastReady == index {
		v.lastReady = before
	}
	r.ready, r.nextReady = false, none
}

// flush writes the group to the commit log. What is executed meanwhile is the
// next group.
func (s *state) flush(index int32) {
	r := &s.ranges[index]
	r.flight, r.group = r.group, emptyList()
	r.flushing = true
	took := random.Scaled(s.params.LogBase+s.params.LogEach*r.flight.entities, &random.Erlang4, s.service.Next()>>54)
	s.clock.Push(s.clock.Now+took, clock.Pack(clock.Log, index, int32(r.epoch)))
}

// flushed acknowledges the writes of a flush.
func (s *state) flushed(m *model, index int32, epoch uint32) {
	r := &s.ranges[index]
	if r.epoch != epoch {
		return
	}
	r.flushing = false
	for r.flight.head != none {
		s.acknowledge(m, index, s.take(&r.flight))
	}
	if r.group.head != none {
		s.flush(index)
	} else if r.phase == Draining {
		s.drained(m, index)
	}
}

// pageSize is how many entities one answer of a query holds.
const pageSize = 1000

// acknowledge books what a request did and answers it.
func (s *state) acknowledge(m *model, index, req int32) {
	r, q := &s.ranges[index], &s.requests[req]
	switch q.op {
	case Insert:
		r.store.add(q.key, uint32(q.count))
		s.ledger.Inserted += uint64(q.count)
	case Delete:
		s.ledger.Deleted += uint64(r.store.remove(q.key, uint32(q.count)))
	case Scan, Purge:
		s.walk(m, r, q)
	}
	r.meter.served += int64(q.count)
	s.servers[r.server].entities += uint64(q.count)
	m.recorder.Done(q.row, uint32(q.count), m.recorder.Part(index, r.uid, r.server, r.Range))
	if m.answered != nil {
		m.answered(s, req)
	}
	s.succeed(m, req)
}
