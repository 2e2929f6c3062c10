package design

import (
	"encoding/binary"
	"strconv"

	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/table"
)

// Incoming is the import under way, and the data sets that have been read.
type Incoming struct {
	edit  *Editor
	rows  *Rows
	start table.Ticks // the instant of the first write of an import

	reading *reading
	refusal error // why the last import was refused, nil if it was not

	refusedRows []dataset.BadRow // that were the reason
	failed      *reading         // the refused import, if its bytes may be read in another way

	loaded  []*loadedSet           // data sets that have been read, the one used last first
	carried map[string]*carriedSet // by hash
	wanted  Set                    // the one that a page must provide
	asked   bool                   // and was asked for
}

// drop gives up an import, and the reason why one was refused.
func (p *Incoming) drop() { p.reading, p.refusal = nil, nil }

// cancel gives up an import of new data and reports whether there was one.
func (p *Incoming) cancel() bool {
	if p.reading == nil || p.reading.again {
		return false
	}
	p.reading = nil
	return true
}

// bring reads the bytes of a data set that could not be had.
func (p *Incoming) bring(set Set, data []byte) {
	p.refusal, p.wanted, p.asked = nil, set, true
	p.Provide(set, data, false)
}

// carryOnly takes data sets in the place of those that came with a moment, and
// returns these.
func (p *Incoming) carryOnly(sets map[string][]byte) (before map[string]*carriedSet) {
	before, p.carried = p.carried, nil
	for hash, rows := range sets {
		p.carry(hash, rows)
	}
	return before
}

// busy reports whether an import is under way, also when it waits.
func (p *Incoming) busy() bool { return p.reading != nil }

// progress returns how far the import has come; ok is false when none is read.
func (p *Incoming) progress() (_ Progress, ok bool) {
	switch {
	case p.reading != nil && !p.reading.done:
		return p.reading.progress(), true
	case p.wanted != (Set{}):
		return Progress{Label: "Opening " + p.edit.Title(), Unit: "bytes"}, true
	}
	return Progress{}, false
}

// step does one bounded piece of the import and reports whether there was any.
func (p *Incoming) step() bool {
	switch {
	case p.reading == nil:
		return false
	case !p.reading.done:
		p.read()
	case len(p.reading.fits) > 0:
		p.reading.fit()
	default:
		return false
	}
	return true
}

// NewIncoming returns no import; the entities of one are stamped from start on.
func NewIncoming(edit *Editor, rows *Rows, start table.Ticks) *Incoming {
	return &Incoming{edit: edit, rows: rows, start: start}
}

// rowsPerStep bounds how many rows one step reads or builds: about a
// millisecond of work in a browser.
const rowsPerStep = 100

// reading is an import that has not replaced the present data yet. It goes
// through its parts in this order: bytes are hashed, probe finds how to read
// them, reader reads, proof finds keys that lose no row.
type reading struct {
	probe   *dataset.Probe // nil once it is known how to read
	options dataset.Options
	reader  *dataset.Reader
	proof   *proof
	source  Source
	design  Design
	asks    []Query
	set     Set
	bytes   []byte // still to be hashed, for the user's own data
	kept    []byte // all of them
	sum     uint64
	label   string // of the gesture
	again   bool   // it belongs to the work already
	stored  bool   // and lies in the page's storage
	done    bool   // read to the end, waiting for a decision about bad rows

	fits    []fitting            // of types that were chosen while it waits
	misfits map[int]*dataset.Fit // the answers, by column
}

// Open starts reading the bytes of a sample that comes with the site.
func (p *Incoming) Open(s Sample, data []byte) {
	r := &reading{source: sourceOf(s), design: s.Designs[0], asks: s.Queries, set: Set{Sample: s.ID},
		options: dataset.Options{Format: s.Format}}
	p.begin(r, data)
}

func sourceOf(s Sample) Source {
	return Source{Title: s.Title, SampleID: s.ID, Name: s.File, About: s.About}
}

func ownSource(name string, data []byte) Source {
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
	r := &reading{source: ownSource(name, data), set: Set{Name: name}, bytes: data, kept: data, sum: uint64(len(data))}
	probe, err := dataset.NewProbe(name, data)
	if err != nil {
		p.reading = nil
		p.refused(err)
		return
	}
	r.probe = probe
	p.starts(r)
}

// starts makes a reading the one under way.
func (p *Incoming) starts(r *reading) {
	p.refusal, p.refusedRows, p.failed, p.reading = nil, nil, nil, r
	p.edit.changed()
}

// begin starts to read bytes of which the options are known.
func (p *Incoming) begin(r *reading, data []byte) {
	p.starts(r)
	p.open(r, data)
}

// open makes the reader of a reading.
func (p *Incoming) open(r *reading, data []byte) {
	reader, err := dataset.Open(r.source.Name, data, r.options)
	if err != nil {
		p.refuseReading(r, err)
		return
	}
	r.reader = reader
}

// refuseReading gives up a reading but keeps its bytes, so that they can be read
// in another way, and its bad rows, which are the reason.
func (p *Incoming) refuseReading(r *reading, err error) {
	p.refused(err)
	if r.reader != nil {
		p.refusedRows = r.reader.Bad()
	}
	if r.kept != nil && !r.again {
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
	p.edit.changed()
}

func (p *Incoming) read() {
	r := p.reading
	switch {
	case r.hash():
	case r.probe != nil:
		if r.probe.Step() {
			r.options, r.source.Read.Records, r.probe = r.probe.Options(), r.probe.Records(), nil
			p.open(r, r.kept)
		}
	case r.proof != nil:
		if r.proof.step() {
			r.design = r.proof.design()
			p.accept()
		}
	case r.reader.Step(rowsPerStep):
		p.readAll(r)
	}
}

// readAll goes on after the last row.
func (p *Incoming) readAll(r *reading) {
	if err := r.reader.Err(); err != nil {
		p.refuseReading(r, err)
		return
	}
	r.note()
	r.source.Bad, r.source.BadCount = r.reader.Bad(), r.reader.BadCount()
	if r.source.BadCount == 0 || r.again {
		p.prove(r)
		return
	}
	r.done = true
}

// prove looks for keys for data that come without a design, and accepts data
// that come with one.
func (p *Incoming) prove(r *reading) {
	r.done = false
	if r.again || r.source.SampleID != "" {
		p.accept()
		return
	}
	r.proof = newProof(r.reader.Dataset())
}

// note keeps of the options what reads the same rows again: nothing, where
// dataset.Sniff says it all.
func (r *reading) note() {
	r.source.Read = r.describe()
	if r.source.SampleID != "" || r.again {
		return
	}
	o, d := r.options, r.reader.Dataset()
	o.Forms = false
	o.Even = o.Even && d.Even
	o.Nested = o.Nested && !r.reader.Plain()
	if o == (dataset.Options{Format: dataset.Sniff(r.source.Name, r.kept)}) {
		o = dataset.Options{}
	}
	r.set.Read = o
}

// Pending returns the source that waits for a decision, with its bad rows and
// the number of rows that would be kept.
func (p *Incoming) Pending() (source Source, kept int, ok bool) {
	if p.reading == nil || !p.reading.done {
		return Source{}, 0, false
	}
	return p.reading.source, p.reading.reader.Dataset().Len(), true
}

// KeepRest accepts an import without its bad rows.
func (p *Incoming) KeepRest() {
	if p.reading != nil && p.reading.done {
		p.prove(p.reading)
		p.edit.changed()
	}
}

// Cancel gives up the work under way: an import (the data before it stay, also
// when its table is being built), a build of another design (the design goes
// back to the one that is built) or a run through every page (the pages read so
// far stay).
func (p *Playground) Cancel() {
	switch {
	case p.Incoming.cancel():
	case p.Incoming.wanted != (Set{}), p.Table.building != nil:
		p.Table.cancelBuild()
	default:
		p.Request.cancelPages()
	}
	p.Edit.changed()
}

// hashedPerStep is how many bytes one step hashes.
const hashedPerStep = 512 << 10

// hash does one step of naming the user's own bytes. It reports whether there
// was one to do.
func (r *reading) hash() bool {
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
	r.set.Hash = strconv.FormatUint(r.sum, 36)
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
	r := p.reading
	p.reading = nil
	data := r.reader.Dataset()
	if r.again {
		p.provided(r)
		return
	}
	w := Work{Set: r.set, Start: p.start, Columns: r.takeColumns(), Fresh: true}
	w.take(r.design)
	if p.loadedAs(r.set) == nil {
		p.load(&loadedSet{set: r.set, data: data, source: r.source, queries: r.asks, bytes: r.kept})
	}
	label := r.label
	if label == "" {
		label = "Import " + r.source.Title
	}
	p.edit.change(label, func(now *Work) { *now = w })
}
