package wasm

import "encoding/binary"

// decode reads the instructions of a function's body. It fails on one that it
// does not know, such as those for vectors, which Go does not use.
func decode(body []byte) (code, bool) {
	r := reader{rest: body, ok: true}
	r.repeat(func() { // locals by type
		r.unsigned()
		r.skip(1)
	})
	var c code
	for r.ok && len(r.rest) > 0 {
		in := instruction{from: len(body) - len(r.rest)}
		in.op = r.rest[0]
		r.skip(1)
		r.numbers(&in)
		in.to = len(body) - len(r.rest)
		c = append(c, in)
	}
	return c, r.ok
}

// reader takes numbers off a function's body.
type reader struct {
	rest []byte
	ok   bool
}

func (r *reader) skip(n int) {
	if n > len(r.rest) {
		r.ok, n = false, len(r.rest)
	}
	r.rest = r.rest[n:]
}

func (r *reader) unsigned() int64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 || v > 1<<32 {
		r.ok, r.rest = false, nil
		return 0
	}
	r.rest = r.rest[n:]
	return int64(v)
}

// repeat reads a number and then so many items, or as many as there are.
func (r *reader) repeat(item func()) {
	for n := r.unsigned(); n > 0 && r.ok; n-- {
		item()
	}
}

func (r *reader) signed() int64 {
	var v int64
	for i := 0; i < len(r.rest) && i < 10; i++ {
		v |= int64(r.rest[i]&0x7f) << (7 * i)
		if r.rest[i] < 0x80 {
			r.rest = r.rest[i+1:]
			if unused := 64 - 7*(i+1); unused > 0 {
				v = v << unused >> unused
			}
			return v
		}
	}
	r.ok, r.rest = false, nil
	return 0
}

// numbers reads what follows an instruction's byte.
func (r *reader) numbers(in *instruction) {
	switch op := in.op; {
	case op >= opBlock && op <= opIf, op == opConst32, op == opConst64:
		in.a = r.signed()
	case op == opBranch, op == opBranchIf, op == 0x10, op >= opLocalGet && op <= opGlobalSet, op == 0x3f, op == 0x40:
		in.a = r.unsigned()
	case op == opTable:
		r.repeat(func() { r.unsigned() })
		r.unsigned()
	case op == 0x11, isMemory(op):
		in.a, in.b = r.unsigned(), r.unsigned()
	case op == 0x43:
		r.skip(4)
	case op == 0x44:
		r.skip(8)
	case op == 0xfc:
		r.bulk()
	case op <= 0x01, op == 0x05, op == opEnd, op == opReturn, op == 0x1a, op == 0x1b, op >= 0x45 && op <= 0xc4:
	default:
		r.ok = false
	}
}

// bulk reads the rest of an instruction of two bytes: conversions, and copying
// and filling memory.
func (r *reader) bulk() {
	switch second := r.unsigned(); {
	case second <= 7:
	case second == 10:
		r.skip(2)
	case second == 11:
		r.skip(1)
	default:
		r.ok = false
	}
}

// isMemory reports whether an instruction loads or stores.
func isMemory(op byte) bool { return op >= 0x28 && op <= 0x3e }

// effect is how many values an instruction takes off the stack and puts on it.
// Others than those of straight code are not told.
func effect(op byte) (pops, pushes int, straight bool) {
	switch {
	case op == opLocalGet, op == opGlobalGet, op >= opConst32 && op <= 0x44:
		return 0, 1, true
	case op == opLocalSet, op == opGlobalSet, op == 0x1a:
		return 1, 0, true
	case op == opLocalTee, op >= 0x28 && op <= 0x35, unary(op):
		return 1, 1, true
	case op >= 0x36 && op <= 0x3e:
		return 2, 0, true
	case op == 0x1b:
		return 3, 1, true
	case op >= 0x46 && op <= 0xa6:
		return 2, 1, true
	}
	return 0, 0, false
}

// unary reports whether an instruction calculates one value of one.
func unary(op byte) bool {
	return op == 0x45 || op == 0x50 || op >= 0x67 && op <= 0x69 || op >= 0x79 && op <= 0x7b ||
		op >= 0x8b && op <= 0x91 || op >= 0x99 && op <= 0x9f || op >= 0xa7 && op <= 0xc4
}

// bytes is the body with the instructions as they are now.
func (c code) bytes(body []byte) []byte {
	out := append([]byte(nil), body[:c[0].from]...)
	for _, in := range c {
		out = in.append(out, body)
	}
	return out
}

// withPCLocal is the body with a local that holds the upper bits of the
// function's PCs from its beginning on: without those bits, code that does the
// same in two functions has the same bytes.
func (c code) withPCLocal(body []byte, entry int64) []byte {
	out := append([]byte{body[0] + 1}, body[1:3]...) // how many groups of locals, and the stack pointer's
	out = append(out, 1, typeI64)
	out = append(out, body[3:c[0].from]...)
	for i, in := range c {
		if out = in.append(out, body); i == 1 {
			out = append(appendSigned(append(out, opConst64), entry), opLocalSet, pcLocal)
		}
	}
	return out
}

// append writes an instruction as it is now, as often as it is.
func (in instruction) append(out, body []byte) []byte {
	for range in.more {
		out = in.once(out, body)
	}
	return in.once(out, body)
}

// once writes an instruction as it is now.
func (in instruction) once(out, body []byte) []byte {
	switch {
	case in.gone:
		return out
	case in.direct:
		return append(out, opIf, 0x40, opConst32, 1, opReturn, opEnd)
	case in.isPC:
		return append(appendSigned(append(out, opConst64), in.a&0xffff), opLocalGet, pcLocal, opOr64)
	case in.changed && in.op == opTable:
		out = binary.AppendUvarint(append(out, in.op), uint64(in.a))
		for number := range in.a + 1 {
			out = binary.AppendUvarint(out, uint64(number))
		}
		return out
	case in.changed && in.op == opConst32:
		return appendSigned(append(out, in.op), in.a)
	case in.changed && isMemory(in.op):
		return binary.AppendUvarint(binary.AppendUvarint(append(out, in.op), uint64(in.a)), uint64(in.b))
	case in.changed: // a local or a branch
		return binary.AppendUvarint(append(out, in.op), uint64(in.a))
	}
	return append(out, body[in.from:in.to]...)
}
