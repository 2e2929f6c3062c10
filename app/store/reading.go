package store

import (
	"encoding/binary"
	"strconv"

	"github.com/keyrange/keyrange/engine/dataset"
)

// rowsPerStep bounds how many rows one step reads or builds: about a
// millisecond of work in a browser.
const rowsPerStep = 100

// reading is an import that has not replaced the present data yet.
type reading struct {
	reader *dataset.Reader
	source Source
	design Design
	asks   []Query
	set    Set
	bytes  []byte // still to be hashed, for the user's own data
	kept   []byte // all of them
	sum    uint64
	again  bool // it belongs to the work already
	stored bool // and lies in the page's storage
	done   bool // read to the end, waiting for a decision about bad rows
}

// Open starts reading the bytes of a sample that comes with the site.
func (p *Playground) Open(s Sample, data []byte) {
	p.begin(&reading{source: sourceOf(s), design: s.Designs[0], asks: s.Queries, set: Set{Sample: s.ID}}, s.File, data, s.Format)
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
func (p *Playground) Import(name string, data []byte) {
	r := &reading{source: ownSource(name, data), set: Set{Name: name}, bytes: data, kept: data, sum: uint64(len(data))}
	p.begin(r, r.source.Name, data, dataset.Sniff(r.source.Name, data))
}

func (p *Playground) begin(r *reading, name string, data []byte, format dataset.Format) {
	defer p.changed()
	reader, err := dataset.NewReader(name, data, format)
	p.refusal = err
	if err != nil {
		p.refused(err)
		return
	}
	r.reader = reader
	p.reading = r
}

// Refusal returns why the last import was refused, or nil.
func (p *Playground) Refusal() error { return p.refusal }

// Refuse records why an import could not even start, such as a file that the
// browser could not read. nil takes the message away.
func (p *Playground) Refuse(err error) {
	p.refusal = err
	p.changed()
}

func (p *Playground) read() {
	r := p.reading
	if r.hash() || !r.reader.Step(rowsPerStep) {
		return
	}
	if err := r.reader.Err(); err != nil {
		p.refused(err)
		return
	}
	r.source.Bad, r.source.BadCount = r.reader.Bad(), r.reader.BadCount()
	if r.source.BadCount == 0 || r.again {
		p.accept()
		return
	}
	r.done = true
}

// Pending returns the source that waits for a decision, with its bad rows and
// the number of rows that would be kept.
func (p *Playground) Pending() (source Source, kept int, ok bool) {
	if p.reading == nil || !p.reading.done {
		return Source{}, 0, false
	}
	return p.reading.source, p.reading.reader.Dataset().Len(), true
}

// KeepRest accepts an import without its bad rows.
func (p *Playground) KeepRest() {
	if p.reading != nil && p.reading.done {
		p.accept()
		p.changed()
	}
}

// Cancel gives up the work under way: an import (the data before it stay, also
// when its table is being built), a build of another design (the design goes
// back to the one that is built) or a run through every page (the pages read so
// far stay).
func (p *Playground) Cancel() {
	switch {
	case p.reading != nil && !p.reading.again:
		p.reading = nil
	case p.wanted != (Set{}):
		p.cancelBuild()
	case p.building != nil:
		p.cancelBuild()
	default:
		p.cancelPages()
	}
	p.changed()
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
func (p *Playground) accept() {
	r := p.reading
	p.reading = nil
	data := r.reader.Dataset()
	if r.again {
		p.provided(r)
		return
	}
	w := Work{Set: r.set, Start: p.start, Columns: columnsOf(data), Fresh: true}
	if r.source.SampleID == "" {
		r.design = guessDesign(data)
	}
	w.take(r.design)
	if p.loadedAs(r.set) == nil {
		p.load(&loadedSet{set: r.set, data: data, source: r.source, queries: r.asks, bytes: r.kept})
	}
	p.change("Import "+r.source.Title, func(now *Work) { *now = w })
}
