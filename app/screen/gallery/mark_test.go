package gallery

import (
	"slices"
	"strings"
	"testing"
)

// Points can be told apart, whatever the names begin with, and names that are hidden
// give no letter away.
func TestMarks(t *testing.T) {
	s := NewState(nil)
	for _, alias := range []string{"Bo", "Ana", "anton", "Elif", "Elif", "Participant 6", "Ö", "7", " Åsa", "Participant 10"} {
		s.entries = append(s.entries, &Entry{Alias: alias})
	}
	if got, want := strings.Join(s.marks(), " "), "B 2 3 4 5 6 Ö 8 Å 10"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	s.entries[2].Alias = "aron"
	if got := s.marks()[1:3]; !slices.Equal(got, []string{"An", "Ar"}) {
		t.Errorf("two that share their first letter are marked %q", got)
	}
	s.Hidden = true
	if got, want := strings.Join(s.marks(), " "), "1 2 3 4 5 6 7 8 9 10"; got != want {
		t.Errorf("hidden: got %s, want %s", got, want)
	}
}

// What the keys do, what the room found and what more load costs are said from the
// figures alone.
func TestHappens(t *testing.T) {
	drawn := func(busiest, moment int) Picture { return Picture{Drawn: true, Busiest: busiest, Moment: moment} }
	s := NewState(nil)
	for _, c := range []struct {
		o    Outcome
		want string
	}{
		{Outcome{Accepted: 1018, Each: 2, Partitions: 1, Picture: drawn(100, 100)}, "One partition takes every write"},
		{Outcome{Accepted: 1018, Each: 3, Partitions: 90, Picture: drawn(97, 98)}, "The same sixteenth of the keys takes 97%"},
		{Outcome{Accepted: 1017, Each: 4, Partitions: 90, Picture: drawn(8, 95)}, "The writes move through the keys together"},
		{Outcome{Accepted: 3000, Each: 5, Partitions: 90, Picture: drawn(40, 44)}, "The busiest sixteenth of the keys takes 40% of the writes."},
		{Outcome{Accepted: 4072, Each: 64, Partitions: 90, Scans: 1, Picture: drawn(8, 9)}, "8% of them. 1 question reads the whole table."},
		{Outcome{}, ""},
	} {
		if got := c.o.Happens(); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%+v: %q, want %q", c.o, got, c.want)
		}
		s.entries = append(s.entries, &Entry{Done: true, Outcome: c.o})
	}
	if got := s.found(s.Best()); got != "3 of 6 designs send nearly every write to one place at a time" {
		t.Error(got)
	}
	if got := s.price(s.Best()); got != "300% more writes, 32.0 times the reading" {
		t.Error(got)
	}
	if one := NewState(nil); one.price(nil) != "Nothing has been compared yet" {
		t.Error(one.price(nil))
	}
}
