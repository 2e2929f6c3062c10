package lessons

import "strings"

// ReadProse reads paragraphs, lists, tables and code. lines are whole lines.
// The number of the line at fault, from 0, comes with the problem. The prose of
// anything that is not a lesson is read by it too, so that there is one Markdown.
func ReadProse(lines []string) (blocks []Block, at int, problem string) {
	for at < len(lines) && problem == "" {
		if strings.TrimSpace(lines[at]) == "" {
			at++
			continue
		}
		n := at
		for n < len(lines) && strings.TrimSpace(lines[n]) != "" {
			n++
		}
		var b Block
		if b, problem = readBlock(lines[at:n]); problem != "" {
			return nil, at, problem
		}
		if blocks = append(blocks, b); len(blocks) > MaxBlocks {
			return nil, at, "A step has at most 40 paragraphs."
		}
		at = n
	}
	return blocks, at, problem
}

// readBlock reads the lines between two blank ones.
func readBlock(lines []string) (Block, string) {
	switch first := lines[0]; {
	case strings.HasPrefix(first, "- "):
		return readItems(lines, Bullets, bullet)
	case numbered(first) > 0:
		return readItems(lines, Numbered, numbered)
	case strings.HasPrefix(first, "|"):
		return readTable(lines)
	case strings.HasPrefix(first, "    "):
		var text []string
		for _, l := range lines {
			text = append(text, strings.TrimPrefix(l, "    "))
		}
		return Block{Kind: Code, Text: strings.Join(text, "\n")}, ""
	}
	if problem := flowing(lines); problem != "" {
		return Block{}, problem
	}
	spans, problem := readSpans(joined(lines))
	return Block{Kind: Paragraph, Items: [][]Span{spans}}, problem
}

// flowing refuses a line inside a paragraph or an entry that means more to other
// readers of Markdown than it does here: a mark at its begin, or a break at its
// end.
func flowing(lines []string) string {
	for i, l := range lines {
		if i+1 < len(lines) && (strings.HasSuffix(l, "  ") || strings.HasSuffix(l, "\\")) {
			return "A line ends with neither blanks nor a backslash."
		}
		if text := strings.TrimSpace(l); text == "" || l[0] == '\t' || marks(text) {
			return "A line of a paragraph does not begin with " + l[:min(1, len(l))] + ". Write \\ before the sign."
		}
	}
	return ""
}

// marks tells whether a line begins like a list, a heading or another block.
func marks(line string) bool {
	after := strings.TrimLeft(line, "0123456789")
	return strings.IndexByte("#>+=~|-", line[0]) >= 0 || strings.HasPrefix(line, "* ") ||
		len(after) < len(line) && (strings.HasPrefix(after, ". ") || strings.HasPrefix(after, ") "))
}

func joined(lines []string) string {
	for i, l := range lines {
		lines[i] = strings.TrimSpace(l)
	}
	return strings.Join(lines, " ")
}

// bullet and numbered return how long the mark of a list entry is, 0 for a
// line that begins none.
func bullet(line string) int {
	if strings.HasPrefix(line, "- ") {
		return 2
	}
	return 0
}

func numbered(line string) int {
	digits := 0
	for digits < len(line) && digits < 2 && line[digits] >= '0' && line[digits] <= '9' {
		digits++
	}
	if digits > 0 && strings.HasPrefix(line[digits:], ". ") {
		return digits + 2
	}
	return 0
}

func readItems(lines []string, kind BlockKind, mark func(string) int) (Block, string) {
	b := Block{Kind: kind}
	for at := 0; at < len(lines); {
		n := at + 1
		for n < len(lines) && mark(lines[n]) == 0 {
			n++
		}
		item := append([]string{lines[at][mark(lines[at]):]}, lines[at+1:n]...)
		if problem := flowing(item); problem != "" {
			return b, problem
		}
		spans, problem := readSpans(joined(item))
		if problem != "" {
			return b, problem
		}
		if b.Items = append(b.Items, spans); len(b.Items) > MaxItems {
			return b, "A list has at most 40 entries."
		}
		at = n
	}
	return b, ""
}

// readTable reads rows of cells between bars: the head, a line of dashes, and
// the rest.
func readTable(lines []string) (Block, string) {
	b := Block{Kind: Table}
	for i, line := range lines {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if i == 0 {
			b.Width = len(cells)
		}
		if len(cells) != b.Width || i > MaxItems || b.Width > 12 {
			return b, "A table has as many cells in each row as in its head, at most 12, and at most 40 rows."
		}
		if i == 1 {
			if strings.Trim(line, "|-: ") != "" {
				return b, "Below the head of a table stands a line of dashes: | --- | --- |."
			}
			continue
		}
		for _, c := range cells {
			spans, problem := readSpans(strings.TrimSpace(c))
			if problem != "" {
				return b, problem
			}
			b.Items = append(b.Items, spans)
		}
	}
	return b, ""
}
