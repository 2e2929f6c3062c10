// Package stress drives a Table endpoint with the clients of a scenario: a storage
// account, Cosmos DB for Table, Azurite or our own endpoint. It is told how requests
// are sent, and so works the same through the official client and in tests.
//
// A reader meets Setting first, which is what the command line says; then Plan, which
// is what will be done and what it costs at most; then Run.
//
// # What always holds
//
// A run is bounded in time, in requests and so in cost. The table is one that the run
// made, under a name drawn by chance, and it is deleted at the end, also after a
// failure or an interrupt; where that does not succeed the table's name is told. No
// text that leaves the package has the account's key or a signature in it.
//
// The clients are those of package demand: they ask for the same keys as in the
// simulator, and wait and try again as the scenario says. The network's time is the
// real one, so the round trip of the model is taken out.
//
// Left out: walks and removals, which need entities that were there before; the
// scenario's commands to the service, which no client can give; and the client itself.
package stress
