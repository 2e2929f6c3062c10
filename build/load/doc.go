// Package load measures the Table endpoint over the loopback, side by side
// with Azurite and with a server that does nothing but read and write JSON,
// which is the ceiling for a program on net/http.
//
// Read Main first, which runs everything and prints a table, then Job, which is
// what is measured, and Measure, which measures one job on one server.
//
// Hold is apart from that: it keeps the endpoint at its full rate for long, kills it
// and starts it again, and looks for changes that were acknowledged and are lost.
//
// The client that asks runs in one thread over all connections, where the system
// lets it, and builds and reads as little as it can: it shares the processors with
// the servers. Its processor time is told beside theirs.
//
// What always holds: every server is a process of its own and verifies the same
// signature (the ceiling verifies nothing); the same bytes are asked for from
// all of them, turn by turn within a run; every answer is checked for its
// status; times are those of the client.
package load
