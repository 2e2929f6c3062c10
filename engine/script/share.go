package script

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"strings"

	"github.com/keyrange/keyrange/engine/hash"
	"github.com/keyrange/keyrange/engine/journal"
)

// shareVersion begins every text of Pack.
const shareVersion = "k1."

// Pack returns bytes as a text that fits in an address: pressed together, with
// a checksum, in letters, digits, minus and underscore behind a version. The
// error is a Full when it would be longer than MaxShare.
func Pack(p []byte) (string, error) {
	if len(p) > MaxUnpacked {
		return "", TooLarge
	}
	s := shareVersion + sealed(compress(p))
	if len(s) > MaxShare {
		return "", TooLarge
	}
	return s, nil
}

// Unpack returns the bytes of a text of Pack. The error is a ShareError; no
// text makes it panic.
func Unpack(share string) ([]byte, error) {
	share = strings.TrimSpace(share)
	body, known := strings.CutPrefix(share, shareVersion)
	switch {
	case len(share) > MaxShare:
		return nil, ShareTooLong
	case !known:
		return nil, ShareUnknown
	}
	packed, err := unsealed(body)
	if err != nil {
		return nil, err
	}
	p, ok := decompress(packed, MaxUnpacked)
	if !ok {
		return nil, ShareTooLarge
	}
	return p, nil
}

// sealed is a checksum and bytes, as characters of an address.
func sealed(p []byte) string {
	return base64.RawURLEncoding.EncodeToString(append(binary.LittleEndian.AppendUint32(nil, checksum(p)), p...))
}

// unsealed are the bytes of what sealed wrote. A wrong checksum is found here,
// before any time goes into decompressing.
func unsealed(body string) ([]byte, error) {
	p, err := base64.RawURLEncoding.Strict().DecodeString(body)
	if err != nil || len(p) < 4 || checksum(p[4:]) != binary.LittleEndian.Uint32(p) {
		return nil, ShareDamaged
	}
	return p[4:], nil
}

// TooLarge is why a World cannot be shared as a text.
const TooLarge Full = "This log is too large for a link. Save it as a file of commands."

// ShareError is why a share string cannot be opened: a plain sentence.
type ShareError string

// Error returns the sentence.
func (e ShareError) Error() string { return string(e) }

// The reasons for which a share string cannot be opened.
const (
	ShareUnknown     ShareError = "This link is of a version that is not known here."
	ShareTooLong     ShareError = "This link is too long: at most 262,144 characters can be opened."
	ShareTooLarge    ShareError = "This link holds too much: at most 2,097,152 bytes can be opened."
	ShareTooMuch     ShareError = "This link takes too long to open: its commands read or write too much."
	ShareDamaged     ShareError = "This link is damaged. A part of it may have been cut off."
	ShareOtherStory  ShareError = "This link begins with another version of what this screen begins with. It cannot be opened any more."
	ShareOtherScreen ShareError = "This link is of another screen."
)

// checksum is the FNV-1a hash of the packed bytes, folded to 32 bits.
func checksum(p []byte) uint32 { return hash.Fold(hash.FNV(hash.Basis, p)) }

// log writes the commands of a tree after the first ones, which are in all its
// branches, then its branches and the place. Commands are numbered in the order
// in which they were done, with the root as 0.
func (p *packer) log(t *journal.Tree[entry], begin int) {
	p.number(uint64(t.Size() - 1 - begin))
	numbers := make(map[int]int, t.Size())
	for id, e := range t.All() {
		n := len(numbers)
		numbers[id] = n
		if n <= begin {
			continue
		}
		parent, _ := t.Parent(id)
		p.number(uint64(n - 1 - numbers[parent])) // 0 for a command after the one before it
		p.text(e.command.String())
	}
	h := t.Head()
	p.number(uint64(len(h.Branches)))
	for _, b := range h.Branches {
		p.text(b.Name)
		for _, n := range []int{numbers[b.Tip] - begin, b.At - begin} {
			p.number(uint64(max(n, 0)))
		}
		p.number(uint64(b.Parent))
		p.number(uint64(max(b.Fork-begin, 0)))
	}
	p.number(uint64(h.Current))
}

type packer struct{ bytes []byte }

func (p *packer) number(n uint64) { p.bytes = binary.AppendUvarint(p.bytes, n) }

func (p *packer) text(s string) {
	p.number(uint64(len(s)))
	p.bytes = append(p.bytes, s...)
}

// unpacker reads what packer wrote. After the first thing that does not fit it
// gives zeros.
type unpacker struct {
	bytes  []byte
	broken bool
}

func (u *unpacker) number() uint64 {
	n, size := binary.Uvarint(u.bytes)
	if size <= 0 {
		u.broken = true
		u.bytes = nil
		return 0
	}
	u.bytes = u.bytes[size:]
	return n
}

// count reads a number from 0 to limit.
func (u *unpacker) count(limit int) int {
	n := u.number()
	if n > uint64(limit) {
		u.broken = true
		return 0
	}
	return int(n)
}

func (u *unpacker) text() string {
	n := u.count(len(u.bytes))
	if n > len(u.bytes) {
		u.broken = true
		return ""
	}
	s := string(u.bytes[:n])
	u.bytes = u.bytes[n:]
	return s
}

// log reads what packer.log wrote into a World that has done the first commands
// and no others. allow says which commands may follow, nil for all.
func (u *unpacker) log(w *World, begin, most int, allow func(Command) bool) error {
	entries := map[int]journal.Saved[entry]{}
	for id, e := range w.tree.All() {
		parent, _ := w.tree.Parent(id)
		entries[id] = journal.Saved[entry]{Parent: parent, Value: *e}
	}
	if err := u.commands(entries, begin, most, allow); err != nil {
		return err
	}
	h, ok := u.head(len(entries), begin)
	tree, whole := journal.Restore(h, entries)
	if !ok || !whole {
		return ShareDamaged
	}
	w.tree = tree
	return nil
}

// catchUp does the commands up to the place of the current branch, unless that
// is more than the given work.
func (w *World) catchUp(most int) error {
	for to := w.tree.Position(); w.at < to; {
		w.step()
		if w.tree.Entry(w.at).total > most {
			return ShareTooMuch
		}
	}
	return nil
}

// commands reads commands into entries that hold the first ones and the root.
func (u *unpacker) commands(entries map[int]journal.Saved[entry], begin, most int, allow func(Command) bool) error {
	for i := range u.count(most) {
		back, text := u.count(i), u.text()
		c, err := Parse(text)
		if u.broken || err != nil || c.String() != text || allow != nil && !allow(c) {
			return ShareDamaged
		}
		if len(entries) > MaxCommands {
			return errors.Join(ShareDamaged, FullOfCommands)
		}
		entries[begin+1+i] = journal.Saved[entry]{Parent: begin + i - back, Value: entry{command: c, length: len(text), weight: c.weight()}}
	}
	return nil
}

// head reads the branches and the place; next is the id after the last entry.
func (u *unpacker) head(next, begin int) (h journal.Head, ok bool) {
	h.Next = next
	for i := range u.count(MaxBranches) {
		b := journal.BranchHead{Name: u.text(), Tip: begin + u.count(next-1-begin), At: begin + u.count(MaxCommands),
			Parent: u.count(max(0, i-1)), Fork: begin + u.count(MaxCommands)}
		if !usable(b.Name) || i == 0 && (b.Name != MainBranch || b.Fork > begin) {
			u.broken = true
		}
		if i == 0 { // the first branch was made from none
			b.Fork = 0
		}
		h.Branches = append(h.Branches, b)
	}
	h.Current = u.count(len(h.Branches) - 1)
	if u.broken || len(h.Branches) == 0 {
		return h, false
	}
	h.At = h.Branches[h.Current].At
	return h, true
}
