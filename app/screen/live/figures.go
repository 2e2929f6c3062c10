package live

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// Capacity is how many requests one range takes in a second where the endpoint does
// not say: what the service aims at for one partition.
const Capacity = 2000

// Figures are what a piece of time comes to.
type Figures struct {
	Total    observe.Totals
	Micros   int64 // of all its columns
	P50, P90 int64 // microseconds
	P99      int64
	Keys     []observe.KeyCount // busiest first; each with the error of its count
	Queries  []observe.QueryCount
	Capacity int64
	Modelled bool // a model of the service answers
}

// PerSecond is a count of these figures as a rate.
func (f *Figures) PerSecond(n int64) int64 { return n * second / max(1, f.Micros) }

// Lately returns the figures of the last seconds before and at a column.
func (s *State) Lately(place int) Figures { return s.Sum(max(0, place+1-lately), place+1) }

// Sum returns the figures of columns from one up to another.
func (s *State) Sum(from, to int) Figures {
	f := Figures{Capacity: Capacity}
	var h record.Histogram
	for i := from; i < to; i++ {
		e := &s.columns[i]
		f.Total.Plus(&e.Total)
		f.Micros += e.Span
		e.AddLatency(&h)
		for _, k := range e.Keys {
			f.addKey(k)
		}
		for _, q := range e.Queries {
			f.addQuery(q)
		}
		if e.Service != nil && e.Service.Capacity > 0 {
			f.Capacity, f.Modelled = e.Service.Capacity, true
		}
	}
	var out [3]int64
	h.Quantiles([]uint64{500, 900, 990}, out[:])
	f.P50, f.P90, f.P99 = out[0], out[1], out[2]
	observe.SortKeys(f.Keys)
	observe.SortQueries(f.Queries)
	return f
}

func (f *Figures) addKey(k observe.KeyCount) {
	if i := observe.FindKey(f.Keys, k.Place); i >= 0 {
		f.Keys[i].Plus(&k)
		return
	}
	f.Keys = append(f.Keys, k)
}

func (f *Figures) addQuery(q observe.QueryCount) {
	if i := observe.FindQuery(f.Queries, &q); i >= 0 {
		f.Queries[i].Plus(&q)
		return
	}
	f.Queries = append(f.Queries, q)
}

// RefusingSince returns the first column of the refusals that go on at a place: those
// before it in which something was refused, with at most lately quiet ones between.
func (s *State) RefusingSince(place int) (column int, refusing bool) {
	column, quiet := place, 0
	for i := place; i >= 0 && quiet <= lately; i-- {
		if s.columns[i].Total.AllRefused() > 0 {
			column, quiet, refusing = i, 0, true
		} else {
			quiet++
		}
	}
	return column, refusing
}

// tables are the names of the tables that the rows of a column begin with.
func (s *State) tables() (names []string) {
	if len(s.columns) == 0 {
		return nil
	}
	e := &s.columns[s.Place()]
	for _, k := range e.Keys {
		if t, _ := observe.Placed(k.Place); !slices.Contains(names, t) {
			names = append(names, t)
		}
	}
	return names
}

// KeyName is a place as the screen shows it: the PartitionKey alone while there is one
// table.
func (s *State) KeyName(place string) string {
	table, key := observe.Placed(strings.TrimSuffix(place, after))
	if key == "" && !strings.Contains(place, "/") {
		return "the first key"
	}
	if len(s.tables()) < 2 {
		return key
	}
	return table + "/" + key
}
