package sim

// ServerState is one PartitionServer in numbers, for a list beside the picture.
type ServerState struct {
	Utilisation int64 // thousandths
	Pending     int64 // entities that wait or are served
	Ranges      int
	Failed      bool
	Entities    uint64 // of all requests that it has done
}

// Servers returns all servers of this moment.
func (s *Simulation) Servers() []ServerState {
	out := make([]ServerState, len(s.state.servers))
	for i, v := range s.state.servers {
		out[i] = ServerState{Utilisation: v.load, Pending: v.pending, Failed: v.dead, Entities: v.entities}
	}
	for _, i := range s.state.order {
		out[s.state.ranges[i].server].Ranges++
	}
	return out
}

// Rewind brings the run back to the last checkpoint that is not after a moment.
// Run or RunBudget goes on from there, so that going back can be done in pieces.
// What lies behind stays recorded.
func (s *Simulation) Rewind(at int64) {
	near := s.past.marks[s.past.before(max(at, 0))]
	if near.at <= s.state.clock.Now && at >= s.state.clock.Now {
		return
	}
	s.reached = s.Recorded()
	s.restore(near.state)
}
