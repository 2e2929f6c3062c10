package dataset

// skip passes over the value at i and reports whether it is sound JSON.
func (s *jsonScan) skip(depth int) bool {
	switch b := s.peek(); {
	case b == '"':
		_, _, _, ok := s.text()
		return ok
	case b == '-' || isDigit(b):
		return s.number()
	case b == 't':
		return s.word("true")
	case b == 'f':
		return s.word("false")
	case b == 'n':
		return s.word("null")
	case depth == maxDepth:
		return s.fail("values are nested more than " + thousands(maxDepth) + " deep")
	case b == '{':
		return s.skipMembers('}', depth)
	case b == '[':
		return s.skipMembers(']', depth)
	}
	return s.fail("a value is expected")
}

// skipMembers passes over the object or array at i.
func (s *jsonScan) skipMembers(end byte, depth int) bool {
	s.i++
	s.space()
	if s.peek() == end {
		s.i++
		return true
	}
	for {
		if end == '}' && !s.skipName() {
			return false
		}
		if !s.skip(depth + 1) {
			return false
		}
		s.space()
		if s.peek() == end {
			s.i++
			return true
		}
		if !s.take(',') {
			return s.fail("a comma or a closing bracket is expected")
		}
	}
}

func (s *jsonScan) skipName() bool {
	if s.peek() != '"' {
		return s.fail("a name in quotes is expected")
	}
	if _, _, _, ok := s.text(); !ok {
		return false
	}
	return s.take(':') || s.fail("a colon is expected")
}

func (s *jsonScan) word(w string) bool {
	for k := range len(w) {
		if s.peek() != w[k] {
			return s.fail("a value is expected")
		}
		s.i++
	}
	return true
}

// number passes over a number: no plus sign, no leading zero, digits on both
// sides of a point.
func (s *jsonScan) number() bool {
	if s.peek() == '-' {
		s.i++
	}
	if s.peek() == '0' {
		s.i++
	} else if !s.digits() {
		return false
	}
	if s.peek() == '.' {
		s.i++
		if !s.digits() {
			return false
		}
	}
	if b := s.peek(); b == 'e' || b == 'E' {
		s.i++
		if b := s.peek(); b == '+' || b == '-' {
			s.i++
		}
		return s.digits()
	}
	return true
}

// digits passes over one digit or more.
func (s *jsonScan) digits() bool {
	start := s.i
	for isDigit(s.peek()) {
		s.i++
	}
	return s.i > start || s.fail("a digit is expected")
}
