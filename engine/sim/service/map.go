package service

import "github.com/keyrange/keyrange/engine/partition"

// partitionMap is the ranges of a table and where they begin.
type partitionMap struct {
	ranges []rangeState
	order  []int32  // of the ranges that are not dead, by key
	lows   []uint64 // where they begin
	uids   uint32   // given so far
}

// rangeOf returns the index of the range that holds the key, by halving the
// ordered list of low ends.
func (m *partitionMap) rangeOf(key uint64) int32 {
	return m.order[m.placeOf(key)]
}

// placeOf returns where in the order the range that holds the key is.
func (m *partitionMap) placeOf(key uint64) int {
	lows := m.lows
	base, n := 0, len(lows)
	for n > 1 {
		half := n / 2
		if lows[base+half] <= key {
			base += half
		}
		n -= half
	}
	return base
}

// insertRange puts a new range into the order after the place given.
func (m *partitionMap) insertRange(place int, index int32) {
	m.order = append(m.order, none)
	copy(m.order[place+2:], m.order[place+1:])
	m.order[place+1] = index
	m.lows = append(m.lows, 0)
	copy(m.lows[place+2:], m.lows[place+1:])
	m.lows[place+1] = m.ranges[index].Low
}

func (m *partitionMap) removeRange(place int) {
	m.order = append(m.order[:place], m.order[place+1:]...)
	m.lows = append(m.lows[:place], m.lows[place+1:]...)
}

// newRange returns an idle range, in the place of a dead one where there is one.
func (m *partitionMap) newRange(r partition.Range, server int32, now int64) int32 {
	index := none
	for i := range m.ranges {
		if m.ranges[i].phase == Dead {
			index = int32(i)
			break
		}
	}
	if index == none {
		m.ranges = append(m.ranges, rangeState{})
		index = int32(len(m.ranges) - 1)
	}
	m.uids++
	m.ranges[index] = rangeState{
		Range: r, uid: m.uids, server: server, nextReady: none, executing: none, lostBy: none,
		epoch:   m.ranges[index].epoch + 1,
		waiting: emptyList(), group: emptyList(), flight: emptyList(), since: now,
	}
	m.ranges[index].meter.hotSince, m.ranges[index].meter.coldSince = never, never
	return index
}

// splitting counts the splits under way, each of which will make one more range.
func (m *partitionMap) splitting() (n int) {
	for _, i := range m.order {
		if m.ranges[i].change == Splitting {
			n++
		}
	}
	return n
}
