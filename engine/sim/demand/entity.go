package demand

import (
	"encoding/binary"
	"strconv"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/random"
	"github.com/keyrange/keyrange/engine/table"
)

// Kind names a generator of entities.
type Kind string

// The generators. Beside the columns that each one names, all give Number (the
// entity's number), At (the time of the request, to the second) and Id (a Guid
// of the request's own).
const (
	Users      Kind = "users"      // User: user000042
	Devices    Kind = "devices"    // Device: device-0042, Site: site-02
	Channels   Kind = "channels"   // Channel: Football
	Components Kind = "components" // Component: Frontend, Instance: IN_03
	Genres     Kind = "genres"     // Category: Comedy
	Nothing    Kind = "nothing"    // no column of its own
)

// MaxSeconds is how far virtual time can go.
const MaxSeconds = int(clock.MaxTime / clock.Second)

// MaxEntities bounds the entities of a generator and the rows of a data set.
const MaxEntities = 200_000

// Entities says which entities a workload is about and how often each is chosen.
type Entities struct {
	Kind  Kind
	Count int
	// Zipf is the exponent by which popularity falls with rank: 0 (all alike), 1
	// or 2.
	Zipf int
	// Hot is the share in thousandths of operations that go to one entity, on top
	// of its own. Every Season seconds it is the next entity; 0 for always the
	// first.
	Hot    int64
	Season int64
	// Scale is how many seconds At moves on in one second of virtual time.
	Scale int64
}

// firstDay is At at virtual time 0: 2010-11-01 12:00:00 UTC.
const firstDay table.Ticks = 634242096000000000

var channelNames = []string{
	"Football", "Baseball", "Basketball", "Cooking", "Hockey", "Olympics", "Politics", "Travel",
	"Business", "Chess", "Cinema", "Cycling", "Education", "Fashion", "Gardening", "Health",
	"History", "Jazz", "Music", "Opera", "Photography", "Rugby", "Science", "Sailing",
	"Skiing", "Technology", "Tennis", "Theatre", "Weather", "Wildlife",
}

var componentNames = []string{"Frontend", "Worker", "Cache", "Billing", "Search", "Mail"}

var genreNames = []string{
	"Action", "Adventure", "Animation", "Comedy", "Crime", "Documentary",
	"Drama", "Fantasy", "Horror", "Romance", "Thriller", "Western",
}

// Known reports whether there is a generator of the kind.
func (k Kind) Known() bool {
	_, known := k.own()
	return known
}

// own are the names of the columns that a kind adds.
func (k Kind) own() ([]string, bool) {
	switch k {
	case Users:
		return []string{"User"}, true
	case Devices:
		return []string{"Device", "Site"}, true
	case Channels:
		return []string{"Channel"}, true
	case Components:
		return []string{"Component", "Instance"}, true
	case Genres:
		return []string{"Category"}, true
	case Nothing:
		return nil, true
	}
	return nil, false
}

// The columns that all generators have come first.
const (
	numberColumn = iota
	atColumn
	idColumn
	ownColumn
)

// Columns returns the columns that a key template can use with these entities.
func (e Entities) Columns() []keys.Column {
	columns := []keys.Column{
		{Name: "Number", Type: table.Int64},
		{Name: "At", Type: table.DateTime},
		{Name: "Id", Type: table.Guid},
	}
	names, _ := e.Kind.own()
	for _, name := range names {
		columns = append(columns, keys.Column{Name: name, Type: table.String})
	}
	return columns
}

// generated is one row as a key template sees it.
type generated struct {
	entities *Entities
	number   int
	slot     int64  // seconds of virtual time
	id       uint64 // first half of the Id; the other follows from it
	stride   uint64 // of the entities, see stride; 0 where it was not worked out
}

// Value returns the value of one of the Columns.
func (g *generated) Value(column int) table.Value {
	switch column {
	case numberColumn:
		return table.Int64Value(int64(g.number))
	case atColumn:
		return table.DateTimeValue(firstDay + table.Ticks(g.slot*g.entities.Scale)*table.Second)
	case idColumn:
		return guidOf(g.id)
	}
	return table.StringValue(g.name(column - ownColumn))
}

func guidOf(first uint64) table.Value {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:], first)
	binary.BigEndian.PutUint64(b[8:], random.Mix(first+random.Golden))
	return table.GuidValue(b)
}

// name is the text of an entity in one of its own columns. Entities are numbered
// by popularity; their names are in no such order.
func (g *generated) name(column int) string {
	e, number := g.entities, g.number
	switch e.Kind {
	case Users:
		return "user" + padded(g.scatter(), 6)
	case Devices:
		if column == 1 {
			return "site-" + padded(number%20, 2)
		}
		return "device-" + padded(g.scatter(), 4)
	case Channels:
		return cycled(channelNames, number)
	case Components:
		component := componentNames[number%len(componentNames)]
		if column == 1 {
			return "IN_" + padded(number/len(componentNames), 2)
		}
		return component
	case Genres:
		return cycled(genreNames, number)
	}
	return ""
}

// cycled goes through the names, with a number from the second time on.
func cycled(names []string, number int) string {
	name := names[number%len(names)]
	if round := number / len(names); round > 0 {
		name += strconv.Itoa(round + 1)
	}
	return name
}

// scatter is a bijection of the numbers below Count, so that neighbours in
// popularity are not neighbours in the key space.
func (g *generated) scatter() int {
	if g.stride == 0 {
		g.stride = g.entities.stride()
	}
	return int((uint64(g.number)*g.stride + 7) % uint64(max(1, g.entities.Count)))
}

// stride shares no divisor with Count.
func (e *Entities) stride() uint64 {
	n := uint64(max(1, e.Count))
	step := uint64(0x9E3779B1) % n
	for step == 0 || divisor(step, n) != 1 {
		step++
	}
	return step
}

func divisor(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func padded(n, width int) string {
	text := strconv.Itoa(n)
	if len(text) < width {
		return "00000000"[:width-len(text)] + text
	}
	return text
}
