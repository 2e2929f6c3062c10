// Package runs is what the simulator shows: one or two designs under the same
// load, each a Run, with the playhead, the branches and the effects of what the
// reader changes on the way.
//
// State is met first, then Run. Heat draws a run into cells, Verdict sums it up,
// and Asking finds why a cell throttles. A run is a function of its journal: at
// one place of the journal everything here is always the same.
//
// It is plain Go and knows nothing of pages.
package runs
