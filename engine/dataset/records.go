package dataset

// records is an array of objects inside a JSON document.
type records struct {
	path         string // the names that lead to it, joined by dots
	start, bytes int    // where its bracket is, and how long it is as far as was looked
}

// maxRecordLevels is how deep in a document an array of rows is looked for, and
// maxFound how many are told apart.
const (
	maxRecordLevels = 4
	maxFound        = 64
)

// findRecords looks through the JSON document at i, at most MaxRow bytes of it,
// for arrays that begin with an object. whole says that the document ends within
// that, and more that something follows it.
func findRecords(data []byte, i int) (found []records, whole, more bool) {
	r := &Reader{texts: texts{data: data}}
	f := recordFinder{scan: jsonScan{r: r, i: i, limit: min(len(data), i+MaxRow)}}
	if f.scan.peek() != '{' || !f.object("", 0) {
		return f.found, false, false
	}
	f.scan.space()
	return f.found, true, f.scan.i < len(data)
}

// recordFinder walks a document.
type recordFinder struct {
	scan  jsonScan
	found []records
}

// object looks through the object at i.
func (f *recordFinder) object(path string, level int) bool {
	s := &f.scan
	s.take('{')
	if s.peek() == '}' {
		s.i++
		return true
	}
	for {
		if !s.member(0) {
			return false
		}
		name := path + string(s.path)
		s.path = s.path[:0]
		if !f.value(name, level) {
			return false
		}
		s.space()
		if s.peek() == '}' {
			s.i++
			return true
		}
		if !s.take(',') {
			return false
		}
	}
}

// value looks through the value at i, which path leads to.
func (f *recordFinder) value(path string, level int) bool {
	s := &f.scan
	if s.peek() == '{' && level+1 < maxRecordLevels {
		return f.object(path+".", level+1)
	}
	start := s.i
	if s.peek() != '[' || len(path) > maxRecords {
		return s.skip(level)
	}
	s.take('[')
	rows := s.peek() == '{'
	s.i = start
	ok := s.skip(level)
	if rows && len(f.found) < maxFound {
		f.found = append(f.found, records{path, start, s.i - start})
	}
	return ok
}

// largest returns the path of the longest array, "" for none.
func largest(found []records) string {
	path, most := "", 0
	for _, f := range found {
		if f.bytes > most {
			path, most = f.path, f.bytes
		}
	}
	return path
}
