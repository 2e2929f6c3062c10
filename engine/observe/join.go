package observe

// Join adds the next tick to this one, so that they are one tick of both lengths. It
// reports false and does nothing where they cannot be one: the rows are others, the
// next one counts another run, or one in between is missing.
func (e *Event) Join(next *Event) bool {
	if e.Run != next.Run || e.At+next.Span != next.At || !sameRows(e.Rows, next.Rows) {
		return false
	}
	e.Seq, e.At, e.Span = next.Seq, next.At, e.Span+next.Span
	e.Total.Plus(&next.Total)
	for i := range e.Rows {
		r, of := &e.Rows[i], &next.Rows[i]
		r.Sent, r.Refused, r.Entities = r.Sent+of.Sent, r.Refused+of.Refused, r.Entities+of.Entities
	}
	h := e.Histogram()
	next.AddLatency(&h)
	e.Latency = sparse(&h)
	e.joinKeys(next)
	e.joinQueries(next)
	e.Sample = thinned(append(e.Sample, next.Sample...))
	e.joinService(next.Service)
	e.Marks = append(e.Marks, next.Marks...)
	e.Marks = e.Marks[:min(len(e.Marks), mostMarks)]
	return true
}

func sameRows(a, b []Row) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Low != b[i].Low {
			return false
		}
	}
	return true
}

// joinKeys adds up what is known of each key. One that a tick does not name had at
// most its floor there, which counts as both request and error.
func (e *Event) joinKeys(next *Event) {
	joined := make([]KeyCount, 0, len(e.Keys)+len(next.Keys))
	for _, k := range e.Keys {
		other := KeyCount{Sent: next.Floor, Error: next.Floor}
		if at := FindKey(next.Keys, k.Place); at >= 0 {
			other = next.Keys[at]
		}
		k.Plus(&other)
		k.Latency = nil // percentiles do not add up
		joined = append(joined, k)
	}
	for _, k := range next.Keys {
		if FindKey(e.Keys, k.Place) < 0 {
			joined = append(joined, KeyCount{Place: k.Place, Sent: k.Sent + e.Floor, Error: k.Error + e.Floor,
				Refused: k.Refused, Entities: k.Entities})
		}
	}
	SortKeys(joined)
	e.Floor += next.Floor
	if len(joined) > namedKeys {
		e.Floor = max(e.Floor, joined[namedKeys].Sent)
		joined = joined[:namedKeys]
	}
	e.Keys = joined
}

func (e *Event) joinQueries(next *Event) {
	for _, q := range next.Queries {
		if at := FindQuery(e.Queries, &q); at >= 0 {
			e.Queries[at].Plus(&q)
			continue
		}
		q.Error += e.QueryFloor
		e.Queries = append(e.Queries, q)
	}
	SortQueries(e.Queries)
	e.Queries = e.Queries[:min(len(e.Queries), namedQueries)]
	e.QueryFloor += next.QueryFloor
}

// mostJoined is how many requests the sample of a joined tick has.
const mostJoined = 48

// thinned leaves every second request out of a sample that is too large.
func thinned(s []Seen) []Seen {
	if len(s) <= mostJoined {
		return s
	}
	out := s[:0]
	for i := 0; i < len(s); i += 2 {
		out = append(out, s[i])
	}
	return out
}

// joinService keeps the later state of the service and what it did in both ticks.
func (e *Event) joinService(next *Service) {
	if next == nil {
		return
	}
	now := *next
	if e.Service != nil {
		now.Notes = append(e.Service.Notes[:len(e.Service.Notes):len(e.Service.Notes)], next.Notes...)
		now.Notes = now.Notes[:min(len(now.Notes), mostNotes)]
	}
	e.Service = &now
}
