package sim

import (
	"github.com/keyrange/keyrange/engine/partition"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/record"
)

var wholeSpace = partition.Range{}

// model is what a run needs beside its state: it never decides anything by
// itself.
type model struct {
	demand   *demand.Source
	recorder *record.Recorder
	watch    func(s *state, request int32) // sees every request at the front end
	// refused sees every request that is refused, before its thread does.
	refused func(s *state, request int32, why record.Cause)
	// answered sees every request that is done, before its thread does.
	answered func(s *state, request int32)
	served   func(s *state, index int32) // sees every range that has executed a request

	scratch []int64
	places  []int32
}

// newRows cuts the key space into rows with equally many different keys.
func newRows(d *demand.Source, seed uint64, span int64) []uint64 {
	return append([]uint64{0}, d.Bounds(seed, span/clock.Second, record.HeatRows)...)
}
