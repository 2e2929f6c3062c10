package store

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/table"
)

// sharePrefix opens every share string of a workbench.
const sharePrefix = "kw1."

// Bounds of a share string.
const (
	maxInlined = 96 << 10        // bytes of the user's own data
	maxShare   = script.MaxShare // characters
)

// shared is what a share string holds: where the table comes from, the design
// that makes it, and the log over it.
type shared struct {
	Sample   string `json:",omitempty"`
	Name     string `json:",omitempty"` // of the user's own data
	Data     string `json:",omitempty"`
	PK, RK   string
	Columns  []sharedColumn
	Start    table.Ticks
	Entities int
	World    string

	before  *build // the table that was there when it was opened
	applied bool   // the design was put over the data
}

type sharedColumn struct {
	Name string
	Type table.EdmType
}

// The reasons for which a log cannot be shared or opened.
var (
	ErrDataTooLarge  = errors.New("Your data are too large for a share string, which holds at most 98,304 bytes of UTF-8. Share a log over a sample, or over a smaller file.")
	ErrShareUnknown  = errors.New("This is no share string of the console. One begins with " + sharePrefix)
	ErrShareTooLong  = errors.New("This share string is too long: at most 262,144 characters can be opened.")
	ErrShareDamaged  = errors.New("This share string is damaged. A part of it may have been cut off.")
	ErrShareNoSample = errors.New("This share string is over a sample that this site does not have.")
	ErrShareOther    = errors.New("The table of this share string is another one now: the sample or its rules have changed.")
)

// inlined returns a copy of the user's data when they fit in a share string.
func inlined(data []byte) string {
	if len(data) > maxInlined || !utf8.Valid(data) {
		return ""
	}
	return string(data)
}

// IsShare reports whether a text looks like a share string.
func IsShare(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), sharePrefix) }

// Share returns the log as a text: the name of its sample or the user's own
// data, the design and every command. Opened on any machine it gives the same
// tables, ETags included.
func (b *Workbench) Share() (string, error) {
	p := b.page
	s := shared{Sample: p.source.SampleID, PK: p.design().PartitionKey, RK: p.design().RowKey, Start: p.start, Entities: p.built.report.Entities}
	if s.Sample == "" {
		if s.Name, s.Data = p.source.Name, p.source.raw; s.Data == "" {
			return "", ErrDataTooLarge
		}
	}
	for _, c := range p.columnChoices() {
		s.Columns = append(s.Columns, sharedColumn{c.name, c.kind})
	}
	var err error
	if s.World, err = b.world.Share(); err != nil {
		return "", err
	}
	text, err := s.pack()
	if err == nil && len(text) > maxShare {
		err = script.TooLarge
	}
	return text, err
}

// pack writes everything but the log, with a checksum of both before it, and
// the log behind a dot: that is packed already.
func (s shared) pack() (string, error) {
	log := s.World
	s.World = ""
	plain, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	plain = append(binary.LittleEndian.AppendUint32(nil, checksum(plain, log)), plain...)
	return sharePrefix + base64.RawURLEncoding.EncodeToString(plain) + "." + log, nil
}

// checksum is FNV-1a with 32 bits.
func checksum(plain []byte, log string) uint32 {
	h := uint32(2166136261)
	for _, b := range plain {
		h = (h ^ uint32(b)) * 16777619
	}
	for i := range len(log) {
		h = (h ^ uint32(log[i])) * 16777619
	}
	return h
}

func unpackShare(text string) (*shared, error) {
	text = strings.TrimSpace(text)
	body, known := strings.CutPrefix(text, sharePrefix)
	switch {
	case !known:
		return nil, ErrShareUnknown
	case len(text) > maxShare:
		return nil, ErrShareTooLong
	}
	body, log, whole := strings.Cut(body, ".")
	packed, err := base64.RawURLEncoding.DecodeString(body)
	if err != nil || len(packed) < 4 || !whole {
		return nil, ErrShareDamaged
	}
	s := &shared{}
	if checksum(packed[4:], log) != binary.LittleEndian.Uint32(packed) || json.Unmarshal(packed[4:], s) != nil {
		return nil, ErrShareDamaged
	}
	s.World = log
	if _, found := SampleByID(s.Sample); s.Sample != "" && !found {
		return nil, ErrShareNoSample
	}
	known = s.Start >= table.MinDateTime && s.Start <= lastStart && len(s.Data) <= maxInlined
	for _, c := range s.Columns {
		known = known && c.Type <= table.String
	}
	if !known {
		return nil, ErrShareDamaged
	}
	return s, nil
}

// lastStart bounds the clock of a share string: the year 9000.
const lastStart table.Ticks = 2_840_000_000_000_000_000

// OpenShare begins to open a share string. The user's own data in it are
// imported at once; for a sample the page must load its file and Open it, unless
// need is empty. Settle does the rest once the table is there.
func (p *Playground) OpenShare(text string) (need string, err error) {
	s, err := unpackShare(text)
	if err != nil {
		return "", err
	}
	b := p.Workbench()
	s.before = p.built
	b.waiting, p.start = s, s.Start
	if s.Sample == "" {
		p.Import(s.Name, []byte(s.Data))
		return "", nil
	}
	return s.Sample, nil
}

// Waiting reports whether a share string waits for its table.
func (b *Workbench) Waiting() bool { return b.waiting != nil }

// Settle goes on with opening a share string, once no other work is left. It
// reports whether there is now more work to do.
func (b *Workbench) Settle() (more bool) {
	s, p := b.waiting, b.page
	switch {
	case s == nil:
		return false
	case p.Phase() == Deciding:
		p.KeepRest()
		return true
	case p.Phase() != Ready || p.built == s.before:
		if p.refusal != nil {
			b.waiting = nil
		}
		return false
	case p.source.SampleID != s.Sample || p.source.raw != s.Data: // other data came first
		b.waiting = nil
		return false
	case !s.applied:
		s.applied = true
		return b.apply(s)
	}
	b.waiting = nil
	b.open(s)
	return false
}

// apply puts the design of a share string over its data.
func (b *Workbench) apply(s *shared) (more bool) {
	p := b.page
	choices := make([]columnChoice, len(s.Columns))
	for i, c := range s.Columns {
		choices[i] = columnChoice{c.Name, c.Type}
	}
	same := p.built != nil && p.design().PartitionKey == s.PK && p.design().RowKey == s.RK && slices.Equal(choices, p.columnChoices())
	if same || len(choices) != len(p.data.Columns) {
		return true
	}
	p.restoreColumns(choices)
	p.record("Share string", Design{Title: "Your design", PartitionKey: s.PK, RowKey: s.RK})
	return true
}

// open makes the log of a share string the present one.
func (b *Workbench) open(s *shared) {
	b.follow()
	if b.page.Stale() || b.page.built.report.Entities != s.Entities {
		b.fault = Fault{Sentence: ErrShareOther.Error(), From: -1}
		return
	}
	w, err := script.OpenOver(s.World, nil, b.over.account())
	if err != nil {
		b.begin(b.over)
		b.fault = Fault{Sentence: err.Error(), From: -1}
		return
	}
	b.take(w, b.over)
	b.note = "Opened a log of " + countOf(w.Len(), "command") + "."
	b.asked = answered{b.page.Result().Filter, b.page.Result().Top, b.Pages()}
	b.Seek(w.Position())
}
