package simulated

import (
	"fmt"
	"slices"
	"testing"

	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
)

// Runs that are rehearsed in pieces are those that the commands carry out, also
// one that is given up; each is carried out once.
func TestRehearse(t *testing.T) {
	commands := simulations(t, "simulate guid for 30s", "simulate append for 1m seed 4", "simulate guid for 30s", "simulate guid for 20m",
		"simulate users for 5s")
	runs := &Runs{}
	r := runs.Rehearse(commands)
	for r.Step() {
	}
	if len(runs.runs) != 4 || runs.Rehearse(commands) != nil {
		t.Fatalf("%d runs are remembered, want 4", len(runs.runs))
	}
	for _, c := range commands {
		a, b := runs.Of(&c), (&Runs{}).Of(&c)
		if a.Hash != b.Hash || a.Totals != b.Totals || a.Over != b.Over || a.Mistake != b.Mistake || !slices.Equal(a.Notes, b.Notes) {
			t.Errorf("%s: the rehearsed run is another one", c.String())
		}
	}
	if len(runs.runs) != 4 {
		t.Error("a rehearsed run was carried out again")
	}
}

// A row of many cold keys gets more than the target of one partition and none of
// its keys does; one hot key is over.
func TestHeatIsOverByPartition(t *testing.T) {
	for _, test := range []struct {
		name, preset string
		target       int64
		over, bright bool // a partition is over its target, a row gets more than one may
	}{
		{"many cold keys", "account", 100, false, true},
		{"one hot key", "hotkey", 500, true, true},
		{"little load", "account", 2000, false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := sim.FromPreset(test.preset)
			if err != nil {
				t.Fatal(err)
			}
			c.Params.PartitionTarget = test.target
			run, err := sim.New(c)
			if err != nil {
				t.Fatal(err)
			}
			run.Run(30 * clock.Second)
			h, over, bright := heatOf(run), 0, 0
			for x := range HeatColumns {
				for y := range HeatRows {
					if h.Over[x][y] {
						over++
					}
					if h.Cells[x][y] > 1000 {
						bright++
					}
				}
			}
			if seconds := run.Total().OverSeconds; over > 0 != test.over || over > 0 != (seconds > 0) || bright > 0 != test.bright {
				t.Errorf("%d cells are over the target, %d rows get more than one partition's; the run has %d seconds over", over, bright, seconds)
			}
		})
	}
}

// Each split is marked once, in the row of cells that its key falls into, and at
// its share of the time: recounted from the notes of the run.
func TestHeatMarksSplits(t *testing.T) {
	c, err := sim.FromPreset("guid")
	if err != nil {
		t.Fatal(err)
	}
	run, err := sim.New(c)
	if err != nil {
		t.Fatal(err)
	}
	run.Run(10 * clock.Minute)
	h, n := heatOf(run), 0
	if len(h.Splits) == 0 || len(h.Splits) != min(maxMarks, int(run.Total().Splits)) {
		t.Fatalf("got %d marks of %d splits", len(h.Splits), run.Total().Splits)
	}
	rows := run.Heat().Rows
	for _, note := range run.Notes() {
		if note.Kind.String() != "split" || n == len(h.Splits) {
			continue
		}
		m := h.Splits[n]
		n++
		place := 0
		for place+1 < len(rows) && rows[place+1] <= note.Key {
			place++
		}
		if want := place * HeatRows / len(rows); m.Row != want {
			t.Errorf("%s is in row %d, want %d", m.Key, m.Row, want)
		}
		if low, high := note.At-run.Now()/1000, note.At; int64(m.Share)*run.Now()/1000 < low || int64(m.Share)*run.Now()/1000 > high || m.At != note.At {
			t.Errorf("%s is at %d thousandths, want %d of %d", m.Key, m.Share, note.At, run.Now())
		}
		if ordinal, ok := run.Ordinal(m.Key); !ok || ordinal != note.Key {
			t.Errorf("%s is not where it was split", m.Key)
		}
	}
	if n != len(h.Splits) {
		t.Errorf("got %d marks, want %d", len(h.Splits), n)
	}
}

// simulations reads commands that simulate.
func simulations(t *testing.T, texts ...string) []command.Command {
	t.Helper()
	commands := make([]command.Command, len(texts))
	for i, text := range texts {
		c, err := command.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		commands[i] = c
	}
	return commands
}

// A run is carried out once, every preset can be one, and a bounded number of
// them is remembered.
func TestRuns(t *testing.T) {
	runs := &Runs{}
	for _, preset := range sim.Presets() {
		for seed := range 2 {
			c := simulations(t, fmt.Sprintf("simulate %s for 1s seed %d", preset.Name, seed))[0]
			o := runs.Of(&c)
			if o.Mistake != "" || o.Map == nil {
				t.Errorf("%s: %s", c, o.Mistake)
			}
			if n := len(runs.runs); runs.Of(&c) != o || len(runs.runs) != n {
				t.Errorf("%s is carried out again", c)
			}
		}
	}
	if n := len(runs.runs); n != kept || len(runs.keys) != n {
		t.Errorf("got %d runs, want %d", n, kept)
	}
}

// A run that sends too many requests is given up soon after the bound.
func TestRunsTooMuch(t *testing.T) {
	c := simulations(t, "simulate bucket for 1h")[0]
	o := (&Runs{}).Of(&c)
	if sent := o.Totals.Sent; sent <= command.MaxRequests || sent > command.MaxRequests+slice || o.Mistake == "" || o.Map != nil {
		t.Errorf("got %d requests and %q, want just more than %d", sent, o.Mistake, command.MaxRequests)
	}
}
