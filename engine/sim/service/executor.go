package service

import (
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/random"
)

// admit puts a request into the range's queue. A range executes one request at a
// time, on one of the cores that its server shares among its ranges in turn.
func (s *Service) admit(index int32, q *Request, row uint8) {
	r := &s.ranges[index]
	s.add(&r.waiting, s.hold(q, row))
	s.servers[r.server].pending += int64(q.Entities)
	s.offer(index)
}

// offer lets a range with work be served, now or when it is its turn.
func (s *Service) offer(index int32) {
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
func (s *Service) execute(index int32) {
	r := &s.ranges[index]
	req := s.take(&r.waiting)
	q := &s.requests[req]
	r.executing = req
	s.servers[r.server].busy++
	base, each, n := s.params.InsertBase, s.params.InsertEach, int64(q.Entities)
	if q.Do == Get || q.Do == Scan {
		base, each = s.params.GetBase, s.params.GetEach
		if q.Do == Scan {
			page, _, _, _ := r.store.page(q.Key, q.Skip, pageSize)
			n = int64(page)
		}
	}
	bits := s.execution.Next()
	took := random.Scaled(base, &random.Erlang4, bits>>54) + random.Scaled(each*n, &random.Erlang4, bits>>44)
	if s.params.Background > 0 {
		took = took * 1000 / (1000 - s.params.Background)
	}
	r.serving = took
	s.clock.Push(s.clock.Now+took, clock.Pack(clock.Core, index, int32(r.epoch)))
}

// executed ends the request of a range and gives the core to the next range in
// turn.
func (s *Service) executed(index int32, epoch uint32) {
	r := &s.ranges[index]
	if r.epoch != epoch {
		return
	}
	req := r.executing
	q := &s.requests[req]
	r.executing = none
	v := &s.servers[r.server]
	v.busy--
	v.pending -= int64(q.Entities)
	v.worked += r.serving
	r.meter.busy += r.serving
	if s.watch.Executed != nil {
		s.watch.Executed(s.view(r), s.clock.Now, r.serving)
	}
	if q.Do != Get && q.Do != Scan {
		s.add(&r.group, req)
		if !r.flushing {
			s.flush(index)
		}
	} else {
		s.acknowledge(index, req)
	}
	s.offer(index)
	s.serveNext(r.server)
	if r.phase == Draining {
		manager{s}.drained(index)
	}
}

// serveNext gives free cores to the ranges that wait for one.
func (s *Service) serveNext(index int32) {
	v := &s.servers[index]
	for int(v.busy) < s.params.Cores && v.ready != none {
		first := v.ready
		r := &s.ranges[first]
		v.ready, r.ready, r.nextReady = r.nextReady, false, none
		s.execute(first)
	}
}

// flush writes the group to the commit log. What is executed meanwhile is the
// next group.
func (s *Service) flush(index int32) {
	r := &s.ranges[index]
	r.flight, r.group = r.group, emptyList()
	r.flushing = true
	took := random.Scaled(s.params.LogBase+s.params.LogEach*r.flight.entities, &random.Erlang4, s.execution.Next()>>54)
	s.clock.Push(s.clock.Now+took, clock.Pack(clock.Log, index, int32(r.epoch)))
}

// flushed acknowledges the writes of a flush.
func (s *Service) flushed(index int32, epoch uint32) {
	r := &s.ranges[index]
	if r.epoch != epoch {
		return
	}
	r.flushing = false
	for r.flight.head != none {
		s.acknowledge(index, s.take(&r.flight))
	}
	if r.group.head != none {
		s.flush(index)
	} else if r.phase == Draining {
		manager{s}.drained(index)
	}
}

// acknowledge books what a request did and answers it.
func (s *Service) acknowledge(index, req int32) {
	r, q := &s.ranges[index], &s.requests[req]
	switch q.Do {
	case Insert:
		r.store.add(q.Key, uint32(q.Entities))
		s.record.Inserted += uint64(q.Entities)
	case Delete:
		s.record.Deleted += uint64(r.store.remove(q.Key, uint32(q.Entities)))
	case Scan, Purge:
		s.callers[q.From].Page(q.Ticket, s.walk(r, q))
	}
	r.meter.served += int64(q.Entities)
	s.servers[r.server].entities += uint64(q.Entities)
	s.record.Done(q.row, uint32(q.Entities), s.record.Part(index, r.uid, r.server, r.Range))
	if s.watch.Answered != nil {
		s.watch.Answered(s.seen(&q.Request, q.row))
	}
	s.release(req)
	s.callers[q.From].Done(q.Ticket)
}
