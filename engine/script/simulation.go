package script

import (
	"slices"
	"sort"
	"strings"

	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/text"
)

// simulate runs a preset beside the World, whose clock does not wait for it,
// and hands the ranges at its end to a table if there is one.
func (r *run) simulate() {
	c := &r.command
	if c.Table != "" && !r.hasTable() {
		return
	}
	o := r.outcomes.Of(c)
	shown := *o
	shown.Notes, shown.Bounds = slices.Clone(o.Notes), slices.Clone(o.Bounds)
	r.result.Simulated = &shown
	if o.Mistake != "" {
		r.mistake(o.Mistake)
		return
	}
	r.simulated = o
	if c.Table != "" {
		r.setBorders(o.Bounds)
	}
}

// setBorders sets where the ranges of the command's table begin.
func (r *run) setBorders(keys []string) {
	borders := slices.Clone(keys)
	sort.Slice(borders, func(i, j int) bool { return table.CompareUTF16(borders[i], borders[j]) < 0 })
	r.borders[strings.ToLower(r.command.Table)] = slices.Compact(borders)
}

// simulated takes in the outcome of the last run. Without one it takes in
// nothing: a table's name has no blank.
func (h *hasher) simulated(o *simulated.Outcome) {
	if o == nil {
		return
	}
	h.text("a run")
	h.number(o.Hash)
	h.texts(o.Bounds)
}

func (l *lines) simulated(o *simulated.Outcome) {
	if o == nil {
		return
	}
	t := &o.Totals
	l.add(text.Number(int(t.Sent)) + " requests: " + text.Number(int(t.Done)) + " done, " + text.Number(int(t.InFlight)) + " on their way, " +
		t.Refused.Sentence())
	if o.Map == nil {
		return
	}
	l.add(text.Number(int(t.Splits)) + " splits, " + text.Number(int(t.Moves)) + " moves, " + text.Number(int(t.Merges)) +
		" merges; ranges at the end: " + text.Number(o.Map.Len()))
	for _, note := range o.Notes {
		l.add(note)
	}
	if more := o.Noted - len(o.Notes); more > 0 {
		l.add("and " + text.Number(more) + " more notes")
	}
	for i, key := range o.Bounds {
		if i == maxLines {
			l.add("and " + text.Number(len(o.Bounds)-i) + " more")
			break
		}
		l.add("a range begins at " + command.Name(key))
	}
}
