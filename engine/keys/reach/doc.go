// Package reach turns questions about columns into bounds on keys, and bounds on
// keys back into questions about columns.
//
// Translate puts before a question the bounds on PartitionKey and RowKey that follow
// from it under two templates. Barriers says which of its conditions bound no key,
// why, and which edit of a template would help. AsColumns goes the other way: it
// asks of columns what a filter asks of keys. Extents are the least and the greatest
// number of each column in the rows that are there, for bounds that may rest on them.
//
// What always holds: a Translation returns exactly the entities that its question
// returns, each once, unless it says in Rests what must stay true for that. The
// package computes with intervals and never looks at a row but through Extents.
package reach
