package sim

// Trial returns the scenario of a short run under another template, with the load
// and the settings that hold at a moment of this run. It begins with the ranges
// of this run's start, and the manager decides in seconds, so that its splits
// come to an end within the span. The rows of a data set go on from about that
// moment.
func (s *Simulation) Trial(at int64, template string, span int64) Scenario {
	c := s.scenario
	c.Template, c.Span, c.Commands, c.Bounds = template, span, nil, nil
	if s.scenario.Bounds != nil {
		c.Ranges = len(s.scenario.Bounds) + 1
	}
	c.Groups = append([]Group(nil), c.Groups...)
	for _, do := range s.commands {
		if do.At > at {
			break
		}
		if do.Do == SetLoad {
			c.Groups[do.Group].Load = do.Load
		}
		do.set(&c.Params.Params)
	}
	c.Params.Teach()
	if c.Replay != nil {
		replay := *c.Replay
		replay.first = s.past.marks[s.past.before(at)].state.clients.Rows()
		c.Replay = &replay
	}
	return c
}
