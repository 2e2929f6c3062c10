// Package check says what a table suffers from whose rows have keys of two
// templates.
//
// A reader meets Analysis first: it sees the keys of all rows, is told in which
// order they arrive (Arrival), and gives Findings, each with a Severity and mostly
// with a Fix. It also gives Sizes of partitions and a Sample of keys. An Ordering
// puts all rows into the order of their keys. A Ruler lays a few keys beside the
// order that was meant; TypedRuler does so for keys that a person typed. Compare
// tells what came of a Fix that was tried.
//
// What always holds: nothing is concluded about load over time unless the order of
// arrival is known; a trap of the order is found exactly when some two of all rows
// are in it. Work over all rows is done in pieces of bounded size: Analysis.Prepare,
// Ordering.Step.
//
// The package leaves out how keys are made, which is keys, and what questions they
// answer, which is keys/reach.
package check
