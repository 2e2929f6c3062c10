package sim

import (
	"slices"
	"strconv"
	"strings"
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
// that landed in it.
type Answer struct {
	From, To           int64 // virtual time
	Low, High          string
	Bounded            bool     // whether there is a High
	Operations         int      // at the front end
	Entities           int      // of these operations
	Keys               int      // different ones, as far as they were told apart
	Last               []string // PartitionKeys of the last operations, latest last
	Prefix             string   // that all the keys seen share
	PrefixFrom         string   // the part of the template that makes the end of the prefix
	Top                string   // the most frequent key
	TopShare           int64    // of the operations, in thousandths
	Server             int      // that has the range of the last operation
	Range              uint32   // its number
	Target             int64    // entities per second against the target of a partition, in thousandths
	Pattern            Pattern
	Throttled, Refused int // entities of the cell that were throttled; requests of all cells that were unavailable
}

// Explain looks at what landed in a cell of the heat map. It takes as long as
// SeekTo; an Inquiry does the same in pieces. The run itself stays where it is.
// It is false for a cell that is not recorded.
func (s *Simulation) Explain(column, row int) (Answer, bool) {
	q, ok := s.Inquire(column, row)
	if !ok {
		return Answer{}, false
	}
	for q.Step(1 << 30) {
	}
	return q.Answer(), true
}

// maxSeen bounds what a witness remembers of a cell. A column of a long run can
// hold more; then the first ones are looked at.
const maxSeen = 1 << 16

// leadIn is how much of the run a witness sees before its cell, to tell where the
// keys are heading.
const leadIn = 30 * Second

// witness sees the operations of a run and remembers those of one cell.
type witness struct {
	row             uint8
	counting        bool     // the time of the cell has come
	all             int      // operations of all rows in that time
	ops             []uint64 // their keys
	last            [lastKeys]uint64
	count, entities int
	scans           int
	high, low       uint64 // of all keys so far, in all rows
	any             bool
	rises, falls    int // how often a key was above or below all before
	atTop, atBottom int // operations of the cell on the highest and on the lowest key so far
	server          int32
	uid             uint32
}

// see is called for each request at the front end.
func (w *witness) see(s *state, index int32) {
	q := &s.requests[index]
	if w.any && q.key > w.high {
		w.rises++
	}
	if w.any && q.key < w.low {
		w.falls++
	}
	if !w.any || q.key > w.high {
		w.high = q.key
	}
	if !w.any || q.key < w.low {
		w.low = q.key
	}
	w.any = true
	if !w.counting {
		return
	}
	w.all++
	if q.row == w.row {
		w.remember(s, q)
	}
}

func (w *witness) remember(s *state, q *request) {
	if q.key == w.high {
		w.atTop++
	}
	if q.key == w.low {
		w.atBottom++
	}
	w.last[w.count%lastKeys] = q.key
	w.count++
	w.entities += int(q.count)
	if q.op.walks() {
		w.scans++
	}
	if len(w.ops) < maxSeen {
		w.ops = append(w.ops, q.key)
	}
	r := &s.ranges[s.rangeOf(q.key)]
	w.server, w.uid = r.server, r.uid
}

func (w *witness) answer(s *Simulation, m *model, column, row int, from, to int64) Answer {
	cell := &s.model.tape.columns[column]
	a := Answer{From: from, To: to, Operations: w.count, Entities: w.entities, Server: int(w.server), Range: w.uid,
		Throttled: int(cell.Throttled[row]), Refused: int(cell.Refused[RangeMoving] + cell.Refused[ServerFailed])}
	if row > 0 {
		a.Low = s.Key(m.rows[row])
	}
	if row+1 < len(m.rows) {
		a.High, a.Bounded = s.Key(m.rows[row+1]), true
	}
	a.Target = int64(w.entities) * Second * 1000 / max(1, to-from) / s.state.params.PartitionTarget
	for i := max(0, w.count-lastKeys); i < w.count; i++ {
		a.Last = append(a.Last, s.Key(w.last[i%lastKeys]))
	}
	w.keys(s, &a)
	a.Pattern = w.pattern(s, &a, column, row)
	return a
}

// keys finds the most frequent key and what all keys share. Equal prefixes of
// the least and the greatest key are shared by all between them.
func (w *witness) keys(s *Simulation, a *Answer) {
	if len(w.ops) == 0 {
		return
	}
	sorted := slices.Clone(w.ops)
	slices.Sort(sorted)
	best, run, top := 0, 0, uint64(0)
	for i, key := range sorted {
		if i == 0 || key != sorted[i-1] {
			a.Keys++
			run = 0
		}
		if run++; run > best {
			best, top = run, key
		}
	}
	a.Top, a.TopShare = s.Key(top), int64(best)*1000/int64(len(sorted))
	low, high := s.Key(sorted[0]), s.Key(sorted[len(sorted)-1])
	n := 0
	for n < min(len(low), len(high)) && low[n] == high[n] {
		n++
	}
	a.Prefix = strings.ToValidUTF8(low[:n], "")
	a.PrefixFrom = s.maker(sorted[0], n)
}

// maker returns the part of the template that makes the byte before the end of a
// prefix of a key.
func (s *Simulation) maker(key uint64, length int) string {
	c := s.model.demand.codec
	at, made := 0, ""
	for i, piece := range c.pieces(key) {
		if at < length {
			made = s.scenario.Template
			if to := c.segments[i].to; to > 0 {
				made = s.scenario.Template[c.segments[i].from:to]
			}
		}
		at += len(piece)
	}
	return made
}

// Sentence says the answer in words.
func (a *Answer) Sentence() string {
	if a.Pattern == Idle {
		return "Nothing lands here between " + clock(a.From) + " and " + clock(a.To) + "."
	}
	text := map[Pattern]string{
		Append:   "Each key is higher than all before, so everything goes to the end of the table.",
		Prepend:  "Each key is lower than all before, so everything goes to the beginning of the table.",
		HotKey:   "One key, " + strconv.Quote(a.Top) + ", has " + percent(a.TopShare) + " of the operations here. It cannot be divided.",
		HotRange: "Several keys here are much busier than elsewhere. A split can divide them.",
		Scanning: "Scans read page by page here.",
		Periodic: "The load comes and goes in even steps.",
		Even:     "The load is even: no key and no direction stands out.",
	}[a.Pattern]
	text += " " + count(int64(a.Operations)) + " operations on " + count(int64(a.Keys)) + " keys, " + percent(a.Target) + " of a partition's target, on server " + strconv.Itoa(a.Server) + "."
	if a.Prefix != "" {
		text += " All keys begin with " + strconv.Quote(a.Prefix) + ", which " + a.PrefixFrom + " makes."
	}
	return text
}
