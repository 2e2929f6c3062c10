package lessons

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/script/command"
)

// fence reads a fenced block, whose first line is line first.
func (p *parser) fence(step *Step, info string, first int, lines []string) {
	word, name, _ := strings.Cut(strings.TrimSpace(info), " ")
	name = strings.TrimSpace(name)
	switch word {
	case "picture":
		p.pictures(step, first, lines)
	case "start":
		if step.Goes = name == "continue"; name != "" && !step.Goes {
			p.fail(first, "A start is fresh, or it says: start continue.")
		}
		step.Start = p.commands(first+1, lines)
	case "demo":
		if _, known := step.Demo(name); known || !IsID(name) || len(step.Demos) == MaxDemos {
			p.fail(first, "A demo has an id of its own, and a step has at most 12.")
		}
		step.Demos = append(step.Demos, Demo{name, p.commands(first+1, lines)})
	case "task":
		p.task(step, name, first, lines)
	case "screen":
		p.screen(step, name, first, lines)
	case "data":
		p.data(name, first, lines)
	default:
		p.fail(first, "A fenced block is picture, screen, start, demo, task or data. Code to be read is indented by four blanks.")
	}
}

// commands reads a script of the command language.
func (p *parser) commands(first int, lines []string) []command.Command {
	list, err := command.ParseScript(strings.Join(lines, "\n"))
	if err != nil {
		line := first
		message := err.Error()
		if e, ok := err.(*command.Error); ok {
			line += e.Line - 1
			message = e.Message
		}
		p.fail(line, message)
	}
	if len(list) > MaxCommands {
		p.fail(first, "There are at most 400 commands here.")
	}
	return list
}

func (p *parser) pictures(step *Step, first int, lines []string) {
	for i, line := range lines {
		words, caption, _ := strings.Cut(line, "|")
		kind, name, _ := strings.Cut(strings.TrimSpace(words), " ")
		picture := Picture{PictureKind(kind), strings.TrimSpace(name), strings.TrimSpace(caption)}
		switch picture.Kind {
		case Ledger, Tree, Ruler, Plan, Ranges:
			if picture.Table == "" {
				p.fail(first+1+i, "The picture "+kind+" is of a table: "+kind+" Movies | A caption.")
			}
		case Heat, HTTP, Result:
		default:
			p.fail(first+1+i, "A picture is ledger, tree, ruler, plan, ranges, heat, http or result.")
		}
		step.Pictures = append(step.Pictures, picture)
	}
	if len(step.Pictures) > MaxPictures {
		p.fail(first, "A step has at most 4 pictures.")
	}
}

// data reads a data set that import knows by its name: as it stands, or with
// "rows n" a head and one line that is repeated with {n} counted up.
func (p *parser) data(name string, first int, lines []string) {
	name, rows, repeated := strings.Cut(name, " rows ")
	if !strings.HasSuffix(name, ".csv") && !strings.HasSuffix(name, ".json") || p.lesson.Data[name] != nil {
		p.fail(first, "A data set has a name of its own that ends in .csv or .json.")
		return
	}
	content := strings.Join(lines, "\n") + "\n"
	if repeated {
		n, err := strconv.Atoi(rows)
		if err != nil || n < 1 || n > MaxRows || len(lines) != 2 {
			p.fail(first, "data name.csv rows n has a head and one line, for 1 to 5,000 rows.")
			return
		}
		content = repeat(lines, n)
	}
	p.lesson.Data[name] = []byte(content)
}

// repeat writes a line n times, with {n} as the number of the row from 1,
// {n:6} with leading zeros, and {n%7} the remainder, also as {n%7:2}.
func repeat(lines []string, n int) string {
	var b strings.Builder
	b.WriteString(lines[0] + "\n")
	for row := 1; row <= n; row++ {
		rest := lines[1]
		for {
			before, after, found := strings.Cut(rest, "{n")
			inner, behind, closed := strings.Cut(after, "}")
			b.WriteString(before)
			if !found || !closed {
				break
			}
			b.WriteString(counted(inner, row))
			rest = behind
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func counted(form string, row int) string {
	form, width, _ := strings.Cut(form, ":")
	if by, err := strconv.Atoi(strings.TrimPrefix(form, "%")); err == nil && by > 0 {
		row %= by
	}
	s := strconv.Itoa(row)
	if w, err := strconv.Atoi(width); err == nil && w <= 20 && len(s) < w {
		s = strings.Repeat("0", w-len(s)) + s
	}
	return s
}
