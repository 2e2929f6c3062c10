// Package script keeps the operation log: World is the state that a log of
// commands makes.
//
// A reader meets World first, with Do, Undo, Redo, Seek, Branch and Hash, then
// Result, which is what a command did, then Traffic, the same as HTTP, and Moment,
// which is a World as a text. The commands themselves are those of package
// command.
//
// # What always holds
//
// A World is a pure function of its seed, its start and its log: time moves
// only by commands, and every draw follows from the seed. No text makes
// OpenMoment panic, and every loop over a text has a bound named in this package
// or in package command.
//
// Left out: simulations that are looked at while they run, and how a page
// draws any of this.
package script
