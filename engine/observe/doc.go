// Package observe counts the requests that a table gets, so that a picture of
// their keys can be drawn of any load from a bounded number of counts.
//
// A reader meets Operation first, which is one request as whoever answered it knows
// it; then Observer, which counts Operations, and Event, which is what it counted
// in one tick. A stream of Events is what a screen listens to; the same Events in a
// file are a Recording, which ReadLog also makes of a list of requests and of the
// logs of a storage account.
//
// # What always holds
//
// An Observer follows from the Operations and the times that it was told: there is
// no clock and no machine's randomness in it. Its memory is bounded by its Limits,
// whatever the number of different keys.
//
// # The sketches and their errors
//
//   - Rows cut the key space of all tables into at most Limits.Rows pieces. The
//     count of a row is exact: it is the number of requests of the tick from its
//     beginning up to the next row. What is bounded is the resolution. Rows change
//     between ticks alone, at most once in Limits.Refine: the busiest row in which
//     more than one key was seen is cut, and the two quietest neighbours become one
//     for it. Under a load that stays the same, the keys that share a row with a
//     busier one settle below four times the even share of a row.
//   - Keys are the busiest PartitionKeys of a tick, found by space-saving with
//     Limits.Keys counters, of which the 16 with most are named. A key's count is at
//     most Error too high and never too low, and Error is at most the tick's requests
//     divided by Limits.Keys. A key that is not named has at most Floor requests.
//     The counters are told of a key's requests together, from 4,096 slots for the
//     keys that came lately, which hold 1.4 MB at most.
//   - Queries are the shapes of query that examined most, found in the same way.
//   - Latencies are counted in steps of a sixteenth of a power of two, so a
//     percentile is exact to a sixteenth.
//   - The sample is a few requests of the tick, each as likely as any other.
//
// Left out: how Events travel, what the limits of the service are, and drawing.
package observe
