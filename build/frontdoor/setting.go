package frontdoor

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/file"
	"github.com/keyrange/keyrange/engine/sim/keyed"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// Setting is the model that requests wait for.
type Setting struct {
	Name   string // as -load says it
	Quick  bool   // it decides within seconds, which the service does not
	Params service.Params
	Seed   uint64
	Layout keyed.Layout
}

// The loads that have a name.
const (
	Today = "today" // the targets of accounts made since June 2012
	Then  = "2010"  // those of the measurements that the model is fitted to

	Unlimited = "unlimited" // no model at all, as without -load
)

// ReadSetting makes the model that -load names: that of today or of 2010, each with
// the limit of the account, or the model of a scenario's file with the ranges that it
// begins with. The scenario's clients and commands are left out: your program takes
// their place. The error says in one sentence what to do.
func ReadSetting(load, decisions string) (Setting, error) {
	s := Setting{Name: load, Params: service.Defaults(), Seed: 1}
	s.Params.EnforceAccount = true
	switch load {
	case Today:
		s.Params.Today()
	case Then:
	default:
		if err := s.read(load); err != nil {
			return s, err
		}
	}
	switch decisions {
	case "real":
	case "quick":
		s.Quick = true
		s.Params.Teach()
	default:
		return s, fmt.Errorf("-decisions is %q: use real or quick", decisions)
	}
	return s, nil
}

// read takes over the model of a scenario's file.
func (s *Setting) read(name string) error {
	text, err := readSome(name)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("-load is %q (with make: LOAD): use today, 2010, unlimited or the file of a scenario", name)
	}
	if err != nil {
		return fmt.Errorf("-load: %w", err)
	}
	c, err := file.Parse(text, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	run, err := sim.New(c)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	s.Params, s.Seed, s.Layout.Packed = c.Params.Params, c.Seed, c.Packed
	for _, r := range run.Ranges()[1:] {
		s.Layout.Bounds = append(s.Layout.Bounds, r.Low)
	}
	return nil
}

// readSome reads a file, of one that is too long enough to know.
func readSome(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, file.MaxFile+1))
}
