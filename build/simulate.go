package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/file"
)

// simulateFlags is what the command line of simulate says.
type simulateFlags struct {
	preset, scenario, data, length string
	seed                           uint64
	seeded, json, list             bool
	conditions                     []condition
}

// simulate runs a scenario without a screen and prints what it comes to. It
// fails when one of the -fail-if conditions is met.
func simulate(args []string, out io.Writer) error {
	f, err := parseSimulate(args)
	if err != nil {
		return fmt.Errorf("keyrange simulate: %w", err)
	}
	if f.list {
		for _, p := range sim.Presets() {
			fmt.Fprintf(out, "%-10s %s\n", p.Name, p.Lesson)
		}
		return nil
	}
	c, err := f.load()
	if err != nil {
		return err
	}
	s, err := sim.New(c)
	if err != nil {
		return err
	}
	r := newReport(s, c)
	if f.json {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		err = encoder.Encode(r)
	} else {
		err = r.print(out)
	}
	if err != nil {
		return err
	}
	return r.judge(f.conditions)
}

func parseSimulate(args []string) (simulateFlags, error) {
	var f simulateFlags
	flags := flag.NewFlagSet("simulate", flag.ContinueOnError)
	flags.StringVar(&f.preset, "preset", "", "a ready scenario, see -list")
	flags.StringVar(&f.scenario, "scenario", "", "file of a scenario")
	flags.StringVar(&f.data, "data", "", "CSV or JSON file whose rows are replayed")
	flags.StringVar(&f.length, "for", "", "virtual time, as 1h or 90s")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	flags.BoolVar(&f.list, "list", false, "list the presets")
	flags.Func("seed", "seed of all randomness", func(text string) error {
		f.seeded = true
		_, err := fmt.Sscan(text, &f.seed)
		return err
	})
	flags.Func("fail-if", "condition such as 'throttled > 1%', can be repeated", func(text string) error {
		c, err := parseCondition(text)
		f.conditions = append(f.conditions, c)
		return err
	})
	if err := parseFlags("runs a scenario of the partition simulator", flags, args); err != nil {
		return f, err
	}
	if !f.list && (f.preset == "") == (f.scenario == "") {
		return f, errors.New("give either -preset or -scenario (-list shows the presets)")
	}
	return f, nil
}

// load makes the scenario that the flags ask for.
func (f *simulateFlags) load() (sim.Scenario, error) {
	replay, err := loadRows(f.data)
	if err != nil {
		return sim.Scenario{}, err
	}
	var c sim.Scenario
	if f.preset != "" {
		c, err = sim.FromPreset(f.preset)
		c.Replay = replay
	} else {
		var text []byte
		if text, err = os.ReadFile(f.scenario); err != nil {
			return c, err
		}
		if c, err = file.Parse(text, replay); err != nil {
			return c, fmt.Errorf("%s: %w", f.scenario, err)
		}
	}
	if err != nil {
		return c, err
	}
	if f.seeded {
		c.Seed = f.seed
	}
	if f.length != "" {
		c.Span, err = file.ParseSpan(f.length)
	}
	return c, err
}

// loadRows reads the data set whose rows are to be replayed.
func loadRows(name string) (*sim.Replay, error) {
	if name == "" {
		return nil, nil
	}
	d, err := readRows(name)
	if err != nil {
		return nil, err
	}
	return &sim.Replay{Columns: d.Columns, Rows: d, Count: d.Len()}, nil
}

// condition is one -fail-if: a figure, a comparison and a number.
type condition struct {
	text, figure, sign string
	limit              float64
}

// parseCondition reads "throttled > 1%". The unit is that of the figure.
func parseCondition(text string) (condition, error) {
	c := condition{text: text}
	at := strings.IndexAny(text, "<>")
	if at < 0 {
		return c, fmt.Errorf("%q compares nothing: write a figure, < or >, and a number, as 'throttled > 1%%'", text)
	}
	c.figure, c.sign = strings.TrimSpace(text[:at]), text[at:at+1]
	unit, known := figureUnits[c.figure]
	if !known {
		return c, fmt.Errorf("there is no figure %q: use %s", c.figure, strings.Join(figureNames, ", "))
	}
	number := strings.TrimSpace(strings.TrimPrefix(text[at+1:], "="))
	number = strings.TrimSpace(strings.TrimSuffix(number, unit))
	var rest string
	if n, _ := fmt.Sscanf(number+" ", "%g%s", &c.limit, &rest); n != 1 {
		return c, fmt.Errorf("%q is not a number for %s, which is given in %q", number, c.figure, unit)
	}
	return c, nil
}

func (c condition) met(value float64) bool {
	if c.sign == "<" {
		return value < c.limit
	}
	return value > c.limit
}
