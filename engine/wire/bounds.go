package wire

// The bounds on what a request may hold. Those without a source are this
// package's own; the service has some of the same order.
const (
	// MaxBody is the largest body, 4 MiB (Insert Entity and Performing entity
	// group transactions, REST reference).
	MaxBody = 4 << 20
	// MaxURL is the longest path and query in bytes. A filter of 26 KB is
	// reported to be accepted by the service.
	MaxURL = 192 << 10
	// MaxHeaders is the largest number of header fields, also of one operation
	// of a batch.
	MaxHeaders = 128
	// MaxParameters is the largest number of query parameters.
	MaxParameters = 64
	// MaxMembers is the largest number of members in a JSON object, the ones
	// that are null or annotations included.
	MaxMembers = 4096
	// MaxParts is how many parts of a changeset are read: one more than may be
	// there.
	MaxParts = 101
	// MaxBoundary is the longest multipart boundary (RFC 2046, 5.1.1).
	MaxBoundary = 70
	// maxEcho is the longest client request id that is echoed: 1 KiB.
	maxEcho = 1024
)
