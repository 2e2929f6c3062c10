package browser

import "bytes"

// Stream receives what a listened-to address sends. After Closed nothing comes any
// more.
type Stream struct {
	Opened func()
	Event  func(data []byte) // the data of a server-sent event; it is the stream's until it returns
	Closed func(End)
}

// Source is where a stream comes from.
type Source struct {
	URL   string // of the site itself where it begins with a slash
	Token string // that the address wants, "" for none
	After string // ID of the last event that was heard of it, "" for none
}

// End is why a stream ended.
type End uint8

// The ends of streams.
const (
	Unreachable End = iota // nobody answered, or the browser did not ask
	Unwelcome              // the token is missing or wrong
	NoStream               // whoever answered has no such stream
	Ended                  // it was open, and is not any more
	Overlong               // an event was larger than MaxEventBytes
)

// MaxEventBytes bounds one event of a stream.
const MaxEventBytes = 1<<20 + 1<<12

// atOnce is how many bytes of a stream are taken before the page has its turn.
const atOnce = 1 << 14

// events cuts the bytes of a stream into the data of its events, as the HTML standard
// describes text/event-stream. Names, numbers and comments are left out.
type events struct {
	line, data []byte
	tell       func(data []byte)
	overlong   bool
}

// take reads the next bytes. It reports false once an event is too large.
func (s *events) take(piece []byte) bool {
	for len(piece) > 0 && !s.overlong {
		line, rest, whole := bytes.Cut(piece, []byte("\n"))
		s.line = append(s.line, line...)
		s.overlong = len(s.line)+len(s.data) > MaxEventBytes
		if whole && !s.overlong {
			s.endLine()
		}
		piece = rest
	}
	return !s.overlong
}

func (s *events) endLine() {
	line := bytes.TrimSuffix(s.line, []byte("\r"))
	if data, found := bytes.CutPrefix(line, []byte("data:")); found {
		if len(s.data) > 0 {
			s.data = append(s.data, '\n')
		}
		s.data = append(s.data, bytes.TrimPrefix(data, []byte(" "))...)
	} else if len(line) == 0 && len(s.data) > 0 {
		s.tell(s.data)
		s.data = s.data[:0]
	}
	s.line = s.line[:0]
}
