package store

import (
	"sort"

	"github.com/keyrange/keyrange/engine/sim"
)

// ChangeKind is what happened to the partition map.
type ChangeKind uint8

// The changes.
const (
	WasSplit ChangeKind = iota
	WasMerged
	WasMoved
)

// String returns the change in one word.
func (k ChangeKind) String() string { return [...]string{"split", "merge", "move"}[k] }

// RangeChange is a change of the partition map at the end of a column.
type RangeChange struct {
	Kind   ChangeKind
	Column int
	Low    uint64 // where the range begins or began
	Server int    // that has the range now
}

// Changes returns what changed in a column, in the order of the keys.
func (r *SimRun) Changes(column int) []RangeChange {
	before, now := r.ownersBefore(column), r.Owners(column)
	if len(before) > 0 && len(now) > 0 && &before[0] == &now[0] {
		return nil
	}
	var out []RangeChange
	for i, j := 0, 0; i < len(before) || j < len(now); {
		switch {
		case j == len(now) || i < len(before) && before[i].Low < now[j].Low:
			out = append(out, RangeChange{WasMerged, column, before[i].Low, now[j-1].Server})
			i++
		case i == len(before) || now[j].Low < before[i].Low:
			out = append(out, RangeChange{WasSplit, column, now[j].Low, now[j].Server})
			j++
		default:
			if before[i].Server != now[j].Server {
				out = append(out, RangeChange{WasMoved, column, now[j].Low, now[j].Server})
			}
			i++
			j++
		}
	}
	return out
}

// Thresholds of a split that helped.
const (
	judgedAfter = 2 * sim.Minute // how long the halves are watched
	leastHalf   = 100            // thousandths that the quieter half must get
)

// Verdict is a run in a few numbers, up to the playhead.
type Verdict struct {
	Over      int64 // microseconds in which something was over the target of one partition
	Throttled uint64
	Refused   uint64 // unavailable, or over the account's limit
	Sent      uint64
	Entities  uint64
	Splits    int
	Helped    int // of the splits
	Early     int // splits that cannot be judged yet
	Merges    int
	Moves     int
	Servers   int
	Busiest   int   // a server
	Share     int64 // thousandths of the work that it did
	Working   int   // servers that did a hundredth of the work or more
	Billed    uint64
}

// Verdict sums the run up.
func (r *SimRun) Verdict() Verdict {
	t := r.sim.Total()
	v := Verdict{Throttled: t.Throttled, Refused: t.Unavailable + t.AccountThrottled, Sent: t.Sent, Entities: t.Entities, Billed: t.Billed()}
	now := r.sim.Now()
	for column := 0; int64(column)*r.window < now && column < len(r.windows); column++ {
		if r.windows[column].Over {
			v.Over += min(r.window, now-int64(column)*r.window)
		}
		r.count(&v, column, now)
	}
	r.work(&v)
	return v
}

func (r *SimRun) count(v *Verdict, column int, now int64) {
	for _, m := range r.Changes(column) {
		switch m.Kind {
		case WasMerged:
			v.Merges++
		case WasMoved:
			v.Moves++
		case WasSplit:
			v.Splits++
			if helped, known := r.helped(m, now); !known {
				v.Early++
			} else if helped {
				v.Helped++
			}
		}
	}
}

// helped tells whether both halves of a split got requests in the minutes after
// it. A half that gets next to nothing leaves the other as busy as the whole
// was.
func (r *SimRun) helped(m RangeChange, now int64) (helped, known bool) {
	from := (m.Column + 1)
	to := from + int(judgedAfter/r.window)
	if int64(to)*r.window > now {
		return false, false
	}
	owners := r.Owners(m.Column)
	i := sort.Search(len(owners), func(i int) bool { return owners[i].Low >= m.Low })
	if i == 0 || i == len(owners) || owners[i].Low != m.Low {
		return false, true
	}
	end := r.Rows()
	if i+1 < len(owners) {
		end, _ = r.RowOf(owners[i+1].Low)
	}
	begin, _ := r.RowOf(owners[i-1].Low)
	middle, _ := r.RowOf(m.Low)
	left, right := r.offered(from, to, begin, middle), r.offered(from, to, middle, max(end, middle+1))
	return min(left, right)*1000 >= (left+right)*leastHalf && left+right > 0, true
}

// offered counts entities in some rows of some columns.
func (r *SimRun) offered(from, to, begin, end int) (n int64) {
	heat := r.sim.Heat()
	for i := int64(from) * r.window / heat.Span; i < int64(to)*r.window/heat.Span && int(i) < len(heat.Columns); i++ {
		for row := begin; row < min(end, len(heat.Rows)); row++ {
			n += int64(heat.Columns[i].Offered[row])
		}
	}
	return n
}

func (r *SimRun) work(v *Verdict) {
	servers := r.sim.Servers()
	v.Servers = len(servers)
	most, all := uint64(0), uint64(0)
	for i, s := range servers {
		all += s.Entities
		if s.Entities > most {
			most, v.Busiest = s.Entities, i
		}
	}
	for _, s := range servers {
		if s.Entities*100 >= all && s.Entities > 0 {
			v.Working++
		}
	}
	v.Share = int64(most * 1000 / max(1, all))
}
