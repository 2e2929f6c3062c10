package stress

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/text"
)

// tally counts the answers of a run, second by second into a recording, and all of
// them for the summary.
type tally struct {
	to       io.Writer
	err      error // of the first line that could not be written
	observer *observe.Observer
	waiting  bool  // something was counted since the last tick
	last     int64 // when the last answer came
	total    observe.Totals
	latency  record.Histogram
	second   map[string]*record.Histogram // of the places of this second
	all      map[string]*place
	held     int64          // requests for which there was no connection
	errors   map[string]int // what was answered that is no success and no refusal
}

// place is what one key got.
type place struct {
	sent, refused int64
	latency       record.Histogram
}

// How many places have percentiles of their own, in a second and in all; and how many
// kinds of error are told.
const (
	mostPlaces = 1024
	mostErrors = 16
)

// limits are those of a recording that has as many keys as a second may name.
func limits() observe.Limits {
	return observe.Limits{Rows: 128, Keys: 512, Queries: 1, Sample: 20, Refine: clock.Second}
}

func newTally(to io.Writer, p *Plan) *tally {
	t := &tally{to: to, observer: observe.New(limits()), second: map[string]*record.Histogram{},
		all: map[string]*place{}, errors: map[string]int{}}
	missing := append([]string{
		"The service does not say which limit refused a request: all refusals stand as those of a range at its capacity.",
		"The times are those that the client saw, with the network in them.",
	}, p.LeftOut...)
	t.write(observe.AppendMeasured(nil, "Measured at "+p.Account.Host(), "keyrange stress", missing, p.Told))
	return t
}

func (t *tally) write(line []byte) {
	if t.err == nil {
		_, t.err = t.to.Write(line)
	}
}

func (t *tally) pending() bool { return t.waiting }

// add counts a request with its answer.
func (t *tally) add(a *answered, table string) {
	op := observe.Operation{At: a.sent + a.took, Kind: observe.Insert, Table: table, PartitionKey: a.PartitionKey, RowKey: a.RowKeys[0],
		Status: a.Status, Refused: a.refused(), Micros: a.took, Entities: len(a.RowKeys)}
	switch {
	case a.Verb == Get:
		op.Kind = observe.Get
	case len(a.RowKeys) > 1:
		op.Kind = observe.Batch
	}
	if a.Status == 0 {
		op.Status = 599 // it is one of the errors, whoever made it
	}
	t.observer.Add(&op)
	t.waiting, t.last = true, max(t.last, op.At)
	t.count(observe.Place(table, a.PartitionKey), a)
	if !a.done() && !a.refused() && (len(t.errors) < mostErrors || t.errors[a.word()] > 0) {
		t.errors[a.word()]++
	}
}

// word names an answer that is an error.
func (a *Answer) word() string {
	if a.Status == 0 {
		return "no answer: " + a.Why
	}
	return fmt.Sprintf("%d %s", a.Status, a.Code)
}

// count adds the time of an answer to those of its place.
func (t *tally) count(at string, a *answered) {
	p := t.all[at]
	if p == nil && len(t.all) < mostPlaces {
		p = &place{}
		t.all[at] = p
	}
	h := t.second[at]
	if h == nil && len(t.second) < mostPlaces {
		h = &record.Histogram{}
		t.second[at] = h
	}
	if p != nil {
		p.sent++
	}
	switch {
	case a.refused() && p != nil:
		p.refused++
	case !a.refused() && p != nil:
		p.latency.Add(a.took)
	}
	if !a.refused() && h != nil {
		h.Add(a.took)
	}
}

// tick ends a second.
func (t *tally) tick(at int64) {
	e := t.observer.Tick(at)
	for i := range e.Keys {
		if h := t.second[e.Keys[i].Place]; h != nil && h.Count() > 0 {
			e.Keys[i].Latency = []int64{h.Quantile(500), h.Quantile(950), h.Quantile(990)}
		}
	}
	t.total.Plus(&e.Total)
	e.AddLatency(&t.latency)
	t.write(observe.AppendEvent(nil, &e))
	t.waiting = false
	clear(t.second)
}

// summary says what came of it, with the busiest keys.
func (t *tally) summary() string {
	var b strings.Builder
	span := t.last
	refused, sent := t.total.AllRefused(), t.total.Sent
	done := sent - refused - t.total.Failed
	fmt.Fprintf(&b, "%s in %.1f s: %s done (%.1f a second), %s throttled (%.1f %%), %s with another error.\n",
		text.Count(int(sent), "request", "requests"),
		float64(span)/1e6, text.Number(int(done)), float64(done)*1e6/float64(max(1, span)), text.Number(int(refused)),
		100*float64(refused)/float64(max(1, sent)), text.Number(int(t.total.Failed)))
	fmt.Fprintf(&b, "Latency of what was not throttled: %s.\n", percentiles(&t.latency))
	for _, name := range busiest(t.all) {
		p := t.all[name]
		_, key := observe.Placed(name)
		fmt.Fprintf(&b, "  %-40s %9s sent, %s throttled; %s\n", text.Quote(key), text.Number(int(p.sent)),
			text.Number(int(p.refused)), percentiles(&p.latency))
	}
	for _, word := range slices.Sorted(maps.Keys(t.errors)) {
		fmt.Fprintf(&b, "  %s: %s\n", word, text.Count(t.errors[word], "time", "times"))
	}
	if t.held > 0 {
		fmt.Fprintf(&b, "%s held back: more than %s were on their way.\n",
			text.Count(int(t.held), "request was", "requests were"), text.Number(mostThreads))
	}
	return b.String()
}

func percentiles(h *record.Histogram) string {
	if h.Count() == 0 {
		return "no answers"
	}
	ms := func(permil uint64) float64 { return float64(h.Quantile(permil)) / 1000 }
	return fmt.Sprintf("half within %.1f ms, 95 %% within %.1f ms, 99 %% within %.1f ms", ms(500), ms(950), ms(990))
}

// busiest are the ten places that were asked for most; of equals the first by name.
func busiest(all map[string]*place) []string {
	names := slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Or(cmp.Compare(all[b].sent, all[a].sent), cmp.Compare(a, b))
	})
	return names[:min(len(names), 10)]
}
