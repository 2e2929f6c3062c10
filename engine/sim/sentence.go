package sim

import (
	"strconv"

	"github.com/keyrange/keyrange/engine/partition"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// Key returns the PartitionKey that an ordinal of this run stands for.
func (s *Simulation) Key(ordinal uint64) string { return s.source.Text(ordinal) }

// Ordinal returns the least ordinal of this run whose PartitionKey is not below
// the text, and whether there is one.
func (s *Simulation) Ordinal(partitionKey string) (uint64, bool) {
	return s.source.Ordinal(partitionKey)
}

// Source is what gives the clients of this run their keys.
func (s *Simulation) Source() *demand.Source { return s.source }

// Map returns the ranges of this moment, ready for a query whose pages end where
// a range ends.
func (s *Simulation) Map() *partition.Map {
	var bounds []string
	var servers []int
	for i := range s.state.service.Ranges() {
		r := s.state.service.Range(i)
		if i > 0 {
			bounds = append(bounds, s.Key(r.Low))
		}
		servers = append(servers, int(r.Server))
	}
	m, err := partition.NewMap(bounds, servers)
	if err != nil {
		panic("sim: " + err.Error()) // the ranges tile the key space in the order of the texts
	}
	return m
}

// Notes returns what has happened up to now, oldest first, at most 20,000. The
// slice is the run's own.
func (s *Simulation) Notes() []record.Note { return s.recorder.Noted() }

// Sentence says a note in words.
func (s *Simulation) Sentence(n record.Note) string {
	who := "Range " + strconv.Itoa(int(n.Range))
	server := "server " + strconv.Itoa(int(n.Server))
	switch n.Kind {
	case record.SplitNote:
		return who + " on " + server + " is split at " + s.quoted(n.Key) + ": " + hot(n.Load) + " for " + span(n.For) + ". " +
			sides(n.Split) + "."
	case record.NoSplitNote:
		return who + " on " + server + " has no key to split it at, " + n.Split.Reason.String() + ": " + hot(n.Load) + " for " +
			span(n.For) + ". " +
			sides(n.Split) + "."
	case record.MoveNote:
		return who + " goes from " + server + ", which was " + percent(n.ServerLoad) + " busy for " + span(n.For) + ", to server " +
			strconv.Itoa(int(n.To)) +
			": it takes " + percent(n.Load.Utilisation) + " of a core."
	case record.OfflineNote:
		return who + " is away for " + span(n.For) + " on its way to " + server + "."
	case record.OnlineNote:
		return who + " is served by " + server + " after " + span(n.For) + "."
	case record.MergeNote:
		return who + " takes in range " + strconv.Itoa(int(n.Other)) + " from " + s.quoted(n.Key) + " on: both were cold for " + span(n.For) + "."
	case record.FailNote:
		return "Server " + strconv.Itoa(int(n.Server)) + " fails. Its ranges go to the others."
	case record.ReviveNote:
		return "Server " + strconv.Itoa(int(n.Server)) + " is back and has no range yet."
	}
	return s.commandSentence(n)
}

func (s *Simulation) commandSentence(n record.Note) string {
	if n.Command >= len(s.commands) {
		return "A command was carried out."
	}
	c := s.commands[n.Command]
	state := "off"
	if c.On {
		state = "on"
	}
	switch c.Do {
	case SetLoad:
		return "The load of " + s.scenario.Groups[c.Group].Name + " changes to " + c.Load.String() + "."
	case SplitAt:
		return "A split at " + strconv.Quote(c.Key) + " is asked for."
	case MoveRange:
		return "The range that holds " + strconv.Quote(c.Key) + " is to go to server " + strconv.Itoa(c.Server) + "."
	case MergeAt:
		return "The range that holds " + strconv.Quote(c.Key) + " is to take in the next one."
	case SetManager:
		return "The manager is " + state + "."
	case SetGuard:
		return "The guard against splits that cannot help is " + state + "."
	case SetAccount:
		return "The account's limit is " + state + "."
	case SetTargets:
		if c.On {
			return "The service targets are those of today."
		}
		return "The service targets are those of 2010."
	case SetBackground:
		return "Other tenants take " + percent(c.Share) + " of the servers."
	}
	return "Server " + strconv.Itoa(c.Server) + ": " + string(c.Do) + "."
}

func (s *Simulation) quoted(ordinal uint64) string {
	if ordinal == 0 {
		return "the start"
	}
	return strconv.Quote(s.Key(ordinal))
}

func hot(l partition.Load) string {
	return percent(l.Utilisation) + " busy, " + millionths(l.Throttled) + " throttled"
}

func sides(c partition.Split) string {
	return "Of " + count(int64(c.Left+c.Right)) + " sampled requests " + count(int64(c.Left)) + " lie left and " + count(int64(c.Right)) +
		" right"
}

// percent writes thousandths, with a digit after the point where there is one.
func percent(permil int64) string { return decimal(permil, 10) + " %" }

// millionths writes a share of a million as a percentage, small ones in full.
func millionths(n int64) string {
	if n >= 1000 || n == 0 {
		return percent(n / 1000)
	}
	return "0." + strconv.Itoa(10_000 + int(n))[1:] + " %"
}
