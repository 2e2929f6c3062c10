package wasm

// numberBlocks gives each entry in a function's br_table a block of its own, so
// that every such table begins 0, 1, 2 and so on. In the compiler's tables some
// entries lead to the same block, other ones in each function; now as many
// blocks end there.
func (c code) numberBlocks(body []byte) {
	d, ok := c.dispatch(body)
	if !ok {
		return
	}
	before := make([]int, d.blocks+1) // entries that lead to the blocks before
	for i, block := range d.table {
		if block >= d.blocks || i > 0 && block != d.table[i-1] && block != d.table[i-1]+1 {
			return
		}
		before[block+1] = i + 1
	}
	if d.table[0] != 0 || before[d.blocks] != len(d.table) {
		return // a block without an entry
	}
	c[d.first].more = len(d.table) - d.blocks
	c[d.end-1].a, c[d.end-1].changed = int64(len(d.table)-1), true
	inner, passed := 0, 0 // as in jumpForward
	for i := d.end; i < len(c); i++ {
		in := &c[i]
		if in.gone {
			continue
		}
		switch op := in.op; {
		case op >= opBlock && op <= opIf:
			inner++
		case op == opEnd && inner > 0:
			inner--
		case op == opEnd && passed < d.blocks:
			in.more = before[passed+1] - before[passed] - 1
			passed++
		case (op == opBranch || op == opBranchIf) && !in.direct && int(in.a) >= inner:
			to := min(int(in.a)-inner+passed, d.blocks)
			in.a += int64(before[to] - before[passed] - to + passed)
			in.changed = true
		}
	}
}
