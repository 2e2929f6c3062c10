package gallery

import (
	"strconv"

	words "github.com/keyrange/keyrange/engine/text"
)

// together is from how many percent on the writes of a moment count as going to one
// place.
const together = 90

// Happens says what the keys of a design do to the load and to the questions. It is
// empty where there was no load.
func (o *Outcome) Happens() string {
	text := o.loadText()
	if text != "" && o.Scans > 0 {
		text += " " + words.Count(o.Scans, "question reads", "questions read") + " the whole table."
	}
	return text
}

func (o *Outcome) loadText() string {
	p := &o.Picture
	busiest, moment := strconv.Itoa(p.Busiest)+"%", strconv.Itoa(p.Moment)+"%"
	switch {
	case !p.Drawn:
		return ""
	case o.Partitions == 1:
		return "One partition takes every write, and it cannot be split."
	case p.Busiest >= together:
		return "The same sixteenth of the keys takes " + busiest + " of the writes."
	case p.Moment >= together:
		return "The writes move through the keys together: at each moment a sixteenth of the keys takes " + moment + " of them."
	case p.Busiest >= 25:
		return "The busiest sixteenth of the keys takes " + busiest + " of the writes."
	}
	return "The writes spread: the busiest sixteenth of the keys takes " + busiest + " of them."
}

// OnePlace reports whether nearly all writes of a moment go to one place.
func (o *Outcome) OnePlace() bool {
	return o.Picture.Drawn && (o.Partitions == 1 || o.Picture.Moment >= together)
}

// found is what the keys of all have in common, in a sentence.
func (s *State) found(best []int) string {
	one := 0
	for _, i := range best {
		if s.entries[i].OnePlace() {
			one++
		}
	}
	if one == 0 {
		return "No design sends its writes to one place"
	}
	return words.Number(one) + " of " + words.Count(len(best), "design", "designs") + " send nearly every write to one place at a time"
}

// price says what more load costs: the two ends of the edge beside each other.
func (s *State) price(best []int) string {
	var cheap, most *Entry
	for _, i := range best {
		e := s.entries[i]
		if !s.Edge(i) {
			continue
		}
		if cheap == nil || e.Each < cheap.Each {
			cheap = e
		}
		if most == nil || e.Accepted > most.Accepted {
			most = e
		}
	}
	switch {
	case cheap == nil:
		return "Nothing has been compared yet"
	case cheap == most:
		return "Nothing: one design leads in both"
	}
	return strconv.Itoa(100*(most.Accepted-cheap.Accepted)/cheap.Accepted) + "% more writes, " +
		strconv.FormatFloat(most.Each/cheap.Each, 'f', 1, 64) + " times the reading"
}
