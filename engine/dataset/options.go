package dataset

import (
	"strconv"
	"strings"
)

// Options say how an input is read. The zero value reads UTF-8 as delimited
// text. A Probe finds them, a reader of the site may correct them, and the same
// bytes read with the same Options give the same Dataset.
type Options struct {
	Format   Format   `json:",omitempty"`
	Encoding Encoding `json:",omitempty"`
	// Delimiter stands between the fields of CSV. 0 takes the one of comma,
	// semicolon and tab that the header has most often.
	Delimiter byte `json:",omitempty"`
	// Nested makes columns of objects and short arrays inside a JSON row. Without
	// it such a row is bad.
	Nested bool `json:",omitempty"`
	// Records is the path of the array of rows inside one JSON document, such as
	// "features". It is empty where the document is the array.
	Records string `json:",omitempty"`
	// Even takes an even sample where there are more rows than are kept. Without
	// it the first rows are kept.
	Even bool `json:",omitempty"`
	// Keep lists the places of the columns to keep, from 0, as ranges such as
	// "0-3,7". Empty keeps the first MaxColumns.
	Keep string `json:",omitempty"`
	// Forms infers decimal commas, dates such as 31/12/2001 and instants that are
	// counted from 1970, which are texts and numbers otherwise.
	Forms bool `json:",omitempty"`
}

// maxRecords is how long Options.Records may be, and maxKeep Options.Keep.
const (
	maxRecords = 1 << 10
	maxKeep    = 16 << 10
)

// Sound reports whether the Options are within their bounds. What a Reader finds
// out only with the bytes is not checked.
func (o Options) Sound() bool {
	_, ok := parseKeep(o.Keep)
	return ok && o.Format <= JSONLines && o.Encoding <= Windows1252 && len(o.Records) <= maxRecords
}

// KeepColumns writes places of columns, in rising order, as Options.Keep.
func KeepColumns(places []int) string {
	var b strings.Builder
	for i := 0; i < len(places); i++ {
		from := places[i]
		for i+1 < len(places) && places[i+1] == places[i]+1 {
			i++
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(itoa(from))
		if places[i] > from {
			b.WriteString("-" + itoa(places[i]))
		}
	}
	return b.String()
}

// parseKeep reads Options.Keep: nil for every column.
func parseKeep(text string) (keep map[int]bool, ok bool) {
	if text == "" {
		return nil, true
	}
	keep = map[int]bool{}
	if len(text) > maxKeep {
		return nil, false
	}
	for _, part := range strings.Split(text, ",") {
		low, high, isRange := strings.Cut(part, "-")
		from, err := strconv.Atoi(low)
		to := from
		if isRange && err == nil {
			to, err = strconv.Atoi(high)
		}
		if err != nil || from < 0 || to < from || to >= maxSources {
			return nil, false
		}
		for i := from; i <= to; i++ {
			keep[i] = true
		}
	}
	return keep, len(keep) <= MaxColumns
}

// SourceColumn is a column of the input, kept or not.
type SourceColumn struct {
	Name   string // in the input; names of nested values are joined by dots
	Column int    // its place in the Dataset, -1 when it is not kept
}

// Kept reports whether the Dataset has the column.
func (s SourceColumn) Kept() bool { return s.Column >= 0 }

// maxSources is how many columns of an input are told apart. Beyond them a CSV
// header is refused, and names of JSON are passed over.
const maxSources = 10 * MaxColumns

// source is a column of the input while it is read.
type source struct {
	key string // the name; levels of nesting are apart by levelMark
	col int    // in the Dataset, -1 when it is not kept
}

// levelMark stands between the levels of a nested name, where a dot could be
// part of a name.
const levelMark = '\x1f'

// shownName writes a key as a reader sees it.
func shownName(key string) string { return strings.ReplaceAll(key, string(levelMark), ".") }

// keeps reports whether source column n has a place in the Dataset, which has
// columns columns so far.
func (r *Reader) keeps(n, columns int) bool {
	return columns < MaxColumns && (r.keep == nil || r.keep[n])
}

// addSource appends a column of the input, and one of the Dataset if it is kept.
func (r *Reader) addSource(key string) {
	s := source{key: key, col: -1}
	if r.keeps(len(r.sources), len(r.columns)) {
		s.col = len(r.columns)
		r.addColumn([]byte(key))
	}
	r.sources = append(r.sources, s)
}

// Sources returns the columns of the input that have been met, kept or not, and
// whether there were more than are told apart.
func (r *Reader) Sources() (all []SourceColumn, more bool) {
	for _, s := range r.sources {
		all = append(all, SourceColumn{shownName(s.key), s.col})
	}
	return all, r.moreSources
}
