package wasm

import "encoding/binary"

// jumpForward makes one branch of each jump to code further down. Go's compiler
// puts the resume point that it jumps to into the first local, PC_B, and goes
// back to the beginning, where a br_table leads there. Yet a resume point
// further down is the end of a block that is still open, and how many blocks
// further on it lies is a small number that does not depend on the rest of the
// function.
//
// Nothing but the br_table reads PC_B before it is set again.
func (c code) jumpForward(body []byte) {
	d, ok := c.dispatch(body)
	if !ok || !d.loop {
		return
	}
	inner, passed := 0, 0 // blocks open after a resume point, and blocks of resume points that ended
	for i := d.end; i < len(c); i++ {
		switch op := c[i].op; {
		case op >= opBlock && op <= opIf:
			inner++
		case op == opEnd && inner > 0:
			inner--
		case op == opEnd:
			passed++
		}
		if !c.isJump(i) || c[i+2].a != int64(d.blocks-passed+inner) || c[i].a < 0 || c[i].a >= int64(len(d.table)) {
			continue
		}
		if over := d.table[c[i].a] - passed; over >= 0 {
			c.branch(i, over+inner)
		}
	}
}

// isJump reports whether a jump to a resume point is at i.
func (c code) isJump(i int) bool {
	return c.is(i, opConst32, c[i].a) && c.is(i+1, opLocalSet, 0) && i+3 < len(c) && c[i+2].op == opBranch
}

// branch makes a branch out of so many blocks of the jump at i, and a
// conditional one if the jump is all that an if holds.
func (c code) branch(i, blocks int) {
	c[i].gone, c[i+1].gone = true, true
	c[i+2].a, c[i+2].changed = int64(blocks), true
	if c.is(i-1, opIf, empty) && c[i+3].op == opEnd {
		c[i-1].gone, c[i+3].gone = true, true
		c[i+2].op, c[i+2].a = opBranchIf, int64(blocks-1)
	}
}

// empty is the type of a block without a value, as a signed number.
const empty = -0x40

// dispatch is how a function begins that jumps or calls: a block for each resume
// point, and a br_table on PC_B that leads to their ends.
type dispatch struct {
	table  []int // the block that ends at each resume point
	first  int   // the instruction that begins the outermost of the blocks
	blocks int   // how many there are
	loop   bool  // jumps come back to the br_table
	end    int   // the instruction that ends the first of the blocks
}

// dispatch finds the beginning of a function that jumps or calls.
func (c code) dispatch(body []byte) (d dispatch, ok bool) {
	i := 2
	for ; i < len(c) && (c[i].op == opBlock || c[i].op == opLoop); i++ {
		if c[i].op == opLoop || i == 2 { // the outermost is left while a call below waits
			d.first, d.loop = i+1, c[i].op == opLoop
		}
	}
	d.blocks = i - d.first
	if d.blocks < 1 || !c.is(i, opLocalGet, 0) || i+2 >= len(c) || c[i+1].op != opTable || c[i+2].op != opEnd {
		return d, false
	}
	d.end = i + 2
	for rest := body[c[i+1].from+1 : c[i+1].to]; len(rest) > 0; {
		number, n := binary.Uvarint(rest)
		d.table, rest = append(d.table, int(number)), rest[n:]
	}
	d.table = d.table[1:] // it begins with its length
	return d, true
}
