package dataset

import "strconv"

// The bounds of what nested JSON becomes columns. What lies beyond them is kept
// as JSON text in one column.
const (
	maxLevels = 8 // of objects in objects
	maxSpread = 8 // elements of an array that becomes columns
)

// array reads the array at i: into one column for each element where every row
// has the same few plain ones, otherwise as JSON text.
func (s *jsonScan) array(depth int) bool {
	start := s.i
	var at [maxSpread]int // where the elements begin
	n, flat, ok := s.elements(&at)
	if !ok {
		return false
	}
	if depth+1 >= maxLevels || !s.names.spreads(s, n, flat) {
		return s.keepText(start)
	}
	end, above := s.i, len(s.path)
	for k := range n {
		s.descend(depth+1, strconv.AppendInt(nil, int64(k), 10))
		s.i = at[k]
		s.plain(s.names.column(s))
		s.path = s.path[:above]
	}
	s.i = end
	return true
}

// elements passes over the array at i and returns how many elements it has and
// where the first of them begin. flat says that all are plain values.
func (s *jsonScan) elements(at *[maxSpread]int) (n int, flat, ok bool) {
	flat = true
	s.take('[')
	if s.peek() == ']' {
		s.i++
		return 0, true, true
	}
	for {
		if n < maxSpread {
			at[n] = s.i
		}
		n++
		b := s.peek()
		flat = flat && b != '{' && b != '['
		if !s.skip(1) {
			return n, flat, false
		}
		s.space()
		if s.peek() == ']' {
			s.i++
			return n, flat, true
		}
		if !s.take(',') {
			return n, flat, s.fail("a comma or a closing bracket is expected")
		}
	}
}

// raw keeps the value at i as JSON text.
func (s *jsonScan) raw() bool {
	start := s.i
	return s.skip(0) && s.keepText(start)
}

// keepText keeps what lies between start and i as JSON text.
func (s *jsonScan) keepText(start int) bool {
	col := s.names.column(s)
	if col >= 0 {
		s.put(col, s.r.span(start, s.i, cellQuoted))
	}
	return true
}

// spreads reports whether the array at the path, of n elements, becomes columns:
// every array there has had n plain elements so far. An array that breaks the
// rule is remembered, so that a second pass keeps all of them as text.
func (n *jsonNames) spreads(s *jsonScan, elements int, flat bool) bool {
	if s.r.pass > 0 && s.r.uneven[string(s.path)] {
		return false
	}
	length, met := n.lengths[string(s.path)]
	if !met {
		if length = elements; !flat || elements == 0 || elements > maxSpread || len(n.lengths) == maxSources {
			length = 0
		}
		if len(n.lengths) < maxSources {
			n.lengths[string(s.path)] = length
		}
	}
	if length == 0 {
		return false
	}
	if flat && elements == length {
		return true
	}
	if s.r.pass == 0 {
		if s.r.uneven == nil {
			s.r.uneven = map[string]bool{}
		}
		s.r.uneven[string(s.path)] = true
	}
	return false
}
