// Package draft holds what the reader works on: the data set that is named, the
// columns, both key templates, the questions and every answer, as one value that
// gestures replace and undo brings back.
//
// Work is that value and Editor makes the gestures; Journal keeps them and is
// what is saved. Samples and presets are values of the same kind. Nothing here
// reads rows or builds a table: that follows from the work and lies above.
package draft
