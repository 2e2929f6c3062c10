// Package keyed is the partition layer for keys that are texts: whoever has real
// requests asks it, table and PartitionKey by name, and it asks package service,
// which knows keys as positions.
//
// A reader meets Service first, then places, the list that gives texts positions.
//
// # What always holds
//
// It is the same service that simulated clients come to, with the same front door:
// nothing is decided here. Tables lie one after the other in one key space, in the
// order of their names, and each begins with a range of its own. Different keys have
// different positions, which compare as (table, PartitionKey) does. No position is
// kept longer than the service remembers it, so memory has a bound whatever the
// number of keys.
//
// What it does is a function of its Params, its seed and what was asked of it, and
// when. It has no clock of its own: RunUntil says what time it is.
//
// # What is left out
//
// Scans as walks from key to key: a page of a query is one request for as many
// entities as it read. The time of a run ends at clock.MaxTime; Again begins another.
package keyed
