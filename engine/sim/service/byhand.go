package service

// What is done by hand costs what the manager's own decisions cost. What makes no
// sense now, such as the move of a range that is on its way, changes nothing.

// SplitAt splits the range that holds a key, there.
func (s *Service) SplitAt(key uint64) {
	index := s.rangeOf(key)
	if r := &s.ranges[index]; r.idle() && r.Divides(key) && len(s.order)+s.splitting() < s.params.HighWatermark {
		manager{s}.beginSplit(index, key)
	}
}

// MoveRange takes the range that holds a key to a server.
func (s *Service) MoveRange(key uint64, server int32) {
	index := s.rangeOf(key)
	if r := &s.ranges[index]; r.idle() && server != r.server && !s.servers[server].dead {
		manager{s}.beginMove(index, server)
	}
}

// MergeAt lets the range that holds a key take in the next one.
func (s *Service) MergeAt(key uint64) {
	place := s.placeOf(key)
	if place+1 < len(s.order) && s.ranges[s.order[place]].idle() && s.ranges[s.order[place+1]].idle() {
		manager{s}.beginMerge(place)
	}
}

// KillServer lets a server fail. One server stays.
func (s *Service) KillServer(server int32) {
	if m := (manager{s}); !s.servers[server].dead && m.coolest(server) != none {
		m.kill(server)
	}
}

// ReviveServer brings back a server that has failed.
func (s *Service) ReviveServer(server int32) {
	if s.servers[server].dead {
		manager{s}.revive(server)
	}
}

// idle reports whether the range serves and nothing is planned with it.
func (r *rangeState) idle() bool { return r.phase == Online && r.change == NoChange }
