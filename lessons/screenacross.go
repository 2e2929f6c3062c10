package lessons

import (
	"slices"
	"strings"
)

// WaysOf returns the names of the ways in which the worker of a story of
// AcrossPartitions can be written, in the order in which that screen lists them;
// nil for a story that it does not have.
func WaysOf(story string) []string {
	switch story {
	case "archive":
		return []string{"repeatable", "plain-inserts", "adds-one", "counts-marks", "deletes-first"}
	case "channel":
		return []string{"marks-first", "deletes-channel-first"}
	case "photo":
		return []string{"blob-first", "entity-first", "new-names"}
	case "index":
		return []string{"looks-first", "appends"}
	}
	return nil
}

// worker reads the story of a screen and the ways in which its worker can be
// written, one a line.
func (p *parser) worker(s *Screen, first int, lines []string) {
	s.Story, s.Table = s.Table, ""
	known := WaysOf(s.Story)
	if known == nil {
		p.fail(first, "A story is archive, channel, photo or index: screen across archive")
		return
	}
	for i, line := range lines {
		way := slices.Index(known, strings.TrimSpace(line))
		if way < 0 || slices.Contains(s.Ways, way) {
			p.fail(first+1+i, "A line names a way to write the worker, each once: "+strings.Join(known, ", ")+".")
			return
		}
		s.Ways = append(s.Ways, way)
	}
	if len(s.Ways) == 0 {
		p.fail(first, "The screen needs a way to write the worker: "+strings.Join(known, ", ")+".")
	}
}
