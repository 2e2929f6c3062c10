package keyed

// What is done by hand costs what the manager's own decisions cost. What makes no
// sense now changes nothing.

// SplitAt splits the range that holds a key, there.
func (s *Service) SplitAt(k Key) {
	k.Table = s.name(k.Table)
	s.inner.SplitAt(s.position(k))
}

// MoveRange takes the range that holds a key to a server.
func (s *Service) MoveRange(k Key, server int32) { s.inner.MoveRange(s.holder(k), server) }

// KillServer lets a server fail. One server stays.
func (s *Service) KillServer(server int32) { s.inner.KillServer(server) }

// ReviveServer brings back a server that has failed.
func (s *Service) ReviveServer(server int32) { s.inner.ReviveServer(server) }
