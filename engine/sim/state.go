package sim

import (
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/random"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// state is all that decides how a run goes on. It has no pointers into itself
// other than indexes, so a copy of its slices is a copy of the run.
type state struct {
	seed     uint64
	events   uint64 // processed
	hash     uint64 // over all processed events
	commands int    // of the log that were applied
	marked   int64  // time of the last checkpoint
	clock    clock.Clock

	service, throttle, decide random.Stream

	requests []request
	free     int32

	ranges []rangeState
	order  []int32  // of the ranges that are not dead, by key
	lows   []uint64 // where they begin
	uids   uint32

	servers []server
	threads []thread
	vms     []vm
	groups  []groupState

	tokens   int64 // of the account, in millionths of an entity
	refilled int64 // when they were last counted
	rows     uint64

	ledger   record.Ledger
	splits   int // begun in this tick
	begun    int // ranges at the start
	params   Params
	inFlight int64
	waiting  int64 // threads that wait after an error, and requests in a back-off
}

// server is one PartitionServer.
type server struct {
	busy      int32 // ranges being served
	dead      bool
	ready     int32 // first of the ranges that wait for a core
	lastReady int32
	pending   int64  // entities of its ranges that wait or are served
	worked    int64  // microseconds since the last tick
	load      int64  // utilisation, moving average in thousandths
	busySince int64  // never while it is not busy
	entities  uint64 // of requests that it has done
}

// thread is one synchronous thread of a client, or an open-loop source.
type thread struct {
	group  int32
	vm     int32 // none: no machine of its own
	id     int32 // what its draws depend on
	count  uint32
	cursor uint64 // where its walk goes on; of a source, the fraction of a microsecond carried over
	skip   uint32 // how much of that key the walk has passed; of a source, which row of arrivals is valid
	state  threadState
}

type threadState uint8

const (
	stopped threadState = iota
	busy
	waits
)

// vm is one client machine: when each of its cores is free, and how many
// requests it has on their way.
type vm struct {
	cores    [8]int64
	inFlight int32
}

// groupState is a workload and the threads that do it.
type groupState struct {
	load        Load
	first, last int32 // its threads
	active      int32 // how many of its threads run
	firstVM     int32
	vms         int32 // set aside for it
}

func (s *state) copyTo(d *state) {
	old := *d
	*d = *s
	d.clock = old.clock
	s.clock.CopyTo(&d.clock)
	d.requests = append(old.requests[:0], s.requests...)
	d.ranges = append(old.ranges[:0], s.ranges...)
	d.order = append(old.order[:0], s.order...)
	d.lows = append(old.lows[:0], s.lows...)
	d.servers = append(old.servers[:0], s.servers...)
	d.threads = append(old.threads[:0], s.threads...)
	d.vms = append(old.vms[:0], s.vms...)
	d.groups = append(old.groups[:0], s.groups...)
}
