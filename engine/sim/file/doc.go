// Package file is the scenario of a run as a file that people read and write:
// lengths of time as "1h30m", policies by name, keys as texts.
//
// A reader meets Parse and Write first.
//
// What always holds: what Write writes, Parse reads back to the same run. A mistake
// in a file is a sim.Error with a plain sentence and its line and column; no file
// makes Parse panic.
//
// The rows of a data set are not in a file: whoever has them gives them to Parse.
package file
