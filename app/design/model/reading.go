package model

import (
	"encoding/binary"
	"strconv"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/table"
)

// Source says where the present data set came from.
type Source struct {
	Title    string
	SampleID string // empty for the user's own data
	Name     string // the file's name, or "pasted text"
	About    string
	Bad      []dataset.BadRow // rows that were left out while reading
	BadCount int              // how many there were, listed or not
	Read     ReadAs           // how the bytes were read
}

// Progress is how far a long piece of work has come.
type Progress struct {
	Label       string
	Done, Total int
	Unit        string // "bytes", "rows" or "pages"
}

// Incoming is the import under way, and the data sets that have been read.
type Incoming struct {
	edit  *draft.Editor
	rows  *Rows
	Start table.Ticks // the instant of the first write of an import

	Reading *Reading
	refusal error // why the last import was refused, nil if it was not

	refusedRows []dataset.BadRow // that were the reason
	failed      *Reading         // the refused import, if its bytes may be read in another way

	Loaded  []*loadedSet           // data sets that have been read, the one used last first
	Carried map[string]*carriedSet // by hash
	wanted  draft.Set              // the one that a page must provide
	Asked   bool                   // and was asked for
}

// Wants reports whether a page must provide a data set.
func (p *Incoming) Wants() bool { return p.wanted != (draft.Set{}) }

// Drop gives up an import, and the reason why one was refused.
func (p *Incoming) Drop() { p.Reading, p.refusal = nil, nil }

// Cancel gives up an import of new data and reports whether there was one.
func (p *Incoming) Cancel() bool {
	if p.Reading == nil || p.Reading.again {
		return false
	}
	p.Reading = nil
	return true
}

// Bring reads the bytes of a data set that could not be had.
func (p *Incoming) Bring(set draft.Set, data []byte) {
	p.refusal, p.wanted, p.Asked = nil, set, true
	p.Provide(set, data, false)
}

// CarryOnly takes data sets in the place of those that came with a moment, and
// returns these.
func (p *Incoming) CarryOnly(sets map[string][]byte) (before map[string]*carriedSet) {
	before, p.Carried = p.Carried, nil
	for hash, rows := range sets {
		p.Carry(hash, rows)
	}
	return before
}

// Busy reports whether an import is under way, also when it waits.
func (p *Incoming) Busy() bool { return p.Reading != nil }

// Progress returns how far the import has come; ok is false when none is read.
func (p *Incoming) Progress() (_ Progress, ok bool) {
	switch {
	case p.Reading != nil && !p.Reading.done:
		return p.Reading.progress(), true
	case p.wanted != (draft.Set{}):
		return Progress{Label: "Opening " + p.edit.Title(), Unit: "bytes"}, true
	}
	return Progress{}, false
}

// Step does one bounded piece of the import and reports whether there was any.
func (p *Incoming) Step() bool {
	switch {
	case p.Reading == nil:
		return false
	case !p.Reading.done:
		p.read()
	case len(p.Reading.fits) > 0:
		p.Reading.fit()
	default:
		return false
	}
	return true
}

// NewIncoming returns no import; the entities of one are stamped from start on.
func NewIncoming(edit *draft.Editor, rows *Rows, start table.Ticks) *Incoming {
	return &Incoming{edit: edit, rows: rows, Start: start}
}

// RowsPerStep bounds how many rows one step reads or builds: about a
// millisecond of work in a browser.
const RowsPerStep = 100

// Reading is an import that has not replaced the present data yet. It goes
// through its parts in this order: bytes are hashed, probe finds how to read
// them, reader reads, proof finds keys that lose no row.
type Reading struct {
	probe   *dataset.Probe // nil once it is known how to read
	Options dataset.Options
	reader  *dataset.Reader
	proof   *proof
	Source  Source
	design  draft.Design
	asks    []draft.Query
	Set     draft.Set
	bytes   []byte // still to be hashed, for the user's own data
	Kept    []byte // all of them
	sum     uint64
	label   string // of the gesture
	again   bool   // it belongs to the work already
	stored  bool   // and lies in the page's storage
	done    bool   // read to the end, waiting for a decision about bad rows

	fits    []fitting            // of types that were chosen while it waits
	misfits map[int]*dataset.Fit // the answers, by column
}

// Open starts reading the bytes of a sample that comes with the site.
func (p *Incoming) Open(s draft.Sample, data []byte) {
	r := &Reading{Source: sourceOf(s), design: s.Designs[0], asks: s.Queries, Set: draft.Set{Sample: s.ID},
		Options: dataset.Options{Format: s.Format}}
	p.Begin(r, data)
}

func sourceOf(s draft.Sample) Source {
	return Source{Title: s.Title, SampleID: s.ID, Name: s.File, About: s.About}
}

// OwnSource describes the user's own data.
func OwnSource(name string, data []byte) Source {
	title := name
	if name == "" {
		name, title = "pasted text", "Pasted data"
	}
	return Source{Title: title, Name: name}
}

// Import starts reading the user's own bytes, from a file or pasted. name is
// the file's name, or empty for pasted text. The present data stay until the
// new ones are complete.
func (p *Incoming) Import(name string, data []byte) {
	r := &Reading{Source: OwnSource(name, data), Set: draft.Set{Name: name}, bytes: data, Kept: data, sum: uint64(len(data))}
	probe, err := dataset.NewProbe(name, data)
	if err != nil {
		p.Reading = nil
		p.refused(err)
		return
	}
	r.probe = probe
	p.starts(r)
}

// starts makes a reading the one under way.
func (p *Incoming) starts(r *Reading) {
	p.refusal, p.refusedRows, p.failed, p.Reading = nil, nil, nil, r
	p.edit.Changed()
}

// Begin starts to read bytes of which the options are known.
func (p *Incoming) Begin(r *Reading, data []byte) {
	p.starts(r)
	p.open(r, data)
}

// open makes the reader of a reading.
func (p *Incoming) open(r *Reading, data []byte) {
	reader, err := dataset.Open(r.Source.Name, data, r.Options)
	if err != nil {
		p.refuseReading(r, err)
		return
	}
	r.reader = reader
}

// refuseReading gives up a reading but keeps its bytes, so that they can be read
// in another way, and its bad rows, which are the reason.
func (p *Incoming) refuseReading(r *Reading, err error) {
	p.refused(err)
	if r.reader != nil {
		p.refusedRows = r.reader.Bad()
	}
	if r.Kept != nil && !r.again {
		p.failed = r
	}
}

// Refusal returns why the last import was refused, or nil.
func (p *Incoming) Refusal() error { return p.refusal }

// RefusedRows returns the rows that were the reason, each with what is wrong
// with it; none where the reason is another.
func (p *Incoming) RefusedRows() []dataset.BadRow { return p.refusedRows }

// Refuse records why an import could not even start, such as a file that the
// browser could not read. nil takes the message away.
func (p *Incoming) Refuse(err error) {
	p.refusal, p.refusedRows, p.failed = err, nil, nil
	p.edit.Changed()
}

func (p *Incoming) read() {
	r := p.Reading
	switch {
	case r.hash():
	case r.probe != nil:
		if r.probe.Step() {
			r.Options, r.Source.Read.Records, r.probe = r.probe.Options(), r.probe.Records(), nil
			p.open(r, r.Kept)
		}
	case r.proof != nil:
		if r.proof.step() {
			r.design = r.proof.design()
			p.accept()
		}
	case r.reader.Step(RowsPerStep):
		p.readAll(r)
	}
}

// readAll goes on after the last row.
func (p *Incoming) readAll(r *Reading) {
	if err := r.reader.Err(); err != nil {
		p.refuseReading(r, err)
		return
	}
	r.note()
	r.Source.Bad, r.Source.BadCount = r.reader.Bad(), r.reader.BadCount()
	if r.Source.BadCount == 0 || r.again {
		p.prove(r)
		return
	}
	r.done = true
}

// prove looks for keys for data that come without a design, and accepts data
// that come with one.
func (p *Incoming) prove(r *Reading) {
	r.done = false
	if r.again || r.Source.SampleID != "" {
		p.accept()
		return
	}
	r.proof = newProof(r.reader.Dataset())
}

// note keeps of the options what reads the same rows again: nothing, where
// dataset.Sniff says it all.
func (r *Reading) note() {
	r.Source.Read = r.describe()
	if r.Source.SampleID != "" || r.again {
		return
	}
	o, d := r.Options, r.reader.Dataset()
	o.Forms = false
	o.Even = o.Even && d.Even
	o.Nested = o.Nested && !r.reader.Plain()
	if o == (dataset.Options{Format: dataset.Sniff(r.Source.Name, r.Kept)}) {
		o = dataset.Options{}
	}
	r.Set.Read = o
}

// Pending returns the source that waits for a decision, with its bad rows and
// the number of rows that would be kept.
func (p *Incoming) Pending() (source Source, kept int, ok bool) {
	if p.Reading == nil || !p.Reading.done {
		return Source{}, 0, false
	}
	return p.Reading.Source, p.Reading.reader.Dataset().Len(), true
}

// KeepRest accepts an import without its bad rows.
func (p *Incoming) KeepRest() {
	if p.Reading != nil && p.Reading.done {
		p.prove(p.Reading)
		p.edit.Changed()
	}
}

// hashedPerStep is how many bytes one step hashes.
const hashedPerStep = 512 << 10

// hash does one step of naming the user's own bytes. It reports whether there
// was one to do.
func (r *Reading) hash() bool {
	if len(r.bytes) == 0 {
		return false
	}
	piece := r.bytes[:min(len(r.bytes), hashedPerStep)]
	r.bytes = r.bytes[len(piece):]
	for len(piece) >= 8 {
		r.sum = mixed(r.sum ^ binary.LittleEndian.Uint64(piece))
		piece = piece[8:]
	}
	for _, b := range piece {
		r.sum = mixed(r.sum ^ uint64(b))
	}
	r.Set.Hash = strconv.FormatUint(r.sum, 36)
	return true
}

// mixed spreads every bit of a number over all of them, one to one.
func mixed(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return (x ^ x>>31) + 0x9e3779b97f4a7c15
}

// accept makes what was read the present data set and starts to build it.
func (p *Incoming) accept() {
	r := p.Reading
	p.Reading = nil
	data := r.reader.Dataset()
	if r.again {
		p.provided(r)
		return
	}
	w := draft.Work{Set: r.Set, Start: p.Start, Columns: r.takeColumns(), Fresh: true}
	w.Take(r.design)
	if p.LoadedAs(r.Set) == nil {
		p.load(&loadedSet{Set: r.Set, data: data, source: r.Source, queries: r.asks, Bytes: r.Kept})
	}
	label := r.label
	if label == "" {
		label = "Import " + r.Source.Title
	}
	p.edit.Change(label, func(now *draft.Work) { *now = w })
}
