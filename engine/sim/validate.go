package sim

import (
	"slices"
	"sort"
	"strconv"

	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// The most that a scenario may ask for.
const (
	MaxThreads  = 20_000
	MaxRate     = 1_000_000 // operations per second of a group
	MaxRanges   = 4000
	MaxBatch    = 100 // entities in an EntityGroupTransaction
	MaxGroups   = 32
	MaxCommands = 10_000
	MaxThink    = clock.Hour
	maxService  = clock.Second
)

// validate returns the first mistake of a scenario, in the order of its parts.
func (c *Scenario) validate() error {
	for _, rule := range []func() error{c.checkRun, c.checkParams, c.checkTimes, c.checkEntities, c.checkGroups, c.checkCommands} {
		if err := rule(); err != nil {
			return err
		}
	}
	return nil
}

// within returns an error unless low <= n <= high.
func within(path, what string, n, low, high int64) error {
	if n >= low && n <= high {
		return nil
	}
	message := what + " must be from " + count(low) + " to " + count(high) + ". Here it is " + count(n) + "."
	return &Error{Path: path, Message: message}
}

// duration is within for a time in microseconds.
func duration(path, what string, n, low, high int64) error {
	if n >= low && n <= high {
		return nil
	}
	return &Error{Path: path, Message: what + " must be from " + span(low) + " to " + span(high) + ". Here it is " + span(n) + "."}
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *Scenario) checkRun() error {
	return first(
		duration("for", "The length of the run", c.Span, clock.Second, clock.MaxTime),
		within("ranges", "The number of ranges at the start", int64(c.Ranges), 1, MaxRanges),
		within("bounds", "The number of bounds", int64(len(c.Bounds)), 0, MaxRanges-1),
		within("stored", "The entities stored in each range", c.Stored, 0, 1_000_000_000),
	)
}

func (c *Scenario) checkParams() error {
	p := &c.Params
	return first(
		within("servers", "The number of servers", int64(p.Servers), 1, service.MaxServers),
		within("cores", "The cores of a server", int64(p.Cores), 1, 64),
		within("background", "The share of other tenants in thousandths", p.Background, 0, 950),
		within("queueLimit", "The queue at which everything is throttled", p.QueueLimit, 1, 1_000_000),
		within("splitsPerTick", "The number of splits in a tick", int64(p.SplitsPerTick), 0, MaxRanges),
		within("lowWatermark", "The ranges that are left alone", int64(p.LowWatermark), 1, MaxRanges),
		within("highWatermark", "The ranges above which nothing is split", int64(p.HighWatermark), 1, MaxRanges),
		within("partitionTarget", "The target of a partition", p.PartitionTarget, 1, MaxRate),
		within("accountLimit", "The limit of the account", p.AccountLimit, 1, MaxRate),
		duration("insertBase", "The time of an insert", p.InsertBase, 1, maxService),
		duration("insertEach", "The time of each inserted entity", p.InsertEach, 0, maxService),
		duration("getBase", "The time of a get", p.GetBase, 1, maxService),
		duration("getEach", "The time of each entity that is read", p.GetEach, 0, maxService),
		duration("logBase", "The time of a flush of the log", p.LogBase, 1, maxService),
		duration("logEach", "The time of each entity in a flush", p.LogEach, 0, maxService),
		duration("roundTrip", "The round trip", p.RoundTrip, 2, 10*clock.Second),
	)
}

func (c *Scenario) checkTimes() error {
	p := &c.Params
	return first(
		duration("tick", "The time between two looks of the manager", p.Tick, clock.Millisecond, clock.Hour),
		duration("sustain", "The time that a range is hot before it is split", p.SustainLow, 0, clock.MaxTime),
		duration("sustain", "The longest time that a range is hot before it is split", p.SustainHigh, p.SustainLow, clock.MaxTime),
		duration("offline", "The time that a range is away", p.OfflineLow, 0, clock.Hour),
		duration("offline", "The longest time that a range is away", p.OfflineHigh, p.OfflineLow, clock.Hour),
		duration("pause", "The pause of a split", p.Pause, 0, clock.Minute),
		duration("serverSustain", "The time that a server is busy", p.ServerSustain, 0, clock.MaxTime),
		duration("coldSustain", "The time that ranges are cold", p.ColdSustain, 0, clock.MaxTime),
		duration("errorWait", "The pause after an error", p.ErrorWait, 0, clock.Hour),
	)
}

func (c *Scenario) checkEntities() error {
	if c.Replay != nil {
		return within("rows", "The number of rows", int64(c.Replay.Count), 1, demand.MaxEntities)
	}
	e := &c.Entities
	if !e.Kind.Known() {
		kinds := "users, devices, channels, components, genres, nothing"
		return &Error{Path: "entities.kind", Message: "There is no generator " + strconv.Quote(string(e.Kind)) + ". There are: " + kinds + "."}
	}
	return first(
		within("entities.count", "The number of entities", int64(e.Count), 1, demand.MaxEntities),
		within("entities.zipf", "The exponent of Zipf's law", int64(e.Zipf), 0, 2),
		within("entities.hot", "The share of the hot entity in thousandths", e.Hot, 0, 1000),
		within("entities.season", "The length of a season in seconds", e.Season, 0, clock.MaxTime/clock.Second),
		within("entities.scale", "How many seconds of At pass in one second", e.Scale, 0, 1_000_000),
	)
}

func (c *Scenario) checkGroups() error {
	if err := within("groups", "The number of groups", int64(len(c.Groups)), 0, MaxGroups); err != nil {
		return err
	}
	threads := int64(0)
	for i := range c.Groups {
		path := "groups[" + strconv.Itoa(i) + "]"
		if err := c.checkLoad(path, &c.Groups[i].Load); err != nil {
			return err
		}
		if threads += int64(c.Groups[i].Load.VMs) * int64(c.Groups[i].Load.Threads); threads > MaxThreads {
			return within(path+".threads", "The number of threads of all groups", threads, 0, MaxThreads)
		}
	}
	return nil
}

func (c *Scenario) checkLoad(path string, l *demand.Load) error {
	if l.Rate == 0 && l.VMs == 0 {
		if l.Paused {
			return nil
		}
		return &Error{Path: path, Message: "A group needs vms and threads, or a rate. Both are 0."}
	}
	if l.Rate != 0 && l.VMs != 0 {
		return &Error{Path: path + ".rate", Message: "A group has either vms and threads or a rate, not both."}
	}
	for o, weight := range l.Mix {
		name := service.Operation(o).String()
		if err := within(path+".mix."+name, "The weight of "+name, weight, 0, 1000); err != nil {
			return err
		}
		if service.Operation(o).Walks() && weight > 0 && l.Rate > 0 {
			return &Error{Path: path + ".mix." + name, Message: "A " + name + " goes on where its thread left off, so it needs vms and threads in " +
				"place of a rate."}
		}
	}
	if l.Weights() == 0 {
		return &Error{Path: path + ".mix", Message: "The group does nothing: all weights of its mix are 0."}
	}
	err := first(
		within(path+".rate", "The rate", l.Rate, 0, MaxRate),
		within(path+".batch", "The entities of a batch", int64(l.Batch), 1, MaxBatch),
		duration(path+".think", "The pause between operations", l.Think, 0, MaxThink),
	)
	if err != nil || l.Rate > 0 {
		return err
	}
	return first(
		within(path+".vms", "The number of VMs", int64(l.VMs), 1, MaxThreads),
		within(path+".threads", "The number of threads on each VM", int64(l.Threads), 1, MaxThreads),
		within(path+".threads", "The number of threads", int64(l.VMs)*int64(l.Threads), 1, MaxThreads),
		within(path+".size", "The cores of a VM", l.Size.Cores, 1, 8),
	)
}

func commandPath(i int) string { return "commands[" + strconv.Itoa(i) + "]" }

func (c *Scenario) checkCommands() error {
	if err := within("commands", "The number of commands", int64(len(c.Commands)), 0, MaxCommands); err != nil {
		return err
	}
	for i := range c.Commands {
		if err := c.checkCommand(commandPath(i), c.Commands[i]); err != nil {
			return err
		}
	}
	return nil
}

func (c *Scenario) checkCommand(path string, d Command) error {
	if err := duration(path+".at", "The time of a command", d.At, 0, clock.MaxTime); err != nil {
		return err
	}
	switch d.Do {
	case SetLoad:
		if err := within(path+".group", "The number of the group", int64(d.Group), 0, int64(len(c.Groups))-1); err != nil {
			return err
		}
		if before := &c.Groups[d.Group].Load; !before.Paused && !d.Load.Paused && (before.Rate > 0) != (d.Load.Rate > 0) {
			return &Error{Path: path, Message: "A group keeps its kind: threads of clients, or a rate."}
		}
		return c.checkLoad(path, &d.Load)
	case KillServer, ReviveServer, MoveRange:
		return within(path+".server", "The number of the server", int64(d.Server), 0, int64(c.Params.Servers)-1)
	case SetBackground:
		return within(path+".share", "The share of other tenants in thousandths", d.Share, 0, 950)
	case SplitAt, MergeAt, SetManager, SetGuard, SetAccount, SetTargets:
		return nil
	}
	return &Error{Path: path + ".do", Message: "There is no command " + strconv.Quote(string(d.Do)) +
		". There are: load, split, move, merge, kill, revive, manager, guard, account, background, targets."}
}

// sortedCommands puts commands into the order in which they are carried out.
func sortedCommands(commands []Command) []Command {
	sorted := slices.Clone(commands)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].At < sorted[j].At })
	return sorted
}
