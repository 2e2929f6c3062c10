package script

import (
	"maps"
	"slices"
	"strings"

	"github.com/keyrange/keyrange/engine/blob"
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/queue"
	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// state is all that a log has made. It is written in place; a checkpoint takes
// it down and restores it.
//
// What always holds: everything here follows from the seed, the start and the
// commands; no map's order shows.
type state struct {
	now      table.Ticks
	random   uint64 // of the next draw
	tables   *table.Account
	queues   *queue.Account
	blobs    *blob.Account
	network  *client.Network
	speakers map[string]*speaker // by name; "" is the console
	designs  map[string]keys.Design
	borders  map[string][]string // sorted PartitionKeys at which ranges begin
	page     int                 // entities of a page, 0 for the service's own limit
	examined int                 // entities read for a page, 0 for no limit
	size     int                 // bytes of a page's entities, 0 for no limit

	simulated *simulated.Outcome // the last run, nil before one; it never changes

	outcomes *simulated.Runs // not part of what a checkpoint holds: what it answers never changes
	library  Library         // not part of what a checkpoint holds: it never changes
}

func newState(seed uint64, start table.Ticks, library Library) *state {
	return &state{
		now: start, random: seed,
		tables: table.NewAccount(), queues: queue.NewAccount(), blobs: blob.NewAccount(),
		network:  &client.Network{Travel: client.DefaultTravel},
		speakers: map[string]*speaker{}, designs: map[string]keys.Design{}, borders: map[string][]string{},
		outcomes: &simulated.Runs{}, library: library,
	}
}

// checkpoint is a state as it was at one moment. It never changes and shares
// what did not change since with the state.
type checkpoint struct {
	state    // all but the accounts, speakers and maps is good as it is
	accounts struct {
		tables *table.AccountSnapshot
		queues queue.Snapshot
		blobs  blob.Snapshot
	}
}

// checkpoint takes the state down, in time that does not depend on how many
// entities, messages and blobs there are.
func (s *state) checkpoint() *checkpoint {
	c := &checkpoint{state: s.separate()}
	c.accounts.tables = s.tables.Snapshot()
	c.accounts.queues = s.queues.Snapshot()
	c.accounts.blobs = s.blobs.Snapshot()
	return c
}

// restore makes the state what it was at the checkpoint.
func (s *state) restore(c *checkpoint) {
	*s = c.separate()
	s.tables.Restore(c.accounts.tables)
	s.queues.Restore(c.accounts.queues)
	s.blobs.Restore(c.accounts.blobs)
}

// separate returns a copy that shares only the accounts, and what is never
// written in place.
func (s *state) separate() state {
	c := *s
	c.network = s.network.Clone()
	c.speakers = make(map[string]*speaker, len(s.speakers))
	for name, p := range s.speakers {
		c.speakers[name] = p.clone()
	}
	c.designs, c.borders = maps.Clone(s.designs), maps.Clone(s.borders)
	return c
}

// draw returns 64 bits that look random (splitmix64).
func (s *state) draw() uint64 {
	s.random += 0x9E3779B97F4A7C15
	z := s.random
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// limits are those of the service for one table.
func (s *state) limits(name string) query.Limits {
	l := query.Limits{PageSize: s.page, Examined: s.examined, Bytes: s.size}
	if borders := s.borders[strings.ToLower(name)]; len(borders) > 0 {
		l.Boundaries = func(from table.Key) (string, bool) {
			at := rangeOf(borders, from.PartitionKey)
			if at == len(borders) {
				return "", false
			}
			return borders[at], true
		}
	}
	return l
}

// rangeOf returns the range that a PartitionKey is in, from 0.
func rangeOf(borders []string, key string) int {
	at, found := slices.BinarySearchFunc(borders, key, table.CompareUTF16)
	if found {
		at++
	}
	return at
}

// reach notes the range of a table that a key is in.
func (s *state) reach(r *Result, name string, k table.Key) {
	if borders := s.borders[strings.ToLower(name)]; len(borders) > 0 {
		r.Range, r.Ranges = 1+rangeOf(borders, k.PartitionKey), 1+len(borders)
	}
}

// Library holds the data sets that commands can import by name: for each the
// file as it is. A name that ends in .csv or .json says the format. It must
// not change while a World uses it.
type Library map[string][]byte

func (l Library) names() []string { return words.SortedKeys(l) }
