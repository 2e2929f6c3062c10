package service

// cells is how many different keys a store tells apart.
const cells = 32

// store is how many entities a range holds, by PartitionKey. Up to 32 keys are
// counted exactly. Beyond that a cell also counts the keys up to the next cell,
// and a cut inside a cell divides its count in proportion to the key space; the
// sum stays exact.
type store struct {
	used   uint8
	coarse bool // a cell may hold more than one key
	keys   [cells]uint64
	counts [cells]uint32
	last   uint64 // highest key seen
	total  int64
}

// find returns the last cell whose key is not above the key, or -1.
func (t *store) find(key uint64) int {
	base, n := 0, int(t.used)
	if n == 0 || t.keys[0] > key {
		return -1
	}
	for n > 1 {
		half := n / 2
		if t.keys[(base+half)&(cells-1)] <= key {
			base += half
		}
		n -= half
	}
	return base
}

func (t *store) add(key uint64, count uint32) {
	t.total += int64(count)
	t.last = max(t.last, key)
	i := t.find(key)
	if i >= 0 && t.keys[i] == key {
		t.counts[i] += count
		return
	}
	if t.used == cells {
		// A new key at either end, as an append, is worth a cell.
		if i >= 0 && i < cells-1 {
			t.counts[i] += count
			t.coarse = true
			return
		}
		t.halve()
		i = t.find(key)
	}
	t.insert(i+1, key, count)
}

func (t *store) insert(at int, key uint64, count uint32) {
	copy(t.keys[at+1:], t.keys[at:t.used])
	copy(t.counts[at+1:], t.counts[at:t.used])
	t.keys[at], t.counts[at] = key, count
	t.used++
}

// halve joins each two neighbours.
func (t *store) halve() {
	n := 0
	for i := 0; i < int(t.used); i += 2 {
		t.keys[n], t.counts[n] = t.keys[i], t.counts[i]
		if i+1 < int(t.used) {
			t.counts[n] += t.counts[i+1]
		}
		n++
	}
	t.used, t.coarse = uint8(n), true
}

// remove takes up to count entities of the key and returns how many it took.
func (t *store) remove(key uint64, count uint32) uint32 {
	i := t.find(key)
	if i < 0 || !t.coarse && t.keys[i] != key {
		return 0
	}
	taken := min(count, t.counts[i])
	t.counts[i] -= taken
	t.total -= int64(taken)
	return taken
}

// cutAt moves everything from the key on into the store it returns.
func (t *store) cutAt(key uint64) store {
	var right store
	whole := *t
	*t = store{coarse: whole.coarse}
	right.coarse = whole.coarse
	for i := range int(whole.used) {
		low, count := whole.keys[i], whole.counts[i]
		switch {
		case low >= key:
			right.put(low, count)
		case !whole.coarse || whole.end(i) < key:
			t.put(low, count)
		default:
			part := share(count, low, key, whole.end(i))
			t.put(low, part)
			right.put(key, count-part)
		}
	}
	t.last = min(whole.last, key-1)
	if right.used > 0 {
		right.last = whole.last
	}
	return right
}

// end is the highest key that cell i can count.
func (t *store) end(i int) uint64 {
	if i+1 < int(t.used) {
		return t.keys[i+1] - 1
	}
	return max(t.last, t.keys[i])
}

// share is the part of count that lies below the key in [low, high].
func share(count uint32, low, key, high uint64) uint32 {
	span, left := (high-low)>>32+1, (key-low)>>32
	return uint32(uint64(count) * min(left, span) / span)
}

// put adds a cell after all others; cells without entities are dropped.
func (t *store) put(key uint64, count uint32) {
	if count == 0 {
		return
	}
	if t.used == cells {
		t.halve()
	}
	t.insert(int(t.used), key, count)
	t.last = max(t.last, key)
	t.total += int64(count)
}

// join adds the cells of a store that lies behind this one.
func (t *store) join(right *store) {
	t.coarse = t.coarse || right.coarse
	last := max(t.last, right.last)
	for i := range int(right.used) {
		t.put(right.keys[i], right.counts[i])
	}
	t.last = last
}

// page counts up to limit entities from the key on, of which skip were passed
// before. It returns where the next page begins, and whether there is one here.
func (t *store) page(key uint64, skip, limit uint32) (n uint32, next uint64, nextSkip uint32, more bool) {
	for i := range int(t.used) {
		low, count := t.keys[i], t.counts[i]
		if t.end(i) < key || count == 0 {
			continue
		}
		from := uint32(0)
		if low <= key {
			from = min(skip, count)
		}
		if n == limit && from < count {
			return n, max(low, key), from, true
		}
		took := min(count-from, limit-n)
		n += took
		if from+took < count {
			return n, max(low, key), from + took, true
		}
	}
	return n, 0, 0, false
}

// purge takes up to a batch of entities of the first PartitionKey that has any,
// from the key on. It returns how many, and where the next batch begins if there
// may be one here.
func (t *store) purge(key uint64, batch uint32) (n uint32, next uint64, more bool) {
	for i := range int(t.used) {
		if t.counts[i] == 0 || t.end(i) < key {
			continue
		}
		n = min(batch, t.counts[i])
		t.counts[i] -= n
		t.total -= int64(n)
		return n, max(key, t.keys[i]), true
	}
	return 0, 0, false
}
