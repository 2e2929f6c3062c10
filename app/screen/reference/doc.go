// Package reference is the page of what a reader looks up: limits, operators, error
// codes, what a query costs, and patterns, each with the lesson that explains it.
//
// What it says stands in package content, where tests hold it against the engine.
// It has no state.
package reference
