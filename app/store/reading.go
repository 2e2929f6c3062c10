package store

import (
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
	done   bool // read to the end, waiting for a decision about bad rows
}

// Open starts reading the bytes of a sample that comes with the site.
func (p *Playground) Open(s Sample, data []byte) {
	source := Source{Title: s.Title, SampleID: s.ID, Name: s.File, About: s.About}
	p.begin(&reading{source: source, design: s.Designs[0], asks: s.Queries}, s.File, data, s.Format)
}

// Import starts reading the user's own bytes, from a file or pasted. name is
// the file's name, or empty for pasted text. The present data stay until the
// new ones are complete.
func (p *Playground) Import(name string, data []byte) {
	title := name
	if name == "" {
		name, title = "pasted text", "Pasted data"
	}
	p.begin(&reading{source: Source{Title: title, Name: name, raw: inlined(data)}}, name, data, dataset.Sniff(name, data))
}

func (p *Playground) begin(r *reading, name string, data []byte, format dataset.Format) {
	defer p.changed()
	reader, err := dataset.NewReader(name, data, format)
	p.refusal = err
	if err != nil {
		p.reading = nil
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
	if !r.reader.Step(rowsPerStep) {
		return
	}
	if err := r.reader.Err(); err != nil {
		p.refusal, p.reading = err, nil
		return
	}
	r.source.Bad, r.source.BadCount = r.reader.Bad(), r.reader.BadCount()
	if r.source.BadCount == 0 {
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
	case p.reading != nil:
		p.reading = nil
	case p.building != nil:
		p.cancelBuild()
	default:
		p.asking.all = false
	}
	p.changed()
}

// accept makes what was read the present data set and starts to build it.
func (p *Playground) accept() {
	r := p.reading
	p.replace()
	p.reading, p.built, p.building = nil, nil, nil
	p.data, p.source, p.queries = r.reader.Dataset(), r.source, r.asks
	if r.source.SampleID == "" {
		r.design = guessDesign(p.data)
	}
	p.asking, p.fits, p.misfits = asking{top: noTop}, nil, nil
	p.startHistory(r.design)
}
