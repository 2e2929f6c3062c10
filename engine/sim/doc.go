// Package sim runs a model of the Table service in virtual time: how it divides a
// table among servers, and what clients see of it.
//
// A reader meets Scenario first (what a run is made of), then Simulation (New,
// Run, Do, SeekTo, Branch) and Frame (what a picture needs). Params holds every
// number of the model.
//
// The service itself is package service, with a front door for requests; its
// clients are package demand, and come through that door like anyone. Both write
// to a Recorder of package record and schedule in a Clock of package clock. Package
// explain says why a place of the heat map looks as it does, package file writes
// scenarios down.
//
// # What always holds
//
// A run is a function of its scenario and the log of its commands. Time, in
// microseconds, and randomness are counted, not taken from the machine; there is
// no floating point and no map in the state, so a run is the same on every
// processor and in WebAssembly. It does not matter how it is cut into pieces.
//
// The demand depends on the seed alone: what the n-th operation of a thread is
// about does not change with the key template, the policies or the load.
//
// Keys are PartitionKeys that a template of package keys makes; inside they are
// ordinals in the same order. What goes back with a run is one state, of which
// checkpoints are copies; what it leaves behind stays. Simulation.Check lists what holds of the state.
//
// # What is measured and what is chosen
//
// Clients and servers are fitted to the measurements of 2010 in "How to get most
// out of Windows Azure Tables"; the control loop follows the paper on Windows
// Azure Storage (SOSP 2011). The law of throttling, the servers' number and size
// and most thresholds are our own. It is a calibration, not a validation.
//
// # What is left out
//
// RowKeys, entity sizes, the cost of reading a scan from disk, geographic
// replication, and every variation from day to day.
package sim
