package record

import "github.com/keyrange/keyrange/engine/partition"

// NoteKind says what a Note is about.
type NoteKind uint8

// The kinds of notes.
const (
	SplitNote   NoteKind = iota // a range is split at a key
	NoSplitNote                 // a hot range has no key to split it at
	MoveNote                    // a busy server hands over a range
	OfflineNote                 // a range is away
	OnlineNote                  // a range is served again
	MergeNote                   // two cold neighbours become one
	FailNote                    // a server has failed
	ReviveNote                  // a server is back
	CommandNote                 // a command was carried out
)

// String returns the kind in one word.
func (k NoteKind) String() string {
	return [...]string{"split", "no split key", "move", "offline", "online", "merge", "server failed", "server back", "command"}[k]
}

// Note is one thing that happened, with what it was decided on. Simulation.Sentence
// of package sim says it in words.
type Note struct {
	At         int64 // virtual time in microseconds
	Kind       NoteKind
	Range      uint32 // number of the range, which no other range ever has
	Other      uint32 // number of the range that it is merged with
	Server, To int32
	Key        uint64          // where it is split, or where the range begins
	Split      partition.Split // sampled requests on both sides, or why there is no key
	Load       partition.Load  // of the range
	ServerLoad int64           // thousandths
	For        int64           // how long it was hot, cold or away, in microseconds
	Command    int             // which of the log
}

// maxNotes bounds the notes that are kept; later ones are only counted.
const maxNotes = 20_000
