package check

import "strings"

// texts keeps many short texts one behind the other in blocks that never move.
//
// What always holds: a text lies whole in one block, and what was kept never
// changes, so that the strings that are handed out share it.
type texts struct {
	full []string         // blocks without room
	open *strings.Builder // the block that is being filled, nil before the first text
}

// text says where a text lies: the number of its block times textBlock plus its
// place there, and its length in bytes.
type text struct {
	at   uint32
	size uint32
}

// textBlock is more than the longest key takes, MaxKey code units of three
// bytes.
const textBlock = 1 << 16

// keep copies s, at most textBlock bytes.
func (t *texts) keep(s string) text {
	if t.open == nil || t.open.Len()+len(s) > textBlock {
		if t.open != nil {
			t.full = append(t.full, t.open.String())
		}
		t.open = &strings.Builder{}
		t.open.Grow(textBlock)
	}
	at := uint32(len(t.full)*textBlock + t.open.Len())
	t.open.WriteString(s)
	return text{at, uint32(len(s))}
}

// of returns a text that was kept.
func (t *texts) of(x text) string {
	block, from := int(x.at/textBlock), x.at%textBlock
	if block < len(t.full) {
		return t.full[block][from : from+x.size]
	}
	return t.open.String()[from : from+x.size]
}
