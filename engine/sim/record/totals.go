package record

import "math/bits"

// Totals are the counts of a run from its start.
//
// What always holds: Sent = Done + Throttled + Unavailable + AccountThrottled +
// InFlight, and Refused tells the causes of the three apart: its sum is theirs.
type Totals struct {
	Sent             uint64 // requests, retries included
	Done             uint64 // answered with success
	Throttled        uint64 // refused by a full queue, of a range or its server: 503 Server Busy
	Unavailable      uint64 // refused because the range was moving or its server had failed
	AccountThrottled uint64 // refused by the front end for the account's limit
	InFlight         uint64
	Refused          Refusals // requests
	RefusedEntities  Refusals // entities of these requests
	Entities         uint64   // of requests that were done
	SentEntities     uint64
	Wanted           uint64 // entities of operations, however often each was sent
	ThrottledEnts    uint64
	Inserted         uint64 // entities
	Deleted          uint64
	Failed           uint64 // operations given up
	Pages, Empty     uint64 // pages of scans, and those without an entity
	Scanned          uint64 // entities on them
	Splits, Moves    uint64
	Merges, NoSplits uint64
	OverSeconds      uint64    // seconds in which one PartitionKey was offered more entities than its target
	Latency          Histogram // of requests that were done, from the client's first attempt to its answer
}

// Billed returns the requests that cost money: those that were done and those
// that were throttled by a partition.
func (t *Totals) Billed() uint64 { return t.Done + t.Throttled }

// Sub returns what was counted between an earlier moment and this one. InFlight
// stays what it is now.
func (t *Totals) Sub(earlier *Totals) Totals {
	d := *t
	d.Sent -= earlier.Sent
	d.Done -= earlier.Done
	d.Throttled -= earlier.Throttled
	d.Unavailable -= earlier.Unavailable
	d.AccountThrottled -= earlier.AccountThrottled
	d.Entities -= earlier.Entities
	d.SentEntities -= earlier.SentEntities
	d.Wanted -= earlier.Wanted
	d.OverSeconds -= earlier.OverSeconds
	d.ThrottledEnts -= earlier.ThrottledEnts
	d.Inserted -= earlier.Inserted
	d.Deleted -= earlier.Deleted
	d.Failed -= earlier.Failed
	d.Pages -= earlier.Pages
	d.Empty -= earlier.Empty
	d.Scanned -= earlier.Scanned
	d.Splits -= earlier.Splits
	d.Moves -= earlier.Moves
	d.Merges -= earlier.Merges
	d.NoSplits -= earlier.NoSplits
	for i := range d.Refused {
		d.Refused[i] -= earlier.Refused[i]
		d.RefusedEntities[i] -= earlier.RefusedEntities[i]
	}
	for i := range d.Latency {
		d.Latency[i] -= earlier.Latency[i]
	}
	return d
}

// Histogram counts times in steps of a sixteenth of a power of two. It covers
// 0 to 2^31 microseconds.
type Histogram [28 * 16]uint32

func bucketOf(micros int64) int {
	if micros < 16 {
		return int(max(micros, 0))
	}
	e := bits.Len64(uint64(micros)) - 5
	return min((e+1)*16+int(micros>>e)-16, len(Histogram{})-1)
}

// lowOf is the least time of a bucket.
func lowOf(i int) int64 {
	if i < 16 {
		return int64(i)
	}
	return int64(16+i%16) << (i/16 - 1)
}

// Add counts a time.
func (h *Histogram) Add(micros int64) { h[bucketOf(micros)]++ }

// Count returns how many times were counted.
func (h *Histogram) Count() (n uint64) {
	for _, c := range h {
		n += uint64(c)
	}
	return n
}

// Quantile returns the time in microseconds below which the share of all lies,
// given in thousandths; 0 when there are none. It is exact to a sixteenth.
func (h *Histogram) Quantile(permil uint64) int64 {
	var out [1]int64
	h.Quantiles([]uint64{permil}, out[:])
	return out[0]
}

// Below returns the share of times below micros, in thousandths.
func (h *Histogram) Below(micros int64) uint64 {
	n, below, at := h.Count(), uint64(0), bucketOf(micros)
	if n == 0 {
		return 0
	}
	for _, c := range h[:at] {
		below += uint64(c)
	}
	low, high := lowOf(at), lowOf(at+1)
	return (below*1000 + uint64(h[at])*1000*uint64(micros-low)/uint64(max(1, high-low))) / n
}

// Quantiles sets out to the quantiles of ascending ranks in thousandths, in one
// pass.
func (h *Histogram) Quantiles(permil []uint64, out []int64) {
	n, seen, next := h.Count(), uint64(0), 0
	if n == 0 {
		return
	}
	for i, c := range h {
		for c > 0 && next < len(permil) && n*permil[next]/1000 < seen+uint64(c) {
			low, high := lowOf(i), lowOf(i+1)
			out[next] = low + (high-low)*int64(n*permil[next]/1000-seen)/int64(c)
			next++
		}
		seen += uint64(c)
	}
}
