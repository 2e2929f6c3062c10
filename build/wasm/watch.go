package wasm

// Watch is a program that tells which of its functions run: each that the compiler
// wrote first calls the function in the table's first element, with its own number.
// That element has to be set before the program runs, and what it gives back is not
// looked at. It fails as Split does.
func Watch(program []byte) ([]byte, error) {
	s, err := newSplitter(program, nil)
	if err != nil {
		return nil, err
	}
	for number, body := range s.bodies {
		if s.types[number] != s.goType {
			continue
		}
		c, ok := decode(body)
		if !ok || len(c) == 0 {
			return nil, errCode
		}
		begin := c[0].from
		told := appendSigned(append(append([]byte(nil), body[:begin]...), opConst32), int64(number))
		told = append(s.indirect(told, 0, s.goType), opDrop)
		s.bodies[number] = append(told, body[begin:]...)
	}
	return s.core()
}
