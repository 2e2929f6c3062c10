package observe

// SortKeys puts the busiest key first; equal ones stay in their order. There are few,
// so it is an insertion sort: the program is a good deal larger for a copy of the
// standard library's sort for each type.
func SortKeys(k []KeyCount) {
	for i := range k {
		for j := i; j > 0 && k[j].Sent > k[j-1].Sent; j-- {
			k[j], k[j-1] = k[j-1], k[j]
		}
	}
}

// SortQueries puts the shape that examined most first, as SortKeys does.
func SortQueries(q []QueryCount) {
	for i := range q {
		for j := i; j > 0 && q[j].Examined > q[j-1].Examined; j-- {
			q[j], q[j-1] = q[j-1], q[j]
		}
	}
}

// FindKey returns the index of the key at a place, or -1.
func FindKey(in []KeyCount, place string) int {
	for i := range in {
		if in[i].Place == place {
			return i
		}
	}
	return -1
}

// FindQuery returns the index of the queries of one shape, or -1.
func FindQuery(in []QueryCount, like *QueryCount) int {
	for i := range in {
		if in[i].Shape == like.Shape && in[i].Table == like.Table && in[i].Plan == like.Plan {
			return i
		}
	}
	return -1
}

// Plus adds what was counted of a key elsewhere.
func (k *KeyCount) Plus(o *KeyCount) {
	k.Sent, k.Error, k.Refused, k.Entities = k.Sent+o.Sent, k.Error+o.Error, k.Refused+o.Refused, k.Entities+o.Entities
}

// Plus adds what queries of the same shape cost elsewhere.
func (q *QueryCount) Plus(o *QueryCount) {
	q.Times, q.Examined, q.Returned = q.Times+o.Times, q.Examined+o.Examined, q.Returned+o.Returned
	q.Slowest, q.Error = max(q.Slowest, o.Slowest), q.Error+o.Error
}
