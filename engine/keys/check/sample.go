package check

import (
	"slices"

	"github.com/keyrange/keyrange/engine/table"
)

// Sample is a few keys in their true order, around the place of the last write
// or, where the order of arrival is not known, from the beginning of the table.
type Sample struct {
	Groups []SampleGroup // in key order
	// Next says in words where the next write goes, judged by the last one.
	Next string
}

// SampleGroup is some of the keys of one partition.
type SampleGroup struct {
	PartitionKey string
	Entities     int         // of the whole partition
	Rows         []SampleRow // in key order
	Next         int         // the next write lands before Rows[Next], or at the end; -1: not here
}

// SampleRow is one key and the row that has it, counted from 0.
type SampleRow struct {
	RowKey string
	Row    int
}

// SortSample returns about k keys: those at the end of the last write's
// partition where that write is, and some of the neighbour's. Where the last
// write is the first or the last key of its partition, so will the next be.
func (a *Analysis) SortSample(k int) Sample {
	if len(a.writes) == 0 || k < 1 {
		return Sample{}
	}
	recent := a.recent().newest
	if len(recent) == 0 {
		return a.beginning(k)
	}
	last := a.writes[recent[len(recent)-1]]
	fromEnd := a.isLast(last)
	s := Sample{Next: "The next write can land anywhere in " + shown(a.texts.of(a.partitions[last.partition].key)) + "."}
	left := k
	for i, id := range a.neighbours(last.partition, k, fromEnd) {
		take := left
		if i == 0 {
			take = (2*k + 2) / 3
		}
		g := a.group(id, min(take, left), fromEnd)
		if i == 0 {
			g.Next = a.landing(last, fromEnd, &g, &s)
		}
		s.Groups = append(s.Groups, g)
		if left -= len(g.Rows); left <= 0 {
			break
		}
	}
	if fromEnd {
		slices.Reverse(s.Groups)
	}
	return s
}

// beginning returns the first k keys of the table. It says nothing about the
// next write, because no write is known to be the last.
func (a *Analysis) beginning(k int) Sample {
	s := Sample{Next: "Nobody said in which order these rows are written, so the place of the next write is not known."}
	if a.arrival.Kind == ReferenceData {
		s.Next = "These rows are reference data: they are loaded once, so no next write is expected."
	}
	first := int32(0)
	for i := range a.partitions {
		if table.CompareUTF16(a.texts.of(a.partitions[i].key), a.texts.of(a.partitions[first].key)) < 0 {
			first = int32(i)
		}
	}
	for _, id := range a.neighbours(first, k, false) {
		g := a.group(id, k, false)
		s.Groups = append(s.Groups, g)
		if k -= len(g.Rows); k <= 0 {
			break
		}
	}
	return s
}

// landing returns where in the group of the last write the next one lands.
func (a *Analysis) landing(last write, fromEnd bool, g *SampleGroup, s *Sample) int {
	alone := a.partitions[last.partition].entities == 1
	switch {
	case fromEnd && alone:
		s.Next = "The next write lands in a new partition after the last one."
		return len(g.Rows)
	case fromEnd:
		s.Next = "The next write lands after the last key of its partition."
		return len(g.Rows)
	case alone && a.isFirstPartition(last.partition):
		s.Next = "The next write lands in a new partition before the first one."
		return 0
	case alone:
		s.Next = "The next write can land in any partition."
	case g.Rows[0].Row == int(last.row):
		s.Next = "The next write lands before the first key of its partition."
		return 0
	}
	return -1
}

// isLast reports whether a write has the last key of its partition. One that is
// alone there has to have the last key of the table.
func (s *stored) isLast(last write) bool {
	if p := s.partitions[last.partition]; p.entities == 1 {
		return !slices.ContainsFunc(s.partitions, func(q partition) bool { return table.CompareUTF16(s.texts.of(q.key), s.texts.of(p.key)) > 0 })
	}
	key := s.rowKey(last)
	return !slices.ContainsFunc(s.writes, func(w write) bool {
		return w.partition == last.partition && table.CompareUTF16(s.rowKey(w), key) > 0
	})
}

func (s *stored) isFirstPartition(id int32) bool {
	own := s.texts.of(s.partitions[id].key)
	return !slices.ContainsFunc(s.partitions, func(q partition) bool { return table.CompareUTF16(s.texts.of(q.key), own) < 0 })
}

// neighbours returns the partition and at most so many in all that follow it in
// key order, or that come before it, nearest first. Partitions mostly arrive in
// ascending order, so it begins where the nearest are likely to be.
func (s *stored) neighbours(id int32, most int, before bool) []int32 {
	near := []int32{id}
	own := s.texts.of(s.partitions[id].key)
	for n := range s.partitions {
		i := n
		if before {
			i = len(s.partitions) - 1 - n
		}
		p := s.partitions[i]
		key := s.texts.of(p.key)
		c := table.CompareUTF16(key, own)
		if c == 0 || (c < 0) != before {
			continue
		}
		at := len(near)
		if at == most && (table.CompareUTF16(key, s.texts.of(s.partitions[near[at-1]].key)) < 0) == before {
			continue // farther than all that are kept
		}
		for at > 1 && (table.CompareUTF16(key, s.texts.of(s.partitions[near[at-1]].key)) < 0) != before {
			at--
		}
		if at < most {
			near = slices.Insert(near, at, int32(i))
			near = near[:min(len(near), most)]
		}
	}
	return near
}

// group returns the first or the last n keys of a partition. It looks at the
// latest writes first: they are the ones to keep where keys only grow or only
// fall, so most others are passed over after one comparison. Where none is known
// to be the latest, it begins with the first row.
func (a *Analysis) group(id int32, n int, fromEnd bool) SampleGroup {
	p := a.partitions[id]
	g := SampleGroup{PartitionKey: a.texts.of(p.key), Entities: int(p.entities), Next: -1}
	for i := len(a.writes) - 1; i >= 0; i-- {
		w := a.writes[i]
		if len(a.recent().newest) == 0 {
			w = a.writes[len(a.writes)-1-i]
		}
		if w.partition != id {
			continue
		}
		at, key := len(g.Rows), a.rowKey(w)
		for at > 0 && (table.CompareUTF16(key, g.Rows[at-1].RowKey) < 0) != fromEnd {
			at--
		}
		if at < n {
			g.Rows = slices.Insert(g.Rows, at, SampleRow{key, int(w.row)})
			g.Rows = g.Rows[:min(len(g.Rows), n)]
		}
	}
	if fromEnd {
		slices.Reverse(g.Rows)
	}
	return g
}
