package lessons

import "strconv"

// checkStep refuses a step that lacks something.
func (p *parser) checkStep(s *Step, line int) {
	switch words := Words(s.Prose); {
	case s.Title == "" || len(s.Title) > 80:
		p.fail(line, "The heading of a step has 1 to 80 bytes.")
	case words > MaxWords:
		p.fail(line, "The prose of a step has at most 120 words, and this has "+strconv.Itoa(words)+".")
	case len(s.Prose) == 0:
		p.fail(line, "A step has prose.")
	case (len(s.Pictures) > 0) == (s.Screen != nil):
		p.fail(line, "A step has a picture, or a screen.")
	case len(s.Tasks) == 0:
		p.fail(line, "A step has a task.")
	case s.Goes && len(p.lesson.Steps) == 0:
		p.fail(line, "The first step cannot continue.")
	}
	for _, blocks := range [][]Block{s.Prose} {
		p.demoLinks(s, blocks, line)
	}
	for _, d := range s.Demos {
		if !linked(s.Prose, d.ID) {
			p.fail(line, "No chip in the prose plays the demo "+d.ID+": [words](demo:"+d.ID+").")
		}
	}
}

// demoLinks refuses chips that play nothing.
func (p *parser) demoLinks(s *Step, blocks []Block, line int) {
	for _, b := range blocks {
		for _, item := range b.Items {
			for _, span := range item {
				if _, known := s.Demo(span.Target); span.Kind == DemoLink && !known {
					p.fail(line, "There is no demo "+span.Target+" in this step.")
				}
			}
		}
	}
}

func linked(blocks []Block, id string) bool {
	for _, b := range blocks {
		for _, item := range b.Items {
			for _, span := range item {
				if span.Kind == DemoLink && span.Target == id {
					return true
				}
			}
		}
	}
	return false
}

// whole refuses a lesson that lacks something.
func (p *parser) whole() {
	l := p.lesson
	switch {
	case len(l.Steps) < 2:
		p.fail(0, "A lesson has at least 2 steps.")
	case len(l.Lede) == 0:
		p.fail(0, "A lesson has a paragraph before its first step.")
	case len(l.More) == 0:
		p.fail(0, "A lesson ends with ## "+moreHeading+".")
	case len(l.Sources) == 0:
		p.fail(0, "A lesson has ## "+sourcesHeading+".")
	}
	for _, blocks := range [][]Block{l.Lede, l.Gist, l.More, l.Sources} {
		p.demoLinks(&Step{}, blocks, 0)
	}
}
