package replay

import (
	"strings"

	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/service"
	"github.com/keyrange/keyrange/engine/text"
)

// AsRecorded is the template under which a run has the keys of the recording.
const AsRecorded = "{" + PartitionKey + "}"

// warmRanges is how many ranges a run starts with, whatever its keys: so it shows what
// the keys allow, and not that the service takes minutes to split a new table.
const warmRanges = 16

// Replayed is a recording as the demand of a run.
type Replayed struct {
	Scenario sim.Scenario
	Requests int      // that are sent again
	Seconds  int      // of the recording that they fill
	Missing  []string // whole sentences on what this leaves out
}

// Trial is a recording and the key to try on it, which may be empty.
type Trial struct {
	Recording observe.Recording
	Template  string
}

// span is a second of a recording.
type span struct {
	requests int64
	mix      [observe.Kinds]int64
	seen     []int32 // requests of its sample
}

// Scenario makes a run of a recording, from its last second back as far as the run
// can hold. ok is false where no request has a known key.
func Scenario(r *observe.Recording, name string) (out Replayed, ok bool) {
	rows := NewRows(r.Events, func(*observe.Seen) bool { return true })
	spans := seconds(r.Events, rows)
	rows.order = nil
	first, sum := len(spans), int64(0)
	for first > 0 && sum+spans[first-1].requests <= demand.MaxEntities && len(spans)-first < sim.MaxCommands/2 {
		first--
		sum += spans[first].requests
	}
	for first < len(spans) && len(spans[first].seen) == 0 {
		first++
	}
	if first == len(spans) {
		return out, false
	}
	c, _ := sim.FromPreset("append")
	c.Name, c.Template, c.Params = name, AsRecorded, sim.Defaults()
	c.Commands = loads(spans[first:], rows)
	c.Span, c.Ranges = int64(len(spans)-first)*clock.Second, warmRanges
	c.Groups = []sim.Group{{Name: "recorded", Load: demand.Load{Paused: true}}}
	c.Replay = &sim.Replay{Columns: rows.Columns, Rows: rows, Count: rows.Len()}
	if rows.Len() == 0 {
		return out, false
	}
	out = Replayed{c, rows.Len(), len(spans) - first, missing(r, first)}
	out.Scenario.Lesson = "The requests of a recording, second by second, under keys that you choose. " + strings.Join(out.Missing, " ")
	return out, true
}

// seconds sorts the events into seconds. Events of one tick that is longer than a
// second stand in its last.
func seconds(events []observe.Event, rows *Rows) []span {
	const mostSpans = 24 * 3600
	if len(events) == 0 {
		return nil
	}
	start := max(0, events[0].At-max(1, events[0].Span)) / clock.Second
	var out []span
	next := int32(0)
	for i := range events {
		e := &events[i]
		at := int(max(0, max(0, e.At-1)/clock.Second-start))
		for len(out) <= at && len(out) < mostSpans {
			out = append(out, span{})
		}
		s := &out[min(at, len(out)-1)]
		s.requests += e.Total.Sent - e.Total.Spread
		for k, n := range e.Total.Kinds {
			s.mix[k] += n
		}
		for j := range e.Sample {
			if !e.Sample[j].Spread {
				s.seen = append(s.seen, next)
				next++
			}
		}
	}
	return out
}

// loads are the changes of the load, one where a second differs from the one before,
// and fills the rows with the requests of each second, those of its sample in turn.
func loads(spans []span, rows *Rows) []sim.Command {
	var commands []sim.Command
	seen, rate := spans[0].seen, int64(-1)
	for i := range spans {
		s := &spans[i]
		if len(s.seen) > 0 {
			seen = s.seen
		}
		for n := range s.requests {
			rows.order = append(rows.order, seen[int(n)%len(seen)])
		}
		if near(s.requests, rate) {
			continue
		}
		rate = s.requests
		l := demand.Load{Rate: rate, Batch: 1, Retry: demand.NoRetry, Paused: rate == 0}
		l.Mix = mixOf(s)
		commands = append(commands, sim.Command{At: int64(i) * clock.Second, Do: sim.SetLoad, Load: l})
	}
	return commands
}

// near reports whether a rate may go on as it is: it is at most a twentieth off.
func near(n, rate int64) bool { return rate >= 0 && max(n-rate, rate-n)*20 <= rate }

// mixOf is the share of each operation in thousandths. What changes an entity costs
// what an insert does, what reads one key a get.
func mixOf(s *span) (mix [service.Operations]int64) {
	writes, all := int64(0), int64(0)
	for k, n := range s.mix {
		all += n
		if observe.Kind(k).Writes() {
			writes += n
		}
	}
	mix[service.Insert] = writes * 1000 / max(1, all)
	mix[service.Get] = 1000 - mix[service.Insert]
	return mix
}

// missing says what a run of a recording cannot know.
func missing(r *observe.Recording, first int) []string {
	out := append([]string(nil), r.Missing...)
	sent, sampled, batches, spread, reads := int64(0), int64(0), int64(0), int64(0), int64(0)
	for i := range r.Events {
		t := &r.Events[i].Total
		reads += t.Sent - t.Kinds[observe.Insert]
		sent, sampled, batches, spread = sent+t.Sent, sampled+int64(len(r.Events[i].Sample)), batches+t.Batches, spread+t.Spread
	}
	if sampled < sent {
		out = append(out, "Each request that the recording has as it came stands for "+rate(sent, sampled)+".")
	}
	if batches > 0 {
		out = append(out, "A batch counts as one insert of one entity: the keys inside a batch are not recorded.")
	}
	if reads > 0 {
		out = append(out, "Requests other than inserts have no properties in the recording: under a key that needs one they are left out.")
	}
	if spread > 0 {
		out = append(out, "Queries over more than one PartitionKey are left out.")
	}
	if first > 0 {
		out = append(out, "The run holds the end of the recording: the first "+times(int64(first), "second", "seconds")+" did not fit.")
	}
	out = append(out, "The run starts with "+times(warmRanges, "range", "ranges")+" of equally many keys, as the service has them after some "+
		"time under load.")
	return append(out, "Requests are sent again whatever becomes of them. Retries that your application made are among them.")
}

func rate(all, some int64) string {
	return "about " + times((all+some/2)/max(1, some), "request", "requests")
}

func times(n int64, one, many string) string { return text.Count(int(n), one, many) }
