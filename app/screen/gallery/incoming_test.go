package gallery

import (
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/link"
	"github.com/keyrange/keyrange/lessons/assign"
)

// small is a playground over a few rows of its own, which come with each result.
func small(t *testing.T) *design.Playground {
	t.Helper()
	rows := "Id,Town,Kind\n"
	for i := range 40 {
		rows += strconv.Itoa(i) + ",Town " + strconv.Itoa(i%7) + ",Kind " + strconv.Itoa(i%3) + "\n"
	}
	p := design.New(0)
	p.Incoming.Import("towns.csv", []byte(rows))
	for p.Advance(func() bool { return true }) {
	}
	if p.Table.Built() == nil {
		t.Fatal("the rows are not there")
	}
	return p
}

// Two hundred results come in slices: adding reads none of them, each step reads one
// line or does one bounded piece, opening a line lets the page have its turns, and
// work that is stopped goes on where it was.
func TestSlices(t *testing.T) {
	p := small(t)
	task := taskOf(t, p)
	var text strings.Builder
	for i := range 200 {
		text.WriteString(handedIn(t, p, task, "Participant "+strconv.Itoa(i), "{Town}-"+strconv.Itoa(i%50), "{Id}") + "\n")
	}
	s := NewState(designs{})
	s.Add(text.String())
	if _, of, ok := s.Reading(); len(s.Entries()) != 0 || of != 200 || !ok {
		t.Fatalf("adding read %d of %d", len(s.Entries()), of)
	}
	rests := 0
	for n := 1; n <= 200; n++ {
		if !s.Step(func() { rests++ }) || len(s.Entries()) != n {
			t.Fatalf("after %d steps %d lines are read", n, len(s.Entries()))
		}
	}
	if rests < 400 {
		t.Errorf("%d rests while 200 lines were opened", rests)
	}
	if s.Stopped = true; s.Step(noRest) || s.Open() != 200 {
		t.Error("work that was stopped goes on")
	}
	s.Stopped = false
	steps := 0
	for open := 200; s.Step(noRest); steps++ {
		if now := s.Open(); now < open-1 {
			t.Fatalf("one step did %d results", open-now)
		} else {
			open = now
		}
	}
	if s.Open() != 0 || steps < 50*10+150 || steps > 50*200+150 {
		t.Errorf("%d results are open after %d steps", s.Open(), steps)
	}
}

// Two participants who hand in the same keys get the same figures, which are worked out
// once; those of others are their own.
func TestSameKeys(t *testing.T) {
	p := small(t)
	task := taskOf(t, p)
	together, alone := NewState(designs{}), NewState(designs{})
	bo := handedIn(t, p, task, "Bo", "{Town}", "{Kind}")
	add(t, together, handedIn(t, p, task, "Ana", "{Town}", "{Id}")+"\n"+bo)
	bo2 := handedIn(t, p, task, "Bea", "{Town}", "{Kind}")
	finish(t, together)
	add(t, together, bo2)
	steps := 0
	for together.Step(noRest) {
		steps++
	}
	add(t, alone, bo2)
	finish(t, alone)
	list, want := together.Entries(), alone.Entries()[0].Outcome
	if steps > 2 || !reflect.DeepEqual(list[2].Outcome, want) || !reflect.DeepEqual(list[1].Outcome, want) {
		t.Errorf("after %d steps: %+v and %+v, alone %+v", steps, list[1].Outcome, list[2].Outcome, want)
	}
	if list[0].Lost == list[2].Lost {
		t.Error("two designs lose the same rows")
	}
}

// endless is work whose doing never ends, as that of a forged result might.
type endless struct{ *design.Replay }

func (endless) Step() bool { return true }

// rounds opens work that goes round in circles for everybody called Round.
type rounds struct{ designs }

func (d rounds) Replay(r *assign.Result, like workspace.Replay) (workspace.Replay, error) {
	if r.Alias == "Round" {
		return endless{}, nil
	}
	return d.designs.Replay(r, like)
}

// What takes too long is given up after a bounded number of steps, and the next is
// done.
func TestRounds(t *testing.T) {
	p := small(t)
	task := taskOf(t, p)
	s := NewState(rounds{})
	add(t, s, handedIn(t, p, task, "Round", "{Town}", "{Id}")+"\n"+handedIn(t, p, task, "Ana", "{Town}", "{Id}"))
	steps := 0
	for s.Step(noRest) {
		if steps++; steps > 2*maxPieces {
			t.Fatal("there is no end")
		}
	}
	list := s.Entries()
	if list[0].Reason != "Doing this again takes too long, so it was given up." || list[1].Reason != "" || !list[1].Done {
		t.Errorf("got %q and %q", list[0].Reason, list[1].Reason)
	}
}

// Ten thousand mutations of a result come in, as lines with a broken checksum and with
// a right one, with what they hold changed, cut and doubled: each is refused with a
// sentence, or done again in bounded steps; what was collected stays as it is.
func TestTenThousandMutations(t *testing.T) {
	p := small(t)
	task := taskOf(t, p)
	honest := handedIn(t, p, task, "Ana", "{Town}", "{Id}")
	plain, err := link.Unpack(honest, noRest)
	if err != nil {
		t.Fatal(err)
	}
	s := NewState(designs{})
	add(t, s, honest)
	finish(t, s)
	want := s.Entries()[0].Outcome
	random := newRandom(t)
	count, taken, refused, mostSteps := 0, 0, 0, 0
	for count < 10_000 {
		var text strings.Builder
		for range 500 {
			text.WriteString(mutant(t, random, count, honest, plain) + "\n")
			count++
		}
		before, _ := s.Refused()
		taken += add(t, s, text.String())
		after, reasons := s.Refused()
		refused += after - before
		for _, r := range reasons {
			if !strings.HasSuffix(strings.TrimRight(r, "”"), ".") && !strings.HasSuffix(r, "”") {
				t.Fatalf("refused because %q", r)
			}
		}
		mostSteps = max(mostSteps, again(t, s))
		if got := s.Entries()[0]; got.Alias != "Ana" || got.Each != want.Each || got.Accepted != want.Accepted || !got.Judged.Met {
			t.Fatalf("what was collected is %+v, it was %+v", got.Outcome, want)
		}
		for len(s.Entries()) > 1 {
			s.Remove(1)
		}
	}
	t.Logf("%d taken, %d refused, at most %d steps", taken, refused, mostSteps)
	if refused < 8_000 || taken < 20 {
		t.Errorf("%d of %d were taken and %d refused", taken, count, refused)
	}
}

// again does everything again and returns the most steps that one result took.
func again(t *testing.T, s *State) (most int) {
	t.Helper()
	steps, open := 0, s.Open()
	for s.Step(noRest) {
		if _, ok := s.Wanted(); ok {
			s.Missing("The rows cannot be had.")
		}
		if steps++; s.Open() < open {
			most, steps, open = max(most, steps), 0, s.Open()
		}
		if steps > maxPieces+1 {
			t.Fatalf("%q is not done after %d steps", s.now.Alias, steps)
		}
	}
	for _, e := range s.Entries() {
		if !e.Done || e.Reason != "" && !strings.ContainsAny(e.Reason, ".”") {
			t.Fatalf("%q came to %+v because %q", e.Alias, e.Outcome, e.Reason)
		}
	}
	return most
}

// mutant is one line that is not as it was handed in. Every twentieth has a right
// checksum over bytes that were changed.
func mutant(t *testing.T, random *rand.Rand, n int, honest string, plain []byte) string {
	t.Helper()
	if n%20 != 0 {
		return strings.NewReplacer("\n", "", "\r", "").Replace(changed(random, []byte(honest)))
	}
	text, err := link.Pack([]byte(changed(random, plain)), noRest)
	if err != nil {
		return "k1.too-long"
	}
	return text
}

// changed takes bytes away, doubles them or writes others.
func changed(random *rand.Rand, b []byte) string {
	b = append([]byte(nil), b...)
	at := random.IntN(len(b))
	switch random.IntN(4) {
	case 0:
		b[at] ^= byte(1 << random.IntN(8))
	case 1:
		b = b[:at]
	case 2:
		b = append(b[:at:at], b[min(len(b), at+1+random.IntN(9)):]...)
	default:
		b = append(b[:at:at], append([]byte(strings.Repeat(string(b[at:min(len(b), at+9)]), 1+random.IntN(200))), b[at:]...)...)
	}
	return string(b)
}

// newRandom returns the source of a randomized test, its seed printed, and fixed
// unless KEYRANGE_SEED sets it.
func newRandom(t *testing.T) *rand.Rand {
	t.Helper()
	seed, err := strconv.ParseUint(os.Getenv("KEYRANGE_SEED"), 10, 64)
	if err != nil {
		seed = 20261124
	}
	t.Logf("KEYRANGE_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}
