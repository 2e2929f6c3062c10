// Package race is the comparison that the start page shows: the same writes under
// two PartitionKeys, at each load that its slider can be set to.
//
// A reader meets Race first (what the page is given), then Load (both sides at one
// load), Side (what one key makes of it) and Of, which runs it. The page shows these
// runs and simulates nothing, so that its slider answers at once.
//
// What always holds: each figure is one that the simulator counted. What is
// accepted and refused by columns adds up to the totals of the run, and the cells
// of a column to what is accepted in it, each cell to the step in which cells are
// written. The run depends on the load alone, so the file is the same wherever it
// is made.
package race
