// Package record is what a run leaves behind: how much of everything there was,
// when and where in the key space, and what was decided.
//
// A reader meets Totals first (counts of a whole run), then Column (the counts of
// one span of time, by rows of the heat map and by ranges), Cause (why requests
// were refused) and Note (what happened to a range or server). A Recorder is what
// the parts of a run write to.
//
// What always holds: the columns add up to the totals. What was recorded stays
// when a run goes back, and is not recorded twice when it goes on.
//
// A heat map has a fixed number of rows and columns; a long run has longer
// columns, never more.
package record
