package script

import "github.com/keyrange/keyrange/engine/journal"

// The bounds of the language and of a World. The service has none of these;
// they keep every loop over input finite and a link short enough to share.
const (
	// MaxCommand is how many bytes the text of one command may have.
	MaxCommand = 256 << 10
	// MaxScript is how many bytes a text with many commands may have.
	MaxScript = 4 << 20
	// MaxProperties is how many properties a command may set: more than an
	// entity may have, so that the refusal can be shown.
	MaxProperties = 300
	// MaxChanges is how many changes a batch may have: more than a transaction
	// may have, for the same reason.
	MaxChanges = 120
	// MaxNames is how many names a list in a command may have.
	MaxNames = 300
	// MaxRepeat is how many bytes a repeated text may have, as in 'x'*40000.
	MaxRepeat = 2 << 20
	// MaxRepeated is how many bytes the repeated texts of one command may have
	// together: more than the service takes, so that the refusal can be shown.
	MaxRepeated = 16 << 20
	// MaxClients is how many clients a World has.
	MaxClients = 16
	// MaxClientName is the longest name of a client in bytes.
	MaxClientName = 16
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
	// MaxCommands is how many commands a World keeps, those of all branches
	// together.
	MaxCommands = 20_000
	// MaxBranches is how many branches a World keeps.
	MaxBranches = journal.MaxBranches
	// MaxBranchName is the longest name of a branch in bytes.
	MaxBranchName = journal.MaxBranchName
	// MaxShare is the longest text of Pack, MaxUnpacked how many bytes it may
	// hold before it was compressed.
	MaxShare    = 256 << 10
	MaxUnpacked = 2 << 20
	// MaxWork is how much work the commands of a link may be, in units
	// of about one insert.
	MaxWork = 1_000_000
)
