package observe

import (
	"slices"

	"github.com/keyrange/keyrange/engine/sim/random"
)

// rows is the sketch of where requests lie: half-open pieces of the key space that
// are narrow where there are many.
//
// What always holds: the first piece begins at "", the others at ascending places,
// and there are at most most of them; the counts of a piece are of the tick alone.
type rows struct {
	list  []row
	most  int
	round int32 // how often they were refined, and one
	draws random.Stream
}

// row is the piece of the key space from low up to the next row.
type row struct {
	low                     string
	sent, refused, entities int64 // of the tick
	fresh                   int64 // requests since the rows were last refined
	heat                    int64 // requests lately, in sixteenths
	keys                    []string
}

const (
	rowKeys  = 8  // keys of each row that are drawn for where to cut it
	mostCuts = 16 // of one refinement
	hotter   = 2  // times that a row is busier than the two together that make room for its half
)

func newRows(most int) rows {
	return rows{list: append(make([]row, 0, most), row{}), most: most, round: 1}
}

// find returns the index of the row of a place. It holds for this round.
func (s *rows) find(place string) int {
	low, high := 0, len(s.list)
	for high-low > 1 {
		half := (low + high) / 2
		if comparePlaces(s.list[half].low, place) <= 0 {
			low = half
		} else {
			high = half
		}
	}
	return low
}

// add counts a request of a place in its row. It may keep the place, which must not
// lie in a buffer that is used again.
func (s *rows) add(at int, place string, o *Operation) {
	r := &s.list[at]
	r.sent++
	if o.Refused {
		r.refused++
	}
	r.entities += int64(max(1, o.Entities))
	r.fresh++
	if len(r.keys) < rowKeys {
		r.keys = append(r.keys, place)
		return
	}
	if at := random.Bounded(s.draws.Next(), uint64(r.fresh)); at < rowKeys && r.keys[at] != place {
		r.keys[at] = place
	}
}

// forget begins a tick.
func (s *rows) forget() {
	for i := range s.list {
		r := &s.list[i]
		r.sent, r.refused, r.entities = 0, 0, 0
	}
}

// refine cuts rows that are busy and joins rows that are quiet. It is done between
// two ticks.
func (s *rows) refine() {
	s.round++
	for i := range s.list {
		r := &s.list[i]
		r.heat += r.fresh*16 - r.heat/4
	}
	for range mostCuts {
		hot := s.busiest()
		if hot < 0 || len(s.list) == s.most && !s.makeRoom(&hot) {
			break
		}
		s.cut(hot)
	}
	for i := range s.list {
		s.list[i].fresh, s.list[i].keys = 0, s.list[i].keys[:0]
	}
}

// busiest returns the row with most requests among those in which different keys
// were seen, or -1.
func (s *rows) busiest() int {
	best := -1
	for i := range s.list {
		r := &s.list[i]
		if r.heat > 0 && r.mixed() && (best < 0 || r.heat > s.list[best].heat) {
			best = i
		}
	}
	return best
}

func (r *row) mixed() bool {
	for _, k := range r.keys {
		if k != r.keys[0] {
			return true
		}
	}
	return false
}

// makeRoom joins the two neighbours with the fewest requests, and reports whether
// they have so few that it is worth it. hot is a row that stays.
func (s *rows) makeRoom(hot *int) bool {
	best := -1
	sum := func(i int) int64 { return s.list[i].heat + s.list[i+1].heat }
	for i := 0; i+1 < len(s.list); i++ {
		if i != *hot && i+1 != *hot && (best < 0 || sum(i) < sum(best)) {
			best = i
		}
	}
	if best < 0 || s.list[*hot].heat <= hotter*sum(best) {
		return false
	}
	a, b := &s.list[best], &s.list[best+1]
	a.heat, a.fresh = a.heat+b.heat, a.fresh+b.fresh
	a.keys = append(a.keys, b.keys...)
	a.keys = a.keys[:min(len(a.keys), rowKeys)]
	s.list = slices.Delete(s.list, best+1, best+2)
	if best < *hot {
		*hot--
	}
	return true
}

// cut divides a row where the keys that were drawn of it are divided best. A key
// that has half of them ends where the next key could begin, so that it gets a row
// to itself.
func (s *rows) cut(i int) {
	r := &s.list[i]
	slices.SortFunc(r.keys, comparePlaces)
	n := len(r.keys)
	at, left := "", 0
	for from := 0; from < n; {
		to := from + 1
		for to < n && r.keys[to] == r.keys[from] {
			to++
		}
		if from > 0 && closer(from, left, n) {
			at, left = r.keys[from], from
		}
		if (to-from)*2 >= n && to < n && closer(to, left, n) {
			at, left = r.keys[from]+"\x00", to
		}
		from = to
	}
	heat := r.heat * int64(left) / int64(n)
	right := row{low: at, heat: r.heat - heat, fresh: r.fresh / 2, keys: slices.Clone(r.keys[left:])}
	r.heat, r.keys = heat, r.keys[:left]
	s.list = slices.Insert(s.list, i+1, right)
}

// closer reports whether one way to divide n is more even than another.
func closer(a, b, n int) bool { return max(a, n-a) < max(b, n-b) }
