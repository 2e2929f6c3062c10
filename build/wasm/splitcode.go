package wasm

import (
	"encoding/binary"
	"strconv"
)

// core is the program with a stub in the place of each function that comes in a
// part, and with exports of what parts import.
func (s *splitter) core() ([]byte, error) {
	code := binary.AppendUvarint(nil, uint64(len(s.bodies)))
	for number, body := range s.bodies {
		if s.places[number] > 0 {
			body = s.stub(number)
		} else {
			var err error
			if body, err = s.redirected(body, 0); err != nil {
				return nil, err
			}
		}
		code = append(binary.AppendUvarint(code, uint64(len(body))), body...)
	}
	count, exports, err := s.content(exportSection)
	if err != nil {
		return nil, err
	}
	content := append(binary.AppendUvarint(nil, count+1+uint64(len(s.globals))), exports...)
	content = append(appendName(content, "table"), kindTable, 0)
	for number := range s.globals {
		content = append(appendName(content, strconv.Itoa(number)), kindGlobal, byte(number))
	}
	changed := map[byte][]byte{codeSection: code, exportSection: content}
	var parts []section
	for _, part := range s.sections {
		if now, ok := changed[part.id]; ok {
			part.content = now
		}
		parts = append(parts, part)
	}
	return assemble(parts), nil
}

// stub is the body of a function that is not there yet: it asks for itself and
// then calls what stands in the table in its place.
func (s *splitter) stub(number int) []byte {
	element := funcValueOffset + int64(number)
	body := s.indirect(appendSigned([]byte{0, opConst32}, element), 0, s.goType)
	body = append(body, opDrop, opLocalGet, 0)
	return append(s.indirect(body, element, s.goType), opEnd)
}

// indirect calls what stands in an element of the table.
func (s *splitter) indirect(body []byte, element int64, signature uint64) []byte {
	body = appendSigned(append(body, opConst32), element)
	return append(binary.AppendUvarint(append(body, opCallIndirect), signature), 0)
}

// redirected is a body that will stand in a part, or in the core as part 0: what
// it calls elsewhere it finds in the table.
func (s *splitter) redirected(body []byte, part int) ([]byte, error) {
	c, ok := decode(body)
	if !ok {
		return nil, errCode
	}
	out := append([]byte(nil), body[:c[0].from]...)
	for _, in := range c {
		number := in.a - int64(s.imports)
		switch {
		case in.op != opCall, part == 0 && number < 0:
			out = append(out, body[in.from:in.to]...)
		case number < 0 || number >= int64(len(s.bodies)):
			return nil, errSplit
		case part == 0 && s.places[number] == 0:
			out = append(out, body[in.from:in.to]...)
		case s.places[number] == part:
			out = binary.AppendUvarint(append(out, opCall), s.local[number])
		default:
			out = s.indirect(out, funcValueOffset+number, s.types[number])
		}
	}
	return out, nil
}

// part is a module with the functions of a part.
func (s *splitter) part(part int) ([]byte, error) {
	var numbers []int
	functions, code := []byte(nil), []byte(nil)
	for number, body := range s.bodies {
		if s.places[number] != part {
			continue
		}
		moved, err := s.redirected(body, part)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, number)
		functions = binary.AppendUvarint(functions, s.goType)
		code = append(binary.AppendUvarint(code, uint64(len(moved))), moved...)
	}
	count := binary.AppendUvarint(nil, uint64(len(numbers)))
	imports, err := s.imported()
	if err != nil {
		return nil, err
	}
	var types []byte
	for _, one := range s.sections {
		if one.id == typeSection {
			types = one.content
		}
	}
	return assemble([]section{
		{typeSection, types}, {importSection, imports}, {functionSection, append(count[:len(count):len(count)], functions...)},
		{elementSection, elements(numbers)}, {codeSection, append(count, code...)},
	}), nil
}

// imported is what a part takes from the core.
func (s *splitter) imported() ([]byte, error) {
	content := binary.AppendUvarint(nil, 2+uint64(len(s.globals)))
	for _, one := range []struct {
		id, kind byte
		name     string
	}{{memorySection, kindMemory, "mem"}, {tableSection, kindTable, "table"}} {
		count, limits, err := s.content(one.id)
		if err != nil || count != 1 {
			return nil, errSplit
		}
		content = append(append(appendName(appendName(content, "core"), one.name), one.kind), limits...)
	}
	for number, kind := range s.globals {
		content = append(append(appendName(appendName(content, "core"), strconv.Itoa(number)), kindGlobal), kind...)
	}
	return content, nil
}

// elements put functions into the table, each run of numbers at once.
func elements(numbers []int) []byte {
	var content []byte
	segments := uint64(0)
	for i := 0; i < len(numbers); {
		n := 1
		for i+n < len(numbers) && numbers[i+n] == numbers[i]+n {
			n++
		}
		content = appendSigned(append(content, 0, opConst32), int64(funcValueOffset+numbers[i]))
		content = binary.AppendUvarint(append(content, opEnd), uint64(n))
		for k := range n {
			content = binary.AppendUvarint(content, uint64(i+k))
		}
		segments++
		i += n
	}
	return append(binary.AppendUvarint(nil, segments), content...)
}

func appendName(content []byte, name string) []byte {
	return append(binary.AppendUvarint(content, uint64(len(name))), name...)
}
