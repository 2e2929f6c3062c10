// Package replay turns what was observed of a table into the demand of a run, and
// into rows whose keys can be judged.
//
// A reader meets Rows first, the requests of the samples with what is known of their
// entities; then Scenario, which sends them again at the rate at which they came.
//
// What always holds: there are as many rows as the recorded seconds had requests, and
// those of a second are the requests of its sample, in turn. They are sent at the
// rate of that second, to a twentieth. A row never has a value that the sample does
// not have.
//
// Left out: how the latencies were, and everything that Missing names.
package replay
