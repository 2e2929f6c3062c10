package dataset

// cell says where the text of one cell lies: offset in bits 0-31, length in
// bits 32-59. The zero cell is a missing one. No cell holds an empty text
// without cellPresent.
type cell uint64

const (
	cellPresent cell = 1 << 63
	cellSide    cell = 1 << 62 // in the side blocks, not in the input
	cellQuoted  cell = 1 << 61 // a JSON string: its text is not a number

	tooLong cell = 1 << 60 // no cell: the text is longer than MaxCell

	cellLengthShift = 32
	cellLengthMask  = 1<<28 - 1
)

func newCell(offset, length int, flags cell) cell {
	return cell(uint32(offset)) | cell(length)<<cellLengthShift | cellPresent | flags
}

func (c cell) offset() int { return int(uint32(c)) }
func (c cell) length() int { return int(c >> cellLengthShift & cellLengthMask) }

// texts owns the bytes that cells point to: the input itself, and side blocks
// for the texts that had to be rewritten (a doubled quote, an escape, a byte
// that is not UTF-8). Side blocks never move, so nothing is copied as they grow.
type texts struct {
	data []byte
	side [][]byte
}

// sideBlock is at least MaxCell, so that no text lies in two blocks.
const sideBlock = 1 << 17

// of returns the text of c, to be read only; nil for a missing cell.
func (t *texts) of(c cell) []byte {
	if c == 0 {
		return nil
	}
	from := t.data
	at := c.offset()
	if c&cellSide != 0 {
		from, at = t.side[at/sideBlock], at%sideBlock
	}
	return from[at : at+c.length()]
}

// keep copies b, at most MaxCell bytes, into a side block.
func (t *texts) keep(b []byte, flags cell) cell {
	last := len(t.side) - 1
	if last < 0 || len(t.side[last])+len(b) > sideBlock {
		t.side = append(t.side, make([]byte, 0, sideBlock))
		last++
	}
	at := last*sideBlock + len(t.side[last])
	t.side[last] = append(t.side[last], b...)
	return newCell(at, len(b), flags|cellSide)
}

// sideMark is a place to which the side blocks can be taken back, when the row
// that used them turns out to be bad.
type sideMark struct{ blocks, length int }

func (t *texts) mark() sideMark {
	if len(t.side) == 0 {
		return sideMark{}
	}
	return sideMark{len(t.side), len(t.side[len(t.side)-1])}
}

func (t *texts) release(m sideMark) {
	if len(t.side) < m.blocks {
		return // all of them are gone already
	}
	t.side = t.side[:m.blocks]
	if m.blocks > 0 {
		t.side[m.blocks-1] = t.side[m.blocks-1][:m.length]
	}
}

// cells holds the cells of all rows in blocks that never move. A row lies whole
// in one block. It may be narrower than the columns: what it lacks is missing.
type cells struct {
	rows   []rowSpan
	blocks [][]cell
	count  int
}

// rowSpan says where a row's cells lie and on which line it began.
type rowSpan struct {
	start uint32 // block number times cellBlock, plus the place in the block
	line  uint32
	width uint32
}

// cellBlock is at least MaxColumns, so that every row fits into one block.
const cellBlock = 1 << 14

// add appends a row and copies its cells.
func (c *cells) add(row []cell, line int) {
	last := len(c.blocks) - 1
	if last < 0 || len(c.blocks[last])+len(row) > cellBlock {
		c.blocks = append(c.blocks, make([]cell, 0, cellBlock))
		last++
	}
	start := last*cellBlock + len(c.blocks[last])
	c.blocks[last] = append(c.blocks[last], row...)
	c.rows = append(c.rows, rowSpan{uint32(start), uint32(line), uint32(len(row))})
	c.count += len(row)
}

// at returns the cell, the zero cell where the row is narrower.
func (c *cells) at(row, col int) cell {
	r := c.rows[row]
	if col >= int(r.width) {
		return 0
	}
	return c.blocks[r.start/cellBlock][int(r.start%cellBlock)+col]
}
