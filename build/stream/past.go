package stream

import (
	"bytes"
	"compress/flate"
	"io"
	"slices"

	"github.com/keyrange/keyrange/engine/observe"
)

// line is how long a second is, in microseconds.
const line = 1_000_000

// kept is an event as it is sent, with the numbers of the first and the last tick in it.
type kept struct {
	first, last uint64
	data        []byte
	packed      bool
}

// text is the event as it is sent.
func (k kept) text() []byte {
	if !k.packed {
		return k.data
	}
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(k.data)))
	if err != nil {
		panic("stream: a packed second does not open: " + err.Error())
	}
	return text
}

// packer makes seconds small, in which many words come again: a quarter, as measured at
// full rate.
type packer struct {
	to *flate.Writer
}

func (p *packer) pack(k kept) kept {
	var out bytes.Buffer
	if p.to == nil {
		p.to, _ = flate.NewWriter(&out, flate.BestSpeed) // the level is one of those it knows
	}
	p.to.Reset(&out)
	p.to.Write(k.data) // a buffer takes everything
	p.to.Close()
	k.data, k.packed = bytes.Clone(out.Bytes()), true
	return k
}

// tail is the last of what was added, at most so many and so many bytes.
type tail struct {
	list            []kept
	bytes           int
	most, mostBytes int
}

func (t *tail) add(k kept) {
	t.list = append(t.list, k)
	t.bytes += len(k.data)
	for len(t.list) > t.most || t.bytes > t.mostBytes {
		t.bytes -= len(t.list[0].data)
		t.list = t.list[1:]
	}
}

// after returns those that begin after a number.
func (t *tail) after(number uint64) []kept {
	at := len(t.list)
	for at > 0 && t.list[at-1].first > number {
		at--
	}
	return t.list[at:]
}

func (t *tail) clear() { t.list, t.bytes = nil, 0 }

// join puts an event into the present second, or begins another one with it. The event
// is the stream's from now on. The lock is held.
func (s *Stream) join(e observe.Event) {
	if s.second != nil && (s.second.At-1)/line == (e.At-1)/line && s.second.Join(&e) {
		return
	}
	s.turn()
	s.second, s.first = &e, e.Seq
}

// turn ends the present second. The lock is held.
func (s *Stream) turn() {
	e := s.second
	if s.second = nil; e == nil {
		return
	}
	s.past.add(s.packer.pack(kept{first: s.first, last: e.Seq, data: observe.Encode(e)}))
	if s.file != nil {
		s.file.add(e)
	}
}

// since is what a listener is told first that got everything up to a number, and
// nothing if that is 0: single events where all of them are kept, and seconds before.
// The lock is held.
func (s *Stream) since(number uint64) []kept {
	if single := s.kept.after(number); len(single) > 0 && single[0].first == number+1 {
		return single
	}
	list := slices.Clone(s.past.after(number))
	if s.second != nil && s.first > number {
		list = append(list, kept{first: s.first, last: s.second.Seq, data: observe.Encode(s.second)})
	}
	return list
}
