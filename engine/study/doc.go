// Package study is the case study of 2010 that the simulator is fitted to: what
// was measured, what its text published, and the runs that repeat it.
//
// A reader meets Study first (Parse reads it from study.txt), then Figure, Chart,
// Curve and Claim, which are the lines of that file; Probe is one run, Count what
// it counted, and Run is a probe in pieces of any size. File is all of it for a page.
//
// What always holds: a count is a sum of whole numbers, so the same probe under
// the same seed gives the same count everywhere, and the counts of several seeds
// add up. What is published stands in study.txt alone, as numbers with their
// source; a claim without a number is one that the source makes in words.
//
// The file is not part of the program in a browser: what draws the page reads
// File. Left out are the curves of the published figures: they are pictures, and only the numbers of
// their text are known.
package study
