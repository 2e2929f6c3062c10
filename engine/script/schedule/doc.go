// Package schedule runs the programs of two clients in every order and finds the
// updates that were lost.
//
// A reader meets Turn first, a step of a program whose command follows from what
// its client has read, then Memory, which knows that, then Orders, which runs two
// programs in every order, and Judge, which finds lost updates in any log.
//
// What always holds: trying an order leaves the World as it was; at most MaxOrders
// orders are tried, of at most MaxTurns turns each.
package schedule
