package wasm

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
)

// shorten writes the code of a Go program in fewer bytes that mean the same.
// Go's compiler addresses the stack by an addition where an instruction has room
// for the offset, leaves a function in two steps, jumps by way of the br_table
// at the function's beginning, and leaves a function after a call by the number
// of blocks around it, which differs each time and so hardly compresses.
//
// What always holds: every instruction that is taken out or changed is one of
// the patterns below, in a function that begins as Go's do, with the stack
// pointer in its second local. Other functions and instructions stay as they
// are, and so does the order of all reads, writes and calls.
func shorten(wasm []byte) ([]byte, error) {
	parts, err := sections(wasm)
	if err != nil {
		return nil, err
	}
	for i, part := range parts {
		if part.id != codeSection {
			continue
		}
		count, n := binary.Uvarint(part.content)
		if n <= 0 {
			return nil, errCode
		}
		content, rest := binary.AppendUvarint(nil, count), part.content[n:]
		for number := range count {
			size, n := binary.Uvarint(rest)
			if n <= 0 || size > uint64(len(rest)-n) {
				return nil, errCode
			}
			body := shortenFunction(rest[n:n+int(size)], int64(number+funcValueOffset)<<16)
			content = append(binary.AppendUvarint(content, uint64(len(body))), body...)
			rest = rest[n+int(size):]
		}
		parts[i].content = content
	}
	return assemble(parts), nil
}

var errCode = errors.New("its code section has a form that the build does not know")

// shortenFunction is the body of a function in fewer bytes, or the same body if
// it is not of the compiler's form. The PCs in its code are entry and above.
func shortenFunction(body []byte, entry int64) []byte {
	code, ok := decode(body)
	if !ok || !code.isGo() {
		return body
	}
	code.foldOffsets()
	code.foldReturns()
	code.returnDirectly()
	code.jumpForward(body)
	code.numberBlocks(body)
	if body[0] < 127 && bytes.HasPrefix(body[1:], []byte{1, typeI32}) && code.splitPCs(entry) {
		return code.withPCLocal(body, entry)
	}
	return code.bytes(body)
}

// Instructions by their byte in WebAssembly.
const (
	opBlock     = 0x02
	opLoop      = 0x03
	opIf        = 0x04
	opEnd       = 0x0b
	opBranch    = 0x0c
	opBranchIf  = 0x0d
	opTable     = 0x0e
	opReturn    = 0x0f
	opLocalGet  = 0x20
	opLocalSet  = 0x21
	opLocalTee  = 0x22
	opGlobalGet = 0x23
	opGlobalSet = 0x24
	opConst32   = 0x41
	opConst64   = 0x42
	opAdd32     = 0x6a
	opAdd64     = 0x7c
	opWrap      = 0xa7
	opExtend    = 0xad
	stackLocal  = 1 // where a Go function holds the stack pointer
	opOr64      = 0x84
	stackGlobal = 0
	pcLocal     = 2 // where a shortened function holds the upper bits of its PCs
	typeI32     = 0x7f
	typeI64     = 0x7e

	// funcValueOffset is what cmd/link adds to the index of a function to make the
	// upper bits of its PCs.
	funcValueOffset = 0x1000
)

// instruction is one instruction with its numbers, as far as they matter here.
type instruction struct {
	op       byte
	a, b     int64
	from, to int  // bytes of the body
	gone     bool // no longer written
	more     int  // how many times more it is written
	changed  bool // written from a and b
	direct   bool // a conditional branch that is a return
	isPC     bool // a constant that is a PC of this function
}

// code is the instructions of a function after its locals.
type code []instruction

// is reports whether the instruction at i is op with the number a.
func (c code) is(i int, op byte, a int64) bool {
	return i >= 0 && i < len(c) && c[i].op == op && c[i].a == a
}

// isGo reports whether the function begins and ends as the compiler's do: it
// takes the stack pointer first and at its end returns 1, for a call below that
// waits.
func (c code) isGo() bool {
	n := len(c)
	return c.is(0, opGlobalGet, stackGlobal) && c.is(1, opLocalSet, stackLocal) && n > 6 &&
		c.is(n-2, opConst32, 1) && c[n-1].op == opEnd && c[n-3].op == opEnd
}

// foldOffsets gives the sum of the stack pointer and a constant to the load or
// store that it is the address of. The stack lies in memory, so that the sum
// never passes the end of the addresses.
func (c code) foldOffsets() {
	var stack []int // by value: the instruction of an address that may fold, or -1
	for i := 0; i < len(c); i++ {
		in := &c[i]
		if c.isAddress(i) {
			stack = append(stack, i)
			i += 4
			continue
		}
		pops, pushes, straight := effect(in.op)
		if !straight {
			stack = stack[:0]
			continue
		}
		if at := len(stack) - pops; at >= 0 && pops > 0 {
			if isMemory(in.op) && stack[at] >= 0 {
				c.fold(stack[at], in)
			}
			stack = stack[:at]
		} else if pops > 0 {
			stack = stack[:0]
		}
		if pushes > 0 {
			stack = append(stack, -1)
		}
	}
}

// isAddress reports whether a sum of the stack pointer and a constant is at i.
func (c code) isAddress(i int) bool {
	return c.is(i, opLocalGet, stackLocal) && i+4 < len(c) && c[i+1].op == opExtend && c[i+2].op == opConst64 &&
		c[i+2].a >= 0 && c[i+2].a < 1<<24 && c[i+3].op == opAdd64 && c[i+4].op == opWrap
}

// fold moves the constant of an address into a load or store.
func (c code) fold(address int, in *instruction) {
	in.b += c[address+2].a
	in.changed = true
	for i := 1; i < 5; i++ {
		c[address+i].gone = true
	}
}

// foldReturns makes one step of the two in which a function gives back its
// frame and then its return address.
func (c code) foldReturns() {
	for i := 0; i+9 < len(c); i++ {
		if c.raises(i) && c.raises(i+5) {
			c[i+6].a += c[i+1].a
			c[i+6].changed = true
			for k := range 5 {
				c[i+k].gone = true
			}
			i += 9
		}
	}
}

// raises reports whether a constant is added to the stack pointer at i.
func (c code) raises(i int) bool {
	return c.is(i, opLocalGet, stackLocal) && c[i+1].op == opConst32 && c[i+1].a >= 0 && c[i+1].a < 1<<24 &&
		c[i+2].op == opAdd32 && c.is(i+3, opLocalTee, stackLocal) && c.is(i+4, opGlobalSet, stackGlobal)
}

// returnDirectly makes a return of 1 of a branch out of the outermost block,
// after which the function returns 1.
func (c code) returnDirectly() {
	first := slices.IndexFunc(c, func(in instruction) bool { return in.op >= opBlock && in.op <= opIf })
	if first < 0 || c[first].op != opBlock || c.outermostEnd(first) != len(c)-3 {
		return
	}
	depth := int64(0)
	for i := range c {
		switch op := c[i].op; {
		case op >= opBlock && op <= opIf:
			depth++
		case op == opEnd:
			depth--
		case op == opBranchIf && c[i].a == depth-1:
			c[i].direct = true
		}
	}
}

// outermostEnd is where the block that begins at first ends.
func (c code) outermostEnd(first int) int {
	depth := 0
	for i := first; i < len(c); i++ {
		switch op := c[i].op; {
		case op >= opBlock && op <= opIf:
			depth++
		case op == opEnd:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// splitPCs finds the constants that are PCs of the function itself, which it
// writes to the stack before each call. It reports whether there are any, and
// makes room for a local after the stack pointer's.
func (c code) splitPCs(entry int64) bool {
	found := false
	for i := range c {
		if c[i].op == opConst64 && c[i].a > entry && c[i].a < entry+1<<16 {
			c[i].isPC, found = true, true
		}
	}
	for i := range c {
		if op := c[i].op; found && op >= opLocalGet && op <= opLocalTee && c[i].a >= pcLocal {
			c[i].a++
			c[i].changed = true
		}
	}
	return found
}
