package partition

// Load is what a manager knows about one range, as a moving average.
type Load struct {
	Rate        int64 // entities served per second
	Throttled   int64 // requests throttled, in millionths of those offered
	Utilisation int64 // share of the time that the range was being served, in thousandths
}

// Policy is the thresholds of a manager. The zero Policy does nothing useful;
// see service.Defaults of the simulator.
type Policy struct {
	HotUtilisation int64 // thousandths: a range at or above it is hot
	HotThrottled   int64 // millionths: a range at or above it is hot
	ColdRate       int64 // entities per second: a range below it may be merged
	ServerBusy     int64 // thousandths: a server at or above it should shed a range
	LeastMove      int64 // thousandths: ranges below it are not worth a move
}

// Hot reports whether a range has more load than it should.
func (p Policy) Hot(l Load) bool {
	return l.Utilisation >= p.HotUtilisation || l.Throttled >= p.HotThrottled
}

// Cold reports whether a range has so little load that a neighbour could take it.
func (p Policy) Cold(l Load) bool { return l.Rate < p.ColdRate && l.Throttled == 0 }

// Server is the load of one server and of its ranges.
type Server struct {
	Utilisation int64   // thousandths of all its cores
	Cores       int64   // a range's utilisation counts against one of them
	Ranges      []int64 // utilisation of each range that can be moved, thousandths
}

// Shed chooses what a busy server should hand over: the index of its least busy
// range of at least LeastMove, if the server that takes it stays below what this
// one has now. It returns false when there is nothing to gain.
func (p Policy) Shed(from Server, coolest int64) (index int, found bool) {
	if from.Utilisation < p.ServerBusy || len(from.Ranges) < 2 {
		return 0, false
	}
	index = -1
	for i, u := range from.Ranges {
		if u >= p.LeastMove && (index < 0 || u < from.Ranges[index]) {
			index = i
		}
	}
	if index < 0 || coolest+from.Ranges[index]/max(1, from.Cores) >= from.Utilisation {
		return 0, false
	}
	return index, true
}
