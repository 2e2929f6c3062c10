package workshop

import (
	"strings"

	"github.com/keyrange/keyrange/lessons"
)

// section reads what stands before the first heading, or a heading and what stands
// below it.
func (p *parser) section() {
	heading, found := strings.CutPrefix(p.lines[p.at], "## ")
	if !found {
		p.workshop.Lede = p.body(nil)
		return
	}
	first := p.at
	item := Item{Title: p.text(first, strings.TrimSpace(heading), "A heading is")}
	p.at++
	item.Prose = p.body(&item)
	if item.Minutes == 0 {
		p.fail(first, "", "An item says its time in a block of its own: ```agenda, minutes: 10, ```.")
	}
	if p.workshop.Items = append(p.workshop.Items, item); len(p.workshop.Items) > MaxItems {
		p.fail(first, "", "A workshop has at most 40 items.")
	}
}

// body reads prose and fenced blocks up to the next heading. What stands before the
// first heading has no blocks.
func (p *parser) body(item *Item) (prose []lessons.Block) {
	start := p.at
	for p.err == nil && p.at < len(p.lines) && !strings.HasPrefix(p.lines[p.at], "## ") {
		name, fenced := strings.CutPrefix(p.lines[p.at], "```")
		if !fenced {
			p.at++
			continue
		}
		prose = append(prose, p.prose(start, p.at)...)
		first := p.at
		for p.at++; p.at < len(p.lines) && p.lines[p.at] != "```"; p.at++ {
		}
		if p.at == len(p.lines) {
			p.fail(first, "", "The three backticks at the end of this block are missing.")
			return nil
		}
		p.fence(item, strings.TrimSpace(name), first)
		p.at++
		start = p.at
	}
	prose = append(prose, p.prose(start, p.at)...)
	if len(prose) > lessons.MaxBlocks {
		p.fail(start-1, "", "An item has at most 40 paragraphs.")
	}
	return prose
}

// prose reads the lines from one to before another.
func (p *parser) prose(from, to int) []lessons.Block {
	if p.err != nil {
		return nil
	}
	blocks, line, problem := lessons.ReadProse(append([]string(nil), p.lines[from:to]...))
	if problem != "" {
		p.fail(from+line, strings.TrimSpace(p.lines[from+line]), problem)
	}
	for _, b := range blocks {
		for _, spans := range b.Items {
			for _, s := range spans {
				if s.Kind == lessons.DemoLink {
					p.fail(p.holding(s.Target, from, to), s.Target, "There are no demonstrations in a workshop: open the lesson that has it.")
				}
			}
		}
	}
	return blocks
}

// holding is the first line of some that holds a text, the first for none.
func (p *parser) holding(text string, from, to int) int {
	for i := from; i < to; i++ {
		if strings.Contains(p.lines[i], text) {
			return i
		}
	}
	return from
}

// fence reads a fenced block of an item, whose first line is line first and whose
// last is the present one.
func (p *parser) fence(item *Item, name string, first int) {
	switch {
	case item == nil:
		p.fail(first, "", "Blocks belong into an item, below its ## heading.")
	case name == "agenda":
		for i := first + 1; p.err == nil && i < p.at; i++ {
			p.entry(item, i)
		}
	case name == "notes":
		item.Notes = append(item.Notes, p.prose(first+1, p.at)...)
	case name == "answers":
		item.Answers = append(item.Answers, p.prose(first+1, p.at)...)
	default:
		p.fail(first, name, "A fenced block is agenda, notes or answers. Code to be read is indented by four blanks.")
	}
}

// entry reads a line of an agenda block.
func (p *parser) entry(item *Item, line int) {
	name, value, _ := strings.Cut(p.lines[line], ":")
	value = strings.TrimSpace(value)
	switch kind := Kind(name); kind {
	case "minutes":
		item.Minutes = p.minutes(line, value)
	case Lesson:
		if !lessons.IsID(value) {
			p.fail(line, value, "lesson is the id of a lesson, as in its address: lesson: append-only.")
		}
		item.Openings = append(item.Openings, Opening{Kind: Lesson, Target: value})
	case Moment, Task, Page:
		target, text, _ := strings.Cut(value, "|")
		item.Openings = append(item.Openings, Opening{kind, p.address(line, strings.TrimSpace(target)), p.text(line, strings.TrimSpace(text),
			"After the address comes a bar and")})
	default:
		p.fail(line, name, "A line of the agenda is minutes:, lesson:, moment:, task: or page:.")
	}
	if len(item.Openings) > MaxOpenings {
		p.fail(line, name, "An item opens at most 8 things.")
	}
}

// address is a path of this site with what stands behind it.
func (p *parser) address(line int, target string) string {
	own := strings.HasPrefix(target, "/") && !strings.HasPrefix(target, "//")
	if !own || len(target) > MaxAddress || strings.ContainsAny(target, " \t\\\"<>") {
		p.fail(line, target, "An address is a path of this site of at most 8,000 characters, as /simulator#…")
	}
	return target
}
