package race

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// What a side tells is what the run itself has counted, by another way.
func TestSideIsTheRun(t *testing.T) {
	for side := range 2 {
		for _, rate := range []int64{Least, 1250, First} {
			l, err := Of(rate)
			if err != nil {
				t.Fatal(err)
			}
			x := l.Sides[side]
			c, _ := Scenario(side, rate)
			s, err := sim.New(c)
			if err != nil {
				t.Fatal(err)
			}
			s.Run(Span)
			if err := s.Check(); err != nil {
				t.Error(err)
			}
			name := fmt.Sprintf("side %d at %d/s", side, rate)
			checkTotals(t, name, &x, s.Total())
			checkCells(t, name, &x)
			checkMap(t, name, &x, s)
		}
	}
}

func sum(list []int64) (n int64) {
	for _, v := range list {
		n += v
	}
	return n
}

func checkTotals(t *testing.T, name string, x *Side, total record.Totals) {
	t.Helper()
	refused := uint64(0)
	for _, n := range total.Refused {
		refused += n
	}
	if got := uint64(sum(x.Accepted)); got != total.Entities {
		t.Errorf("%s: %d are accepted by columns, %d in all", name, got, total.Entities)
	}
	if got := uint64(sum(x.Refused)); got != refused {
		t.Errorf("%s: %d are refused by columns, %d in all", name, got, refused)
	}
}

// The cells of a column are what is accepted in it, up to the step of a cell.
func checkCells(t *testing.T, name string, x *Side) {
	t.Helper()
	n := len(x.Cuts)
	for column := range columns {
		told := int64(0)
		for i := range n {
			told += int64(x.Cells[2*(column*n+i)]) * cell * 5
		}
		if off := told - x.Accepted[column]; off > int64(5*cell*n) || off < -int64(5*cell*n) {
			t.Errorf("%s: the cells of column %d come to %d, %d are accepted", name, column, told, x.Accepted[column])
		}
	}
}

// The map at the end is that of the run, and so are the splits.
func checkMap(t *testing.T, name string, x *Side, s *sim.Simulation) {
	t.Helper()
	last := x.Owners[len(x.Owners)-1]
	if got, want := len(last.Places), len(s.Ranges()); got != want {
		t.Errorf("%s: %d ranges at the end, want %d", name, got, want)
	}
	for i, r := range s.Ranges() {
		if last.Servers[i] != r.Server {
			t.Errorf("%s: range %d is served by %d, want %d", name, i, last.Servers[i], r.Server)
		}
	}
	splits, merges := 0, 0
	for _, r := range s.Ranges() {
		if r.Change == service.Absorbing {
			merges-- // decided on, and not done yet
		}
	}
	for _, m := range x.Marks {
		splits += strings.Count(m.Kind, "s")
		merges += strings.Count(m.Kind, "u")
	}
	if splits != x.Splits || 1+splits-merges != len(s.Ranges()) {
		t.Errorf("%s: %d splits and %d merges make %d ranges", name, splits, merges, len(s.Ranges()))
	}
}

// The writes of a column are shared evenly by the buckets: while nothing is refused
// each of the sixteen takes a sixteenth, up to chance.
func TestSlicesAreBuckets(t *testing.T) {
	l, err := Of(Least)
	if err != nil {
		t.Fatal(err)
	}
	x := l.Sides[1]
	for column := range columns {
		for i := range buckets {
			// 500/s are 31/s for a bucket: 156 in a column, give or take 12.
			if got := int64(x.Cells[2*(column*buckets+i)]) * cell; got < 16 || got > 48 {
				t.Errorf("bucket %d takes %d/s in column %d, want about %d", i, got, column, Least/buckets)
			}
		}
	}
}

// The race has a story: at the load that the page opens with the first key accepts
// about what one range takes, the second most of what is sent.
func TestStory(t *testing.T) {
	l, err := Of(First)
	if err != nil {
		t.Fatal(err)
	}
	usual := sim.Defaults()
	a, b := l.Sides[0], l.Sides[1]
	if got, most := sum(a.Accepted)/300, usual.Capacity(); got > most || got < most*95/100 {
		t.Errorf("the first key takes %d/s, one range %d/s", got, most)
	}
	if sum(b.Refused)*5 > sum(a.Refused) || b.Served[columns-1] < 4 || a.Served[columns-1] != 1 {
		t.Errorf("the second key tells no story: %d refused against %d, %d servers", sum(b.Refused), sum(a.Refused), b.Served[columns-1])
	}
}
