package wasm

import "encoding/binary"

// Further instructions and types that the start function needs.
const (
	opLoop     = 0x03
	opLoad32   = 0x28
	opLoad8    = 0x2d
	opStore32  = 0x36
	opZero32   = 0x45
	opLess32   = 0x49
	opMultiply = 0x6c
	opAnd32    = 0x71
	opLeft32   = 0x74
	opRight32  = 0x76
	noType     = 0x40
	typeFunc   = 0x60

	typeSection     = 1
	importSection   = 2
	functionSection = 3
	startSection    = 8
	elementSection  = 9
)

// Locals of the start function, each a number of 32 bits.
const (
	numberLocal = iota // of the funcRecord or bucket
	offsetLocal        // of the funcRecord in the table of functions
	targetLocal        // offset of the next word
	columnLocal        // offset of the next column's address
	sourceLocal        // address of the column's next word
	leftLocal          // words to copy
	localCount
)

// assembly is the code of a function as it grows.
type assembly []byte

func (a *assembly) op(op byte, numbers ...uint64) {
	*a = append(*a, op)
	for _, n := range numbers {
		*a = binary.AppendUvarint(*a, n)
	}
}

func (a *assembly) constant(n int64) { *a = appendSigned(append(*a, opConst32), n) }
func (a *assembly) get(local uint64) { a.op(opLocalGet, local) }
func (a *assembly) set(local uint64) { a.op(opLocalSet, local) }

// sum puts a local plus a constant on the stack.
func (a *assembly) sum(local uint64, n int64) {
	a.get(local)
	a.constant(n)
	a.op(opAdd32)
}

// raise adds a constant to a local.
func (a *assembly) raise(local uint64, n int64) {
	a.sum(local, n)
	a.set(local)
}

// shift puts a local on the stack, shifted.
func (a *assembly) shift(op byte, local uint64, bits int64) {
	a.get(local)
	a.constant(bits)
	a.op(op)
}

// memory loads or stores at the address on the stack plus an offset.
func (a *assembly) memory(op byte, offset uint64) { a.op(op, 0, offset) }

// count runs a body for the numbers from 0 until below n.
func (a *assembly) count(n int, body func()) {
	a.constant(0)
	a.set(numberLocal)
	a.op(opLoop, noType)
	body()
	a.raise(numberLocal, 1)
	a.get(numberLocal)
	a.constant(int64(n))
	a.op(opLess32)
	a.op(opBranchIf, 0)
	a.op(opEnd)
}

// unpacker is the body of the function that writes a packed table out.
func (p packed) unpacker() []byte {
	a := assembly{1, localCount, typeI32}
	a.constant(int64(p.first))
	a.set(offsetLocal)
	a.count(p.count, func() { p.unpackRecord(&a) })
	a.constant(int64(p.buckets))
	a.constant(0)
	a.constant(int64(p.bucketBytes))
	a.op(0xfc, 11, 0) // memory.fill
	a.count(p.holds, func() {
		a.get(numberLocal)
		a.constant(bucketSize)
		a.op(opMultiply)
		a.shift(opRight32, numberLocal, bucketShift)
		a.memory(opStore32, uint64(p.buckets))
	})
	a.op(opEnd)
	return a
}

// unpackRecord writes one funcRecord and where it lies.
func (p packed) unpackRecord(a *assembly) {
	funcs := uint64(p.funcs)
	a.shift(opLeft32, numberLocal, 3)
	a.sum(numberLocal, funcValueOffset)
	a.memory(opStore32, funcs)
	a.shift(opLeft32, numberLocal, 3)
	a.get(offsetLocal)
	a.memory(opStore32, funcs+wordSize)
	a.get(offsetLocal)
	a.sum(numberLocal, funcValueOffset)
	a.memory(opStore32, funcs)

	a.sum(offsetLocal, wordSize)
	a.set(targetLocal)
	a.constant(fixedWords - 1)
	p.copyWords(a, 1)
	a.get(offsetLocal)
	a.memory(opLoad32, funcs+npcdataField)
	p.copyWords(a, furtherColumn)
	a.get(offsetLocal)
	a.memory(opLoad8, funcs+nfuncdataField)
	p.copyWords(a, factColumn)

	a.sum(targetLocal, recordAlign-1)
	a.constant(-recordAlign)
	a.op(opAnd32)
	a.set(offsetLocal)
}

// copyWords writes as many words as the stack says, each from the next column.
func (p packed) copyWords(a *assembly, first int64) {
	a.set(leftLocal)
	a.constant(first * wordSize)
	a.set(columnLocal)
	a.op(opBlock, noType)
	a.op(opLoop, noType)
	a.get(leftLocal)
	a.op(opZero32)
	a.op(opBranchIf, 1)

	a.get(targetLocal)
	a.get(columnLocal)
	a.memory(opLoad32, uint64(p.buckets))
	a.op(opLocalTee, sourceLocal)
	a.memory(opLoad32, 0)
	a.memory(opStore32, uint64(p.funcs))
	a.get(columnLocal)
	a.sum(sourceLocal, wordSize)
	a.memory(opStore32, uint64(p.buckets))

	a.raise(targetLocal, wordSize)
	a.raise(columnLocal, wordSize)
	a.raise(leftLocal, -1)
	a.op(opBranch, 0) // once more
	a.op(opEnd)
	a.op(opEnd)
}

// withStart adds a function without arguments that runs when the program is
// made, behind all others, so that none changes its number.
func withStart(parts []section, body []byte) ([]byte, error) {
	var out []section
	var types, imports, functions uint64
	for _, part := range parts {
		count, n := binary.Uvarint(part.content)
		if part.id != customSection && n <= 0 || part.id == startSection {
			return nil, errCode
		}
		more := func(last ...byte) {
			part.content = append(append(binary.AppendUvarint(nil, count+1), part.content[n:]...), last...)
		}
		switch part.id {
		case typeSection:
			types = count
			more(typeFunc, 0, 0)
		case importSection:
			imports = count
		case functionSection:
			functions = count
			more(binary.AppendUvarint(nil, types)...)
		case elementSection:
			out = append(out, section{startSection, binary.AppendUvarint(nil, imports+functions)})
		case codeSection:
			more(append(binary.AppendUvarint(nil, uint64(len(body))), body...)...)
		}
		out = append(out, part)
	}
	if len(out) != len(parts)+1 || types == 0 || imports == 0 {
		return nil, errCode
	}
	return assemble(out), nil
}
