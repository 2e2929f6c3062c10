// Package partition holds how a table's key space is divided among servers, and
// the pure decisions of the one that divides it.
//
// A reader meets Range first, a half-open piece of the key space, then
// Policy, the thresholds of the decisions, and the decisions themselves: Cut
// (where to split a range), Policy.Hot, Policy.Cold and Policy.Shed (what to
// split, to merge and to move). Map is a division with PartitionKey texts in
// place of ordinals, ready to be handed to a query.
//
// What always holds: the decisions are functions of their arguments alone; a
// Cut is one of the sampled keys, so no PartitionKey is ever divided; the ranges
// of a Map tile the key space.
//
// The thresholds are not public. The ones here follow the paper on Windows Azure
// Storage (SOSP 2011) and the whitepapers where these give a number, and are of
// our own choice elsewhere.
//
// The package leaves out time, load and everything that moves: see package sim.
package partition
