package runs

import (
	"testing"
)

// A scenario without a load has run when it opens; one with a load waits.
func TestIdlePresetHasRun(t *testing.T) {
	s := NewState("movies")
	if s.Play.At() != s.Play.Span() || len(s.Play.runs[0].owners(nil)) != 3 || s.Play.Busy() {
		t.Errorf("movies opens at %d of %d", s.Play.At(), s.Play.Span())
	}
	s.UsePreset("guid")
	if s.Play.At() != 0 {
		t.Errorf("guid opens at %d", s.Play.At())
	}
	if s.UsePreset("movies"); s.Play.At() != s.Play.Span() || s.Preset() != "movies" {
		t.Errorf("movies opens at %d of %d", s.Play.At(), s.Play.Span())
	}
	s.Undo()
	if s.Preset() != "guid" {
		t.Errorf("taken back, it is %q", s.Preset())
	}
}

// Each page of a scan is marked where it began, and no page of a load of scans.
func TestPagesAreMarked(t *testing.T) {
	s := NewState("deleteall")
	s.Play.Finish()
	r := s.Play.runs[0]
	pages, empty := 0, 0
	for c := range r.Columns() {
		for _, p := range r.Pages(c) {
			if pages++; p.Empty {
				empty++
			}
		}
	}
	if pages != 12 || empty != 4 {
		t.Errorf("%d pages are marked, %d as empty; want 12 and 4", pages, empty)
	}
	if v := r.Verdict(); v.Pages != 12 || v.Empty != 4 {
		t.Errorf("the verdict has %d pages, %d of them empty", v.Pages, v.Empty)
	}
	s.UsePreset("guid")
	s.Play.SeekRun(s.Play.Span() / 60)
	s.Play.Advance(0, func() bool { return true })
	if p := s.Play.runs[0].Pages(3); len(p) > 0 {
		t.Errorf("inserts are marked as pages: %v", p)
	}
}
