package demand

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// codec maps PartitionKeys to ordinals, numbers in the same order, and back. A
// template is cut into segments that depend on one thing each: the entity, the
// time, or the request's own Id. The texts of a segment are ranked; the ranks are
// the digits of a number, which is then stretched over the 64 bits.
//
// What always holds: ordinals compare as their PartitionKeys do; text is the
// inverse of encode.
type codec struct {
	segments []segment
	scale    uint64
}

// class is what the text of a segment depends on.
type class uint8

const (
	constant  class = 0
	byEntity  class = 1 << 0
	byTime    class = 1 << 1
	byID      class = 1 << 2
	byWholeID class = 1 << 3 // the Id itself, whose digits need no table
	byRow     class = 1 << 4 // the row's number, which generated entities have not
)

type segment struct {
	class class
	radix uint64
	shift uint             // of an Id, to the bits that are told apart
	rank  []uint32         // by entity, second or Id
	first []uint32         // one of those with the rank
	text  func(int) string // of an entity, second or Id
	whole func(id uint64) string
	from  int // bytes of the template that it is made by
	to    int
	made  string // that part of the template; empty where it is not known

	short, long string // two texts of which the second begins with the first, if there are
}

// idVariants is how many Ids are told apart where a key holds something computed
// from them, as the bucket hash(Id)%16.
const idVariants = 4096

// restEvery is how many texts are made, and sixteen times that compared, between
// two rests.
const restEvery = 1024

// newSegment ranks the texts. text gives the text of a rank's first variant.
func newSegment(texts []string, rest func(), text func(int) string) segment {
	byText := sortedTexts(texts, rest)
	rest()
	s := segment{class: byEntity, text: text, rank: make([]uint32, len(texts))}
	for i, v := range byText {
		if i == 0 || texts[v] != texts[byText[i-1]] {
			s.first = append(s.first, v)
		}
		s.rank[v] = uint32(len(s.first) - 1)
	}
	s.radix = uint64(len(s.first))
	return s
}

// sortedTexts returns the places of the texts in their order, equal ones in the
// order of their places. It compares the bytes behind what all begin with as one
// number first.
func sortedTexts(texts []string, rest func()) []uint32 {
	type item struct {
		head  uint64
		place uint32
	}
	skip := commonPrefix(texts)
	items := make([]item, len(texts))
	for i, text := range texts {
		items[i] = item{headOf(text[skip:]), uint32(i)}
	}
	compared := 0
	less := func(a, b item) int {
		if compared++; compared%(16*restEvery) == 0 {
			rest()
		}
		if a.head != b.head {
			return cmp.Compare(a.head, b.head)
		}
		if c := table.CompareUTF16(texts[a.place], texts[b.place]); c != 0 {
			return c
		}
		return cmp.Compare(a.place, b.place)
	}
	if !slices.IsSortedFunc(items, less) {
		slices.SortFunc(items, less)
	}
	out := make([]uint32, len(texts))
	for i, item := range items {
		out[i] = item.place
	}
	return out
}

// headOf returns the first eight bytes as a number that compares as the texts do
// in UTF-16, where F0 to F4 come before EE and EF.
func headOf(text string) (head uint64) {
	for i := range 8 {
		head <<= 8
		if i >= len(text) {
			continue
		}
		b := text[i]
		switch {
		case b >= 0xF0 && b < 0xF5:
			b -= 2
		case b == 0xEE || b == 0xEF:
			b += 5
		}
		head |= uint64(b)
	}
	return head
}

func commonPrefix(texts []string) int {
	n := 0
	if len(texts) > 0 {
		n = len(texts[0])
	}
	for _, text := range texts {
		same := 0
		for same < min(n, len(text)) && text[same] == texts[0][same] {
			same++
		}
		n = same
	}
	return n
}

// openEnded returns two texts of which one begins with the other, if there are.
func (s *segment) openEnded(texts []string) (short, long string) {
	for i := 1; i < len(s.first); i++ {
		short, long = texts[s.first[i-1]], texts[s.first[i]]
		if strings.HasPrefix(long, short) {
			return short, long
		}
	}
	return "", ""
}

// finish computes the stretch. It reports whether the codes fit.
func (c *codec) finish() bool {
	if c.guid() {
		c.scale = 1
		return true
	}
	codes := uint64(1)
	for _, s := range c.segments {
		high, low := bits.Mul64(codes, s.radix)
		if high != 0 || low >= 1<<63 {
			return false
		}
		codes = low
	}
	c.scale = ^uint64(0) / codes
	return true
}

// guid reports whether the whole key is the Id.
func (c *codec) guid() bool { return len(c.segments) == 1 && c.segments[0].class == byWholeID }

// encode returns the ordinal of the key of an entity at a time with an Id.
func (c *codec) encode(entity int, slot int64, id uint64) uint64 {
	code := uint64(0)
	for i := range c.segments {
		s := &c.segments[i]
		var digit uint64
		switch s.class {
		case byEntity:
			digit = uint64(s.rank[entity])
		case byTime:
			digit = uint64(s.rank[min(int(slot), len(s.rank)-1)])
		case byID:
			digit = uint64(s.rank[id>>52])
		case byWholeID:
			digit = id >> s.shift
		}
		code = code*s.radix + digit
	}
	return code * c.scale
}

// borders returns the ordinals at which the buckets begin, all but the first,
// where a key begins with one of n buckets; else nil.
func (c *codec) borders(n int) (out []uint64) {
	if len(c.segments) == 0 || c.segments[0].class != byID || c.segments[0].radix != uint64(n) {
		return nil
	}
	each := c.scale // ordinals of one bucket
	for _, s := range c.segments[1:] {
		each *= s.radix
	}
	for i := 1; i < n; i++ {
		out = append(out, uint64(i)*each)
	}
	return out
}

// pieces returns the texts of the segments of a key.
func (c *codec) pieces(ordinal uint64) []string {
	code := ordinal / c.scale
	out := make([]string, len(c.segments))
	for i := len(c.segments) - 1; i >= 0; i-- {
		s := &c.segments[i]
		digit := code
		if i > 0 {
			digit = code % s.radix
			code /= s.radix
		}
		if s.class == byWholeID {
			out[i] = s.whole(digit << s.shift)
		} else {
			out[i] = s.text(int(s.first[min(digit, s.radix-1)]))
		}
	}
	return out
}

// text returns the PartitionKey that an ordinal stands for.
func (c *codec) text(ordinal uint64) string { return strings.Join(c.pieces(ordinal), "") }

// ordinal returns the least ordinal whose PartitionKey is not below the text, and
// whether there is one.
func (c *codec) ordinal(text string) (uint64, bool) {
	low, high := uint64(0), ^uint64(0)/c.scale
	for low < high {
		middle := low + (high-low)/2
		if table.CompareUTF16(c.text(middle*c.scale), text) < 0 {
			low = middle + 1
		} else {
			high = middle
		}
	}
	key := low * c.scale
	return key, table.CompareUTF16(c.text(key), text) >= 0
}

// newCodec cuts a template into segments and ranks their texts. Segments of known
// templates over the same entities are taken from there.
func newCodec(template *keys.Template, e *Entities, known *codec, rest func()) (*codec, error) {
	if _, err := template.Bind(e.Columns()); err != nil {
		return nil, err
	}
	pieces, err := cutTemplate(template)
	if err != nil {
		return nil, err
	}
	c := &codec{}
	for i, p := range pieces {
		s, found := known.segment(p.text)
		if !found {
			if s, err = p.segment(e, rest); err != nil {
				return nil, err
			}
		}
		if err := p.closed(&s, i == len(pieces)-1); err != nil {
			return nil, err
		}
		s.from, s.to = p.from, p.to
		c.segments = append(c.segments, s)
	}
	c.fitIDs()
	if !c.finish() {
		return nil, &keys.Error{Message: "The template makes too many different keys to be put in order here.", Offset: 0,
			End: len(template.Text())}
	}
	return c, nil
}

// segment returns the segment that a part of a template makes, if it is there.
// The Id itself is none: its digits depend on what stands beside it.
func (c *codec) segment(made string) (segment, bool) {
	if c == nil || made == "" {
		return segment{}, false
	}
	for _, s := range c.segments {
		if s.made == made {
			return s, true
		}
	}
	return segment{}, false
}

// fitIDs lets an Id beside other segments have the bits that these leave.
func (c *codec) fitIDs() {
	if c.guid() {
		return
	}
	free := 62
	for _, s := range c.segments {
		if s.class != byWholeID {
			free -= bits.Len64(s.radix)
		}
	}
	for i := range c.segments {
		if s := &c.segments[i]; s.class == byWholeID {
			n := uint(min(max(free, 1), 40))
			s.shift, s.radix = 64-n, 1<<n
			free = 1
		}
	}
}
