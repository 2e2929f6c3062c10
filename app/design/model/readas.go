package model

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/dataset"
	words "github.com/keyrange/keyrange/engine/text"
)

// ReadAs is how the bytes of a data set were read.
type ReadAs struct {
	Options dataset.Options
	Sources []dataset.SourceColumn // the columns of the input, kept or not
	More    bool                   // there are more columns than are told apart
	Records []string               // the arrays of objects in a JSON document
	Invalid int                    // characters that could not be read
	Rows    int                    // sound rows of the input
	Kept    int                    // rows of the data set
	Even    bool                   // they are an even sample
}

// describe gathers how the bytes were read.
func (r *Reading) describe() ReadAs {
	d := r.reader.Dataset()
	x := ReadAs{Options: r.reader.Options(), Invalid: r.reader.Invalid(), Rows: d.Rows, Kept: d.Len(), Even: d.Even}
	x.Sources, x.More = r.reader.Sources()
	x.Records = r.Source.Read.Records
	return x
}

// LeftOut returns how many columns of the input are not kept.
func (x ReadAs) LeftOut() int {
	n := 0
	for _, s := range x.Sources {
		if !s.Kept() {
			n++
		}
	}
	return n
}

// Sample says in a few words which rows of the input the data set holds, "" when
// it holds all of them.
func (x *ReadAs) Sample() string {
	switch {
	case x.Rows <= x.Kept:
		return ""
	case x.Even:
		return "from " + words.Number(x.Kept) + " of " + words.Number(x.Rows) + " rows, evenly sampled"
	}
	return "from the first " + words.Number(x.Kept) + " of " + words.Number(x.Rows) + " rows"
}

// String says how the bytes were read, such as "CSV, Windows-1252, separated by
// semicolons".
func (x *ReadAs) String() string {
	o := x.Options
	parts := []string{o.Format.String()}
	if o.Records != "" {
		parts[0] += ", the records in " + o.Records
	}
	if parts = append(parts, o.Encoding.String()); o.Format == dataset.CSV {
		parts = append(parts, "separated by "+dataset.DelimiterName(o.Delimiter))
	}
	return strings.Join(parts, ", ")
}

// Sample says which rows of the input every figure comes from, "" when it is all
// of them.
func (p *Correction) Sample() string {
	if p.incoming.rows.data == nil {
		return ""
	}
	return p.incoming.rows.source.Read.Sample()
}

// Forms says in which form columns are read where the plain form is not used,
// such as "At: day first".
func (p *Correction) Forms() []string {
	var list []string
	for _, c := range p.incoming.rows.Columns() {
		if c.Form != dataset.Plain && c.Form.Type() == c.Type {
			list = append(list, c.Name+": "+c.Form.String())
		}
	}
	return list
}

// Offer is a column that can be read in other forms.
type Offer struct {
	Column int
	Forms  []dataset.Form
}

// Offers returns the columns with texts that have two meanings: what they say
// is for the user to decide.
func (p *Correction) Offers() []Offer {
	var list []Offer
	for i, c := range p.incoming.rows.Columns() {
		if forms := c.Offers(); len(forms) > 0 && c.Type == c.Inferred && c.Form == c.InferredForm {
			list = append(list, Offer{i, forms})
		}
	}
	return list
}

// progress is how far a reading has come.
func (r *Reading) progress() Progress {
	x := Progress{Label: "Reading " + r.Source.Name, Unit: "bytes"}
	switch {
	case r.proof != nil:
		return Progress{Label: "Finding keys that lose no row", Done: r.proof.row, Total: r.proof.data.Len(), Unit: "rows"}
	case r.reader == nil:
		x.Total = len(r.Kept)
	default:
		if x.Done, x.Total = r.reader.Progress(); r.reader.Pass() > 1 {
			x.Label += " a second time"
		}
	}
	return x
}

// correctable returns the reading or the data set whose bytes can be read in
// another way, and how they were read.
func (p *Correction) correctable() (data []byte, set draft.Set, now dataset.Options) {
	switch {
	case p.incoming.Reading != nil && p.incoming.Reading.done:
		return p.incoming.Reading.Kept, p.incoming.Reading.Set, p.incoming.Reading.Options
	case p.incoming.failed != nil:
		return p.incoming.failed.Kept, p.incoming.failed.Set, p.incoming.failed.Options
	case p.incoming.rows.data == nil:
		return nil, draft.Set{}, now
	}
	if l := p.incoming.LoadedAs(p.incoming.edit.Work().Set); l != nil && l.Bytes != nil {
		return l.Bytes, l.Set, l.source.Read.Options
	}
	return nil, draft.Set{}, now
}

// Correctable returns how the user's own data are read, and whether they can be
// read in another way. They may be refused or wait for a decision.
func (p *Correction) Correctable() (now dataset.Options, ok bool) {
	data, _, now := p.correctable()
	return now, data != nil
}

// Correct reads the bytes of the present data, or those of an import that was
// refused or waits for a decision, in another way. It is an import of its own.
func (p *Correction) Correct(o dataset.Options) {
	data, set, now := p.correctable()
	if data == nil || !o.Sound() {
		return
	}
	o.Forms = true
	if o.Encoding != now.Encoding || o.Format != now.Format {
		o = otherwise(set.Name, data, o, o.Format != now.Format)
	}
	if o.Delimiter != now.Delimiter || o.Encoding != now.Encoding || o.Format != now.Format {
		o.Keep = "" // the columns are others
	}
	if o.Nested = o.Format != dataset.CSV; o.Nested {
		o.Delimiter = 0
	}
	r := &Reading{Source: OwnSource(set.Name, data), Set: set, Kept: data, Options: o, label: "Read " + OwnSource(set.Name, data).Title +
		" in another way"}
	r.Set.Read = dataset.Options{}
	if before, ok := p.ReadAs(); ok && o.Format == now.Format {
		r.Source.Read.Records = before.Records
	}
	p.incoming.Begin(r, data)
}

// otherwise returns the options for another encoding, or another format, with the
// delimiter and the records that are found then.
func otherwise(name string, data []byte, o dataset.Options, sameFormat bool) dataset.Options {
	probe, err := dataset.NewProbe(name, data)
	if err != nil {
		return o
	}
	found := probe.With(o.Encoding)
	if !sameFormat {
		o.Format = found.Format
	}
	if o.Records = ""; o.Format == found.Format {
		o.Delimiter, o.Records = found.Delimiter, found.Records
	}
	return o
}

// KeepColumns reads the bytes again with the columns at the given places of the
// input alone, at most dataset.MaxColumns of them.
func (p *Correction) KeepColumns(places []int) {
	_, _, now := p.correctable()
	slices.Sort(places)
	now.Keep = dataset.KeepColumns(slices.Compact(places))
	p.Correct(now)
}
