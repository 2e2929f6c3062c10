package script

import "github.com/keyrange/keyrange/engine/journal"

// The bounds of a World, besides those of its commands. The service has none of
// these; they keep every loop over input finite.
const (
	// MaxClients is how many clients a World has.
	MaxClients = 16
	// MaxSeen is how many ETags a speaker remembers; beyond it all are
	// forgotten.
	MaxSeen = 1024
	// MaxPages is how many pages one read asks for.
	MaxPages = 1000
	// MaxTracked is how many entities one context tracks before it takes no
	// more.
	MaxTracked = 1000
	// MaxFaults is how many faults may wait in the network.
	MaxFaults = 100
	// MaxTables is how many tables, MaxQueues how many queues a World has.
	MaxTables = 200
	MaxQueues = 50
	// MaxBranches is how many branches a World keeps.
	MaxBranches = journal.MaxBranches
	// MaxBranchName is the longest name of a branch in bytes.
	MaxBranchName = journal.MaxBranchName
	// MaxWork is how much work the commands of a link may be, in units
	// of about one insert.
	MaxWork = 1_000_000
)
