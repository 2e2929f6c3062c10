package command

// The bounds of the language. The service has none of these; they keep every
// loop over input finite.
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
	// MaxClientName is the longest name of a client in bytes.
	MaxClientName = 16
	// MaxCommands is how many commands a World keeps, those of all branches
	// together.
	MaxCommands = 20_000
)
