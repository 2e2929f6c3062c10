package lanes

import (
	"slices"
	"strconv"
)

// The places of a picture, over a width and a height of 1,000.
const (
	clientsRight = 96
	bendRight    = 200
	bendLeft     = 190
	queueLeft    = 300
	queueRight   = 720
	serversLeft  = 840
)

const (
	sources   = 8   // places that requests leave the clients from
	maxMoves  = 400 // requests on their way that are drawn
	queueRows = 5
	queueDots = 250 // in one queue; of more requests a dot stands for ten, or a hundred
)

// Picture is some lanes of a view as paths of an SVG: dots are lines without a length.
type Picture struct {
	Sent, Refused, Queued, Served string
	PerDot                        []int // requests that one dot in the queue of each lane stands for
	Left                          int   // requests on their way that are not drawn
}

// laneY is where a lane lies among so many.
func laneY(i, of int) int { return (2*i + 1) * 500 / max(1, of) }

// Draw draws the lanes at some places of a view.
func Draw(v *View, places []int) Picture {
	p := Picture{PerDot: make([]int, len(places))}
	var sent, refused, queued, served []byte
	for row, place := range places {
		l, y := &v.Lanes[place], laneY(row, len(places))
		p.PerDot[row] = perDot(l.Waiting)
		queued = queueOf(queued, l.Waiting/p.PerDot[row]+min(1, l.Waiting%p.PerDot[row]), y, len(places))
		for n := range l.Served {
			served = dot(served, (queueRight+serversLeft)/2+12*n, y)
		}
	}
	drawn := 0
	for _, m := range v.moves {
		row := slices.Index(places, m.lane)
		if row < 0 {
			continue
		}
		if drawn++; drawn > maxMoves {
			p.Left++
			continue
		}
		x, y := m.at(v.Half, laneY(row, len(places)))
		if m.back {
			refused = dot(refused, x, y+18)
		} else {
			sent = dot(sent, x, y)
		}
	}
	p.Sent, p.Refused, p.Queued, p.Served = string(sent), string(refused), string(queued), string(served)
	return p
}

// perDot is how many requests one dot stands for.
func perDot(n int) int {
	per := 1
	for n > per*queueDots {
		per *= 10
	}
	return per
}

// queueOf draws the dots of a queue from its right end, where the next one is served.
func queueOf(path []byte, dots, y, lanes int) []byte {
	down := min(12, 160/max(1, lanes))
	for n := range dots {
		path = dot(path, queueRight-14-n/queueRows*8, y+(n%queueRows-queueRows/2)*down)
	}
	return path
}

// sourceY is how high one of the sources lies.
func sourceY(i int) int { return (2*i + 1) * 1000 / (2 * sources) }

// wayOf is the way from a source to a lane, which bends between two control points.
func wayOf(source, y int) string {
	from, to := strconv.Itoa(sourceY(source)), strconv.Itoa(y)
	return "M" + strconv.Itoa(clientsRight) + " " + from +
		"C" + strconv.Itoa(bendRight) + " " + from + " " + strconv.Itoa(bendLeft) + " " + to +
		" " + strconv.Itoa(queueLeft) + " " + to
}

// at is where a request is: on the way from its source to its lane. Which source
// that is follows from its number, since a run does not tell its callers apart.
func (m *move) at(half int64, y int) (x, down int) {
	done := 1000 - int(min(max(m.left, 0), half)*1000/half) // from the clients to the front door
	from := sourceY(int(uint32(m.ticket) * 2654435761 >> 16 % sources))
	return bend(done, clientsRight, bendRight, bendLeft, queueLeft), bend(done, from, from, y, y)
}

// bend is a coordinate of the way from a to d, some thousandths along.
func bend(done, a, b, c, d int) int {
	rest := 1000 - done
	sum := rest*rest*rest*a + 3*rest*rest*done*b + 3*rest*done*done*c + done*done*done*d
	return sum / 1_000_000_000
}

func dot(path []byte, x, y int) []byte {
	path = strconv.AppendInt(append(path, 'M'), int64(x), 10)
	path = strconv.AppendInt(append(path, ' '), int64(y), 10)
	return append(path, "h0"...)
}
