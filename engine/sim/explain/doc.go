// Package explain says why a place of the heat map looks as it does, and where its
// load would have gone under other keys.
//
// A reader meets Inquiry first, which looks at a place in pieces of bounded work, then
// its Answer, and Spread.
//
// What always holds: an answer follows from the operations that landed in the
// place and from the causes that were recorded when requests were refused. The run
// that is asked about is not touched: the time of one column is repeated beside it.
//
// It names causes and patterns; what to do about them is left to others.
package explain
