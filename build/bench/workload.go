// Package bench is the work that the engine is measured with: 100,000 seeded
// entities and six jobs over them, natively against a bare tree (the
// benchmarks of this package) and in a browser against databases (build/bench/wasm
// and web/bench).
//
// Read Workload, then Run, which has one method per job.
//
// What always holds: the same seed gives the same data and the same sequences,
// here and in web/bench/workload.js, which Digest proves; every job returns a
// Tally by which its work is checked.
//
// Left out: clocks. Whoever runs a job takes the time.
package bench

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/keyrange/keyrange/engine/table"
)

// The sizes of the work.
const (
	Entities   = 100_000
	Partitions = 100
	Gets       = 100_000
	Ranges     = 1_000
	RangeRows  = 100
	Scans      = 20
	Updates    = 20_000
	PageRows   = 1_000

	// StaleEvery is how often an update carries an outdated ETag, which must be
	// refused.
	StaleEvery = 20
)

const (
	maxTicks   = 3155378975999999999 // the last tick of 9999, from year 1
	firstTicks = 638712000000000000  // 2025-01-01
)

var partitionNames = func() (names [Partitions]string) {
	for i := range names {
		names[i] = fmt.Sprintf("device-%03d", i)
	}
	return names
}()

var states = [...]string{"ok", "warn", "fail", "off"}

// KeyRange is one row range: RowKeys from Low to before High.
type KeyRange struct {
	PartitionKey, Low, High string
}

// Condition is a filter on two properties: Count at least, Rating below.
type Condition struct {
	Count  int32
	Rating float64
}

// Workload is the data, kept small, and the sequences of the jobs, whose
// numbers are places in key order.
type Workload struct {
	Gets       []uint32
	Ranges     []KeyRange
	Conditions []Condition
	Updates    []uint32

	seeds []xorshift // state of the generator before entity i arrived
	order []uint32   // arrival of the entity at each place in key order

	// Of the keys, once Index was called: the RowKeys behind each other and the
	// numbers of the partitions. They hold no pointers, so that the collector's
	// time is that of the table.
	rowKeys    string
	partitions []uint8
}

// xorshift is xorshift32: the same few lines in any language.
type xorshift uint32

func (x *xorshift) below(n uint32) uint32 {
	v := *x
	v ^= v << 13
	v ^= v >> 17
	v ^= v << 5
	*x = v
	return uint32(v) % n
}

// New makes the workload of a seed, which must not be 0.
func New(seed uint32) *Workload {
	random := xorshift(seed)
	w := &Workload{seeds: make([]xorshift, Entities), order: make([]uint32, 0, Entities)}
	byPartition := make([][]uint32, Partitions)
	for i := range uint32(Entities) {
		w.seeds[i] = random
		r := draw(&random)
		byPartition[r.partition] = append(byPartition[r.partition], i)
	}
	starts := []int{0}
	for _, arrivals := range byPartition {
		slices.Reverse(arrivals) // ticks count down
		w.order = append(w.order, arrivals...)
		starts = append(starts, len(w.order))
	}
	w.addSequences(&random, starts)
	return w
}

// rowKeyDigits is the length of every RowKey.
const rowKeyDigits = 19

// Index prepares Key, which the jobs on single entities need.
func (w *Workload) Index() {
	keys := make([]byte, 0, Entities*rowKeyDigits)
	w.partitions = make([]uint8, Entities)
	for i := range w.partitions {
		r := w.raw(i)
		keys = append(keys, r.key().RowKey...)
		w.partitions[i] = uint8(r.partition)
	}
	w.rowKeys = string(keys)
}

// Key returns the key at a place in key order. Index must have been called.
func (w *Workload) Key(place uint32) table.Key {
	at := int(place) * rowKeyDigits
	return table.Key{PartitionKey: partitionNames[w.partitions[place]], RowKey: w.rowKeys[at : at+rowKeyDigits]}
}

func (w *Workload) addSequences(random *xorshift, starts []int) {
	pick := func(n int) []uint32 {
		places := make([]uint32, n)
		for i := range places {
			places[i] = random.below(Entities)
		}
		return places
	}
	w.Gets = pick(Gets)
	for range Ranges {
		p := random.below(Partitions)
		from := starts[p] + int(random.below(uint32(starts[p+1]-starts[p]-RangeRows)))
		low, high := w.raw(from).key(), w.raw(from+RangeRows).key()
		w.Ranges = append(w.Ranges, KeyRange{low.PartitionKey, low.RowKey, high.RowKey})
	}
	for range Scans {
		count := 800 + random.below(100)
		w.Conditions = append(w.Conditions, Condition{int32(count), float64(10 + random.below(20))})
	}
	w.Updates = pick(Updates)
}

// raw is an entity as it is drawn.
type raw struct {
	partition, state, count, hundredths uint32
	ticks                               int64
	name                                string
	active                              bool
	arrival                             uint32
}

func draw(random *xorshift) raw {
	return raw{
		partition:  random.below(Partitions),
		ticks:      int64(random.below(10_000_000)),
		name:       "reading " + strconv.Itoa(int(random.below(100_000))),
		state:      random.below(uint32(len(states))),
		count:      random.below(1_000),
		hundredths: random.below(10_000),
		active:     random.below(2) == 1,
	}
}

// raw draws the entity at a place in key order once more.
func (w *Workload) raw(place int) raw { return w.arrived(w.order[place]) }

func (w *Workload) arrived(arrival uint32) raw {
	random := w.seeds[arrival]
	r := draw(&random)
	r.arrival = arrival
	return r
}

func (r raw) key() table.Key {
	ticks := firstTicks + int64(r.arrival)*10_000_000 + r.ticks
	return table.Key{PartitionKey: partitionNames[r.partition], RowKey: fmt.Sprintf("%019d", maxTicks-ticks)}
}

func (r raw) entity() table.Entity {
	return table.Entity{Key: r.key(), Properties: []table.Property{
		{Name: "Name", Value: table.StringValue(r.name)},
		{Name: "State", Value: table.StringValue(states[r.state])},
		{Name: "Count", Value: table.Int32Value(int32(r.count))},
		{Name: "Rating", Value: table.DoubleValue(float64(r.hundredths) / 100)},
		{Name: "Active", Value: table.BooleanValue(r.active)},
	}}
}

// Sorted makes the entities at places low to before high in key order.
func (w *Workload) Sorted(low, high int) []table.Entity {
	made := make([]table.Entity, 0, high-low)
	for i := low; i < high; i++ {
		made = append(made, w.raw(i).entity())
	}
	return made
}

// Arrivals makes all entities in the order they arrive.
func (w *Workload) Arrivals() []table.Entity {
	made := make([]table.Entity, Entities)
	for i, arrival := range w.order {
		made[arrival] = w.raw(i).entity()
	}
	return made
}

// Digest is a check of the data and the sequences (FNV-1a of a text of them).
func (w *Workload) Digest() uint32 {
	h := uint32(2166136261)
	text := func(s string) {
		for i := range len(s) {
			h = (h ^ uint32(s[i])) * 16777619
		}
	}
	for i := range uint32(Entities) {
		r := w.arrived(i)
		k := r.key()
		text(fmt.Sprintf("%s|%s|%s|%s|%d|%t|%d", k.PartitionKey, k.RowKey, r.name, states[r.state], r.count, r.active, r.hundredths))
	}
	for _, i := range w.Gets {
		text(w.raw(int(i)).key().RowKey)
	}
	for _, r := range w.Ranges {
		text(r.Low + r.High)
	}
	for _, c := range w.Conditions {
		text(fmt.Sprintf("%d,%v", c.Count, c.Rating))
	}
	for _, i := range w.Updates {
		text(w.raw(int(i)).key().RowKey)
	}
	return h
}
