package observe

import "slices"

// busiest finds the names with the greatest weight among any number of them with a
// bounded number of counters (space-saving, Metwally and others, 2005).
//
// What always holds: at[name] is the counter of the name, and the counters are all
// in heap, the least weight first; place[i] is where counter i lies in heap. A
// counter's weight is at most over too high, a name without a counter weighs at most
// what the least counter does, and that is at most the sum of all weights divided
// by the number of counters.
type busiest struct {
	most     int
	at       map[string]int32
	counters []counter
	heap     []int32
	place    []int32
}

type counter struct {
	name         string
	weight, over int64

	times, refused, entities int64  // since it is the name's
	query                    detail // where it is the shape of one
}

func newBusiest(most int) *busiest {
	return &busiest{most: most, at: make(map[string]int32, most), counters: make([]counter, 0, most),
		heap: make([]int32, 0, most), place: make([]int32, 0, most)}
}

// add gives a name some weight and returns its counter, and whether that was
// another name's or none's before. It keeps the name, which must not lie in a buffer
// that is used again.
func (b *busiest) add(name string, weight int64) (c *counter, fresh bool) {
	if i, known := b.at[name]; known {
		c = &b.counters[i]
		c.weight += weight
		b.sink(int(b.place[i]))
		return c, false
	}
	if len(b.counters) < b.most {
		i := int32(len(b.counters))
		b.counters = append(b.counters, counter{name: name, weight: weight})
		b.heap, b.place = append(b.heap, i), append(b.place, i)
		b.at[name] = i
		b.rise(int(i))
		return &b.counters[i], true
	}
	i := b.heap[0]
	c = &b.counters[i]
	delete(b.at, c.name)
	*c = counter{name: name, weight: c.weight + weight, over: c.weight}
	b.at[name] = i
	b.sink(0)
	return c, true
}

// keep counts so many requests of a place.
func (b *busiest) keep(place string, times, refused, entities int64) {
	c, _ := b.add(place, times)
	c.times, c.refused, c.entities = c.times+times, c.refused+refused, c.entities+entities
}

// floor is the most that a name without a counter can weigh.
func (b *busiest) floor() int64 {
	if len(b.counters) < b.most {
		return 0
	}
	return b.counters[b.heap[0]].weight
}

// forget begins a tick.
func (b *busiest) forget() {
	clear(b.at)
	clear(b.counters)
	b.counters, b.heap, b.place = b.counters[:0], b.heap[:0], b.place[:0]
}

// heaviest returns the counters with the greatest weights, at most so many, of equal
// ones that which was there first; and the most that any other name can weigh.
func (b *busiest) heaviest(most int) (out []*counter, floor int64) {
	out, floor = make([]*counter, 0, most+1), b.floor()
	for i := range b.counters {
		c := &b.counters[i]
		at := len(out)
		for at > 0 && out[at-1].weight < c.weight {
			at--
		}
		out = slices.Insert(out, at, c)
		if len(out) > most {
			floor, out = max(floor, out[most].weight), out[:most]
		}
	}
	return out, floor
}

func (b *busiest) less(i, j int) bool {
	return b.counters[b.heap[i]].weight < b.counters[b.heap[j]].weight
}

func (b *busiest) swap(i, j int) {
	b.heap[i], b.heap[j] = b.heap[j], b.heap[i]
	b.place[b.heap[i]], b.place[b.heap[j]] = int32(i), int32(j)
}

func (b *busiest) rise(i int) {
	for i > 0 && b.less(i, (i-1)/2) {
		b.swap(i, (i-1)/2)
		i = (i - 1) / 2
	}
}

func (b *busiest) sink(i int) {
	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(b.heap); child++ {
			if b.less(child, least) {
				least = child
			}
		}
		if least == i {
			return
		}
		b.swap(i, least)
		i = least
	}
}
