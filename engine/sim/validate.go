package sim

func (c *Scenario) validate() error { return nil }

func sortedCommands(c []Command) []Command { return append([]Command(nil), c...) }
