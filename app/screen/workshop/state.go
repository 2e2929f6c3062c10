package workshop

import (
	"fmt"
	"strconv"
	"strings"

	agenda "github.com/keyrange/keyrange/lessons/workshop"
)

// State is where a class stands in its workshop.
//
// What always holds: At is from 0 to the number of items; 0 is before the first.
type State struct {
	Plan  *agenda.Workshop
	At    int
	Leads bool // this window shows what the one who leads sees

	Projected string // what the window that presents shows, empty when none is heard

	began int64 // ms: of the first item
	since int64 // ms: of the present item
}

// NewState is before the first item.
func NewState(plan *agenda.Workshop) *State { return &State{Plan: plan} }

// Show moves to an item by its number. It reports whether there is one.
func (s *State) Show(n int) bool {
	if n < 1 || n > len(s.Plan.Items) {
		return false
	}
	s.At = n
	return true
}

// Begin begins an item at a time in milliseconds. The first that is begun begins
// the workshop.
func (s *State) Begin(n int, now int64) {
	if !s.Show(n) {
		return
	}
	if s.since = now; s.began == 0 {
		s.began = now - 60_000*int64(s.Plan.Starts()[n-1])
	}
}

// Runs reports whether the time of an item is running.
func (s *State) Runs() bool { return s.since != 0 }

// Stop forgets the times.
func (s *State) Stop() { s.At, s.began, s.since = 0, 0, 0 }

// Left is the time that is left of the present item at a time, in seconds; below
// zero it is over.
func (s *State) Left(now int64) int {
	if s.At == 0 {
		return 0
	}
	return s.Plan.Items[s.At-1].Minutes*60 - int((now-s.since)/1000)
}

// Late is by how many minutes the present item began after its time in the plan;
// below zero it began early.
func (s *State) Late() int {
	if s.At == 0 {
		return 0
	}
	return int((s.since-s.began)/60_000) - s.Plan.Starts()[s.At-1]
}

// TimeText says the time that is left, as 6:20 left or 1:05 over.
func (s *State) TimeText(now int64) string {
	left, word := s.Left(now), "left"
	if left < 0 {
		left, word = -left, "over"
	}
	return fmt.Sprintf("%d:%02d %s", left/60, left%60, word)
}

// LateText says how the class is in its time.
func (s *State) LateText() string {
	switch late := s.Late(); {
	case late > 0:
		return strconv.Itoa(late) + " min behind the plan"
	case late < 0:
		return strconv.Itoa(-late) + " min ahead of the plan"
	}
	return "On time"
}

// Hears takes in what the window that presents shows: a path with what stands
// behind it, and a title. The class is then at the next item that opens it, from the
// present one on; a title that says nothing ends it.
func (s *State) Hears(path, title string) (item int) {
	if s.Projected = title; title == "" {
		return 0
	}
	path = strings.TrimSuffix(path, "/")
	for i := range s.Plan.Items {
		at := (max(s.At, 1) - 1 + i) % len(s.Plan.Items)
		for _, o := range s.Plan.Items[at].Openings {
			if opened, _, _ := strings.Cut(o.Path(), "#"); opened == path {
				return at + 1
			}
		}
	}
	return 0
}

// Text is the place and the times as one line, for Restore.
func (s *State) Text() string {
	return fmt.Sprintf("%d %d %d %t", s.At, s.began, s.since, s.Leads)
}

// Restore goes back to what Text wrote. A text that is of another workshop, or of
// none, changes nothing.
func (s *State) Restore(text string) {
	words := strings.Fields(text)
	if len(words) != 4 || words[3] != "true" && words[3] != "false" {
		return
	}
	var n [3]int64
	for i := range n {
		var err error
		if n[i], err = strconv.ParseInt(words[i], 10, 64); err != nil {
			return
		}
	}
	if at, began, since := int(n[0]), n[1], n[2]; began >= 0 && since >= began && (at == 0 || s.Show(at)) {
		s.began, s.since, s.Leads = began, since, words[3] == "true"
	}
}
