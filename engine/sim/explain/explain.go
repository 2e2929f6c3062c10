package explain

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// Pattern is what the operations in a piece of the key space and of time have in
// common.
type Pattern uint8

// The patterns.
const (
	Idle     Pattern = iota // nothing happens
	Append                  // each key is higher than all before, and all go there
	Prepend                 // each key is lower than all before
	HotKey                  // one key has half of the operations, in much more load than elsewhere
	HotRange                // several keys have much more load than elsewhere
	Scanning                // pages of scans
	Periodic                // the load comes and goes in even steps
	Even                    // nothing stands out
)

// String returns the pattern's name.
func (p Pattern) String() string {
	return [...]string{"idle", "append", "prepend", "hot key", "hot range", "scan", "periodic", "even"}[p]
}

// lastKeys is how many of a cell's last operations an Answer names.
const lastKeys = 8

// Answer says why a cell of the heat map looks as it does, from the operations
// that landed in it and from what refused them.
//
// What always holds: Refused is what the heat map recorded, and where it is not
// empty, Reason is neither NothingHere nor KeysEven.
type Answer struct {
	From, To   int64 // virtual time
	Low, High  string
	Bounded    bool     // whether there is a High
	Operations int      // at the front end
	Entities   int      // of these operations
	Keys       int      // different ones, as far as they were told apart
	Last       []string // PartitionKeys of the last operations, latest last
	Prefix     string   // that all the keys seen share
	PrefixFrom string   // the part of the template that makes the end of the prefix
	Top        string   // the most frequent key
	TopShare   int64    // of the operations, in thousandths
	Target     int64    // entities per second of that key against the target of a partition, in thousandths
	Pattern    Pattern
	Refused    record.Refusals // entities of the cell
	Reason     Reason

	Range        uint32     // the one that refused most of them; without refusals, that had most of the operations
	RangeLoad    int64      // how much of the time it executed requests, in thousandths
	Direction    Pattern    // Append or Prepend where the keys of this range grow or fall, else Idle
	TableRanges  int        // of the whole table
	Server       int        // of that range
	ServerLoad   int64      // how much of the time of all its cores it worked, in thousandths
	OnServer     int        // ranges on it
	Crowd        uint32     // the range that fills most of the server, where that is the reason
	CrowdShare   int64      // in thousandths of its queue, or of its work where nothing was refused
	Neighbour    string     // the hot key that takes the room, where that is the reason
	Away         int64      // when a range that moved is back, as far as it was known
	FailedServer int        // where that is the reason
	Params       sim.Params // that hold at the end of that time
}

// answer sums up what was seen. again is the repetition that was seen, at its end.
func (w *witness) answer(s *sim.Simulation, again *sim.Repetition, column, row int, from, to int64) Answer {
	heat := s.Heat()
	cell := &heat.Columns[column]
	a := Answer{From: from, To: to, Operations: w.count, Entities: w.entities}
	for why := range a.Refused {
		a.Refused[why] = uint64(cell.RefusedEntities(record.Cause(why), row))
	}
	if row > 0 {
		a.Low = s.Key(heat.Rows[row])
	}
	if row+1 < len(heat.Rows) {
		a.High, a.Bounded = s.Key(heat.Rows[row+1]), true
	}
	for i := max(0, w.count-lastKeys); i < w.count; i++ {
		a.Last = append(a.Last, s.Key(w.last[i%lastKeys]))
	}
	w.keys(s, &a)
	a.Target = int64(w.entities) * a.TopShare * clock.Second / max(1, to-from) / s.Params().PartitionTarget
	a.Pattern = w.pattern(s, &a, column, row)
	w.room(&a, again)
	a.Reason = w.reason(s, &a)
	return a
}

// keys finds the most frequent key and what all keys share. Equal prefixes of
// the least and the greatest key are shared by all between them.
func (w *witness) keys(s *sim.Simulation, a *Answer) {
	if len(w.ops) == 0 {
		return
	}
	sorted := slices.Clone(w.ops)
	slices.Sort(sorted)
	top, best := mostFrequent(sorted)
	for i, key := range sorted {
		if i == 0 || key != sorted[i-1] {
			a.Keys++
		}
	}
	a.Top, a.TopShare = s.Key(top), int64(best)*1000/int64(len(sorted))
	low, high := s.Key(sorted[0]), s.Key(sorted[len(sorted)-1])
	n := 0
	for n < min(len(low), len(high)) && low[n] == high[n] {
		n++
	}
	a.Prefix = strings.ToValidUTF8(low[:n], "")
	a.PrefixFrom = maker(s, sorted[0], n)
}

// maker returns the part of the template that makes the byte before the end of a
// prefix of a key.
func maker(s *sim.Simulation, key uint64, length int) string {
	at, made, template := 0, "", s.Scenario().Template
	for i, piece := range s.Source().Pieces(key) {
		if at < length {
			made = template
			if from, to := s.Source().Origin(i); to > 0 {
				made = template[from:to]
			}
		}
		at += len(piece)
	}
	return made
}
