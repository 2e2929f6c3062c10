package load

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/keyrange/keyrange/engine/text"
)

// sample is the endpoint's memory at a moment.
type sample struct {
	at    time.Duration // of load
	age   time.Duration // since this life of the endpoint did
	bytes int
}

// leastJudged is the shortest hold whose memory is judged: in a shorter one the
// endpoint is still filling its caches.
const leastJudged = 2 * time.Minute

// leastSamples is how many samples a trend needs.
const leastSamples = 10

// growth is what memory gained in a length of time by the straight line through its
// samples from a moment on, as a share of their mean. A life that is younger than
// settled is left out: there memory grows whatever happens.
func growth(samples []sample, from, over, settled time.Duration) (share float64, known bool) {
	var n, t, m float64
	use := samples[:0:0]
	for _, s := range samples {
		if s.at >= from && s.age >= settled && s.bytes > 0 {
			use = append(use, s)
			n, t, m = n+1, t+s.at.Seconds(), m+float64(s.bytes)
		}
	}
	if len(use) < leastSamples {
		return 0, false
	}
	t, m = t/n, m/n
	var both, square float64
	for _, s := range use {
		d := s.at.Seconds() - t
		both, square = both+d*(float64(s.bytes)-m), square+d*d
	}
	return both / square * over.Seconds() / m, true
}

// grown is the growth over the second half.
func (h *hold) grown() (share float64, known bool) {
	life := h.For
	if h.Kill > 0 {
		life = min(life, h.Kill)
	}
	return growth(h.memory, h.For/2, h.For/2, life/3)
}

func (h *hold) acknowledged() (n int64) {
	for _, c := range h.clients {
		n += c.acknowledged.Load()
	}
	return n
}

// lost is how many keys were found without their value, and a few of them in words.
func (h *hold) lost() (n int, named []string) {
	for _, c := range h.clients {
		n += c.losses
		named = append(named, c.lost...)
	}
	return n, named[:min(len(named), mostLostNamed)]
}

// sayHow tells how it goes after so much load.
func (h *hold) sayHow(took time.Duration) {
	memory := 0
	if len(h.memory) > 0 {
		memory = h.memory[len(h.memory)-1].bytes
	}
	fmt.Fprintf(h.out, "  %8v  %12s changes, %s/s, %.0f MB, killed %s\n", took.Round(time.Second), text.Number(h.acknowledged()),
		text.Number(int64(float64(h.acknowledged())/took.Seconds())), float64(memory)/1e6, text.Times(h.kills))
}

// tell prints how the hold went, and returns what was wrong.
func (h *hold) tell() error {
	row := func(name, format string, args ...any) {
		fmt.Fprintf(h.out, "  %-28s %s\n", name, fmt.Sprintf(format, args...))
	}
	all, requests := h.acknowledged(), int64(0)
	for _, c := range h.clients {
		requests += c.answered.Load()
	}
	lost, named := h.lost()
	fmt.Fprintf(h.out, "\nThe endpoint under load for %v, in %v altogether:\n", h.loaded.Round(time.Second),
		time.Since(h.began).Round(time.Second))
	row("changes acknowledged", "%s, %s/s", text.Number(all), text.Number(int64(float64(all)/h.loaded.Seconds())))
	row("killed", "%s, %s keys read afterwards", text.Times(h.kills), text.Number(h.checked))
	row("changes lost", "%s", text.Number(lost))
	for _, what := range named {
		row("", "%s", what)
	}
	row("checked after a start", "within %v", slices.Max(h.back).Round(time.Millisecond))
	err := h.tellMemory(row)
	for i, v := range h.viewers {
		row(fmt.Sprintf("viewer %d", i+1), "%s of %s requests, %s missed, silent for %v at most, for %v over a kill",
			text.Count(v.events, "event", "events"), text.Number(v.told), text.Number(int64(v.missed)),
			v.silence.Round(time.Millisecond), v.away.Round(time.Millisecond))
	}
	row("requests answered", "%s, with the reads of the clients and the checks", text.Number(requests))
	if lost > 0 {
		err = errors.Join(fmt.Errorf("%w: %s that had been acknowledged", errLost, text.Count(lost, "change", "changes")), err)
	}
	return err
}

// tellMemory prints what memory did, and returns whether it grew too much.
func (h *hold) tellMemory(row func(name, format string, args ...any)) error {
	most := 0
	for _, s := range h.memory {
		most = max(most, s.bytes)
	}
	share, known := h.grown()
	switch {
	case most == 0:
		row("memory", "cannot be told here")
		return nil
	case !known || h.For < leastJudged:
		row("memory", "%.0f MB at most; its growth is judged once a hold of %v or more has ended", float64(most)/1e6, leastJudged)
		return nil
	}
	row("memory", "%.0f MB at most, %+.1f %% over the second half (at most %.0f %%)", float64(most)/1e6, share*100, h.Growth)
	if share*100 > h.Growth {
		return fmt.Errorf("memory grew by %.1f %% over the second half, at most %.0f %% is allowed", share*100, h.Growth)
	}
	return nil
}
