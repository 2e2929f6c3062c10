// Package conformance holds the table endpoint to the documented and measured
// behaviour of the Table service, over sockets.
//
// Load reads the cases, each named for its rule and the section that the rule
// stands in. A Target is an endpoint to try them on: Start makes one of this
// project inside the process, with a clock that the cases move; StartAzurite
// runs the emulator of that name, for comparison. Suite.Run gives an Outcome
// per case.
//
// What always holds: a case begins with one table, Tab, that holds one entity,
// and with its own clock; requests are written byte by byte to the socket and
// signed by this package's own code, so that an error in engine/wire does not
// hide itself.
//
// Left out: the official clients, which have modules of their own beside this
// package: sdk for Go, node for JavaScript.
package conformance
