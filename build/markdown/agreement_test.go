// Package markdown holds the lessons' reader of Markdown, which is small enough
// for the program in the browser, to goldmark: what both accept they understand
// in the same way, and neither lets HTML through.
package markdown

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/content"
)

// reader is goldmark with tables, and without what it calls unsafe.
var reader = goldmark.New(goldmark.WithExtensions(extension.Table))

// theirs is a text as goldmark understands it, a line for each block. Fenced
// blocks hold no prose and are left out.
func theirs(source []byte) []string {
	var lines []string
	document := reader.Parser().Parse(text.NewReader(source))
	for n := document.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			lines = append(lines, fmt.Sprintf("heading %d: %s", n.Level, inline(n, source)))
		case *ast.Paragraph:
			lines = append(lines, "paragraph: "+inline(n, source))
		case *ast.CodeBlock:
			lines = append(lines, "code: "+strings.TrimRight(string(n.Lines().Value(source)), "\n"))
		case *ast.List:
			for item := n.FirstChild(); item != nil; item = item.NextSibling() {
				kind := "bullet: "
				if n.IsOrdered() {
					kind = "number: "
				}
				if item.ChildCount() != 1 {
					kind += "with blocks inside: "
				}
				lines = append(lines, kind+inline(item.FirstChild(), source))
			}
		case *tables.Table:
			for row := n.FirstChild(); row != nil; row = row.NextSibling() {
				var cells []string
				for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
					cells = append(cells, inline(cell, source))
				}
				lines = append(lines, "row: "+strings.Join(cells, " | "))
			}
		case *ast.FencedCodeBlock:
		default:
			lines = append(lines, n.Kind().String())
		}
	}
	return lines
}

// inline is what stands inside a block, with what is marked in brackets.
func inline(block ast.Node, source []byte) string {
	out := ""
	for n := block.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			out += string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(n.Value(source)))))
			if n.HardLineBreak() {
				out += "{break}"
			} else if n.SoftLineBreak() {
				out += " "
			}
		case *ast.String:
			out += string(n.Value)
		case *ast.CodeSpan:
			out += "{code " + words(n, source) + "}"
		case *ast.Emphasis:
			out += fmt.Sprintf("{emphasis %d %s}", n.Level, inline(n, source))
		case *ast.Link:
			out += "{link " + string(n.Destination) + " " + inline(n, source) + "}"
		default:
			out += "{" + n.Kind().String() + "}"
		}
	}
	return out
}

// words are the text of a code span, in which a new line is a blank.
func words(n ast.Node, source []byte) string {
	out := ""
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		out += strings.ReplaceAll(string(c.(*ast.Text).Value(source)), "\n", " ")
	}
	return out
}

// schemes are what stands before the target of a link in a lesson's file.
var schemes = map[lessons.SpanKind]string{lessons.DemoLink: "demo:", lessons.TermLink: "term:", lessons.LessonLink: "lesson:"}

func span(s lessons.Span) string {
	switch s.Kind {
	case lessons.Plain:
		return s.Text
	case lessons.Strong:
		return "{emphasis 2 " + s.Text + "}"
	case lessons.Emphasis:
		return "{emphasis 1 " + s.Text + "}"
	case lessons.Mono:
		return "{code " + s.Text + "}"
	}
	return "{link " + schemes[s.Kind] + s.Target + " " + s.Text + "}"
}

func spans(list []lessons.Span) string {
	out := ""
	for _, s := range list {
		out += span(s)
	}
	return out
}

// ours is prose as the program understands it, a line for each block.
func ours(blocks []lessons.Block) []string {
	var lines []string
	for _, b := range blocks {
		switch b.Kind {
		case lessons.Code:
			lines = append(lines, "code: "+b.Text)
		case lessons.Table:
			for row := range slices.Chunk(b.Items, b.Width) {
				var cells []string
				for _, c := range row {
					cells = append(cells, spans(c))
				}
				lines = append(lines, "row: "+strings.Join(cells, " | "))
			}
		default:
			kind := map[lessons.BlockKind]string{lessons.Paragraph: "paragraph: ", lessons.Bullets: "bullet: ", lessons.Numbered: "number: "}[b.Kind]
			for _, item := range b.Items {
				lines = append(lines, kind+spans(item))
			}
		}
	}
	return lines
}

// whole is a lesson in the order of its file.
func whole(l *lessons.Lesson) []string {
	lines := ours(l.Lede)
	for _, s := range l.Steps {
		lines = append(append(lines, "heading 2: "+s.Title), ours(s.Prose)...)
	}
	if len(l.Gist) > 0 {
		lines = append(append(lines, "heading 2: Worth remembering"), ours(l.Gist)...)
	}
	lines = append(append(lines, "heading 2: One more thing to try"), ours(l.More)...)
	return append(append(lines, "heading 2: Sources"), ours(l.Sources)...)
}

// differ finds the first line in which two lists differ.
func differ(got, want []string) string {
	for i := range max(len(got), len(want)) {
		a, b := "nothing", "nothing"
		if i < len(got) {
			a = got[i]
		}
		if i < len(want) {
			b = want[i]
		}
		if a != b {
			return fmt.Sprintf("block %d is\n  %s\nand for goldmark\n  %s", i+1, a, b)
		}
	}
	return ""
}

// Every lesson is the same for both: its prose, and the texts and hints of its
// tasks, which stand in fenced blocks.
func TestLessons(t *testing.T) {
	for _, f := range content.Files() {
		l, err := lessons.Parse(f.Text)
		if err != nil {
			t.Fatal(err)
		}
		_, body, _ := bytes.Cut(f.Text[3:], []byte("\n---\n"))
		if problem := differ(whole(l), theirs(body)); problem != "" {
			t.Errorf("%s: %s", l.ID, problem)
		}
		texts := 0
		for _, s := range l.Steps {
			for _, task := range s.Tasks {
				source := textsOf(string(f.Text), task.ID)
				read := append([][]lessons.Span{task.Text}, task.Hints[:]...)
				if len(task.Guess.Choices) > 0 {
					read = append(read, task.Guess.Question)
				}
				if len(source) != len(read) {
					t.Fatalf("%s, task %s: %d texts stand in the file, %d were read", l.ID, task.ID, len(source), len(read))
				}
				for i, own := range read {
					if problem := differ([]string{"paragraph: " + spans(own)}, theirs([]byte(source[i]))); problem != "" {
						t.Errorf("%s, task %s: %s", l.ID, task.ID, problem)
					}
					texts++
				}
			}
		}
		if texts < 12 {
			t.Errorf("%s has %d texts in its tasks, want more", l.ID, texts)
		}
	}
}

// textsOf finds the text of a task, its three hints and what is to be guessed in a
// file.
func textsOf(file, id string) []string {
	_, block, _ := strings.Cut(file, "\n```task "+id+"\n")
	block, _, _ = strings.Cut(block, "\n```")
	asked, rest, _ := strings.Cut(block, "\ncheck:")
	asked, guessed, _ := strings.Cut(asked, "\nguess: ")
	asked, _, _ = strings.Cut(asked, "\ncontrol: ") // which is no Markdown
	list := []string{asked}
	for line := range strings.Lines(rest) {
		if hint, found := strings.CutPrefix(line, "hint: "); found {
			list = append(list, hint)
		}
	}
	if question, _, found := strings.Cut(guessed, " |"); found {
		list = append(list, question)
	}
	return list
}

// The glossary is plain text: goldmark finds one paragraph with nothing marked.
func TestGlossary(t *testing.T) {
	terms := content.Glossary()
	if len(terms) < 20 {
		t.Fatalf("got %d terms, want more", len(terms))
	}
	for _, term := range terms {
		if problem := differ([]string{"paragraph: " + term.Means}, theirs([]byte(term.Means))); problem != "" {
			t.Errorf("%s: %s", term.ID, problem)
		}
	}
}

// opened puts prose before the first step of a lesson and reads it.
func opened(t *testing.T, prose string) ([]lessons.Block, error) {
	t.Helper()
	file := string(content.Files()[0].Text)
	end := strings.Index(file[3:], "\n---\n") + 8
	step := strings.Index(file, "\n## ")
	l, err := lessons.Parse([]byte(file[:end] + prose + "\n" + file[step:]))
	if err != nil {
		return nil, err
	}
	return l.Lede, nil
}

// What a foreign lesson may try. The program refuses it, or it understands it as
// goldmark does; and goldmark renders none of it as HTML of the author's.
func TestHostile(t *testing.T) {
	for _, c := range []struct {
		prose   string
		refused bool
	}{
		{"<script>alert(1)</script>", true},
		{"A <b>bold</b> word.", true},
		{"A <!-- comment --> here.", true},
		{"<img src=x onerror=alert(1)>", true},
		{"<https://example.org>", true},
		{"<iframe\nsrc='https://example.org'></iframe>", true},
		{"a < b", true},
		{"a \\< b and \\<i>c\\</i>", false},
		{"[x](javascript:alert(1))", true},
		{"[x](JAVASCRIPT:alert(1))", true},
		{"[x](data:text/html,<script>)", true},
		{"[x](vbscript:x)", true},
		{"[x](//evil.example)", true},
		{"[x](https://example.org \"title\")", true},
		{"[x][reference]\n\n[reference]: javascript:alert(1)", true},
		{"![x](https://example.org/x.png)", true},
		{"`<script>alert(1)</script>`", false},
		{"**<b>**", true},
		{"    <script>alert(1)</script>", false},
		{"| a | b |\n| --- | --- |\n| <i> | c |", true},
		{"| a | b |\n| --- | --- |\n| `<i>` | c |", false},
		{"&lt;script&gt;", true},
		{"&#60;script&#62;", true},
		{"&#x6a;avascript", true},
		{"A & B; C & D", false},
		{"AT&T; and so on", true},
		{"\\*not emphasis\\* and \\`not code\\`", false},
		{"2 * 3 * 4", true},
		{"snake_case_name", false},
		{"_emphasis_ and __strong__", true},
		{"**strong** and *emphasis* and `code`", false},
		{"***both***", true},
		{"** not strong **", true},
		{"a line  \nand one after a hard break", true},
		{"a line\\\nand one after a backslash", true},
		{"a title\n===", true},
		{"a title\n---", true},
		{"a paragraph\n- and a list at once", true},
		{"a paragraph\n1. and a list at once", true},
		{"- one\n- two", false},
		{"- one\n  goes on\n- two", false},
		{"- one\n    - inner", true},
		{"1. one\n2. two", false},
		{"* one\n* two", true},
		{"+ one", true},
		{"1) one", true},
		{"> quoted", true},
		{"# heading", true},
		{"***", true},
		{"___", true},
		{"~~~\ncode\n~~~", true},
		{"a [b] c", true},
		{"[a](demo:nothing)", true},
		{"[a](lesson:btree) and [b](term:key)", false},
		{"[a](/playground/)", false},
		{"\ttab code", true},
		{"word\x01word", false},
	} {
		t.Run(c.prose, func(t *testing.T) {
			blocks, err := opened(t, c.prose)
			if refused := err != nil; refused != c.refused {
				t.Errorf("got refused %v (%v), want %v", refused, err, c.refused)
			}
			if err == nil {
				if problem := differ(ours(blocks), theirs([]byte(c.prose))); problem != "" {
					t.Error(problem)
				}
			}
			var html bytes.Buffer
			if err := reader.Convert([]byte(c.prose), &html); err != nil {
				t.Fatal(err)
			}
			for _, tag := range []string{"<script", "<b>", "<i>", "<iframe", "onerror", "javascript:"} {
				if out := html.String(); strings.Contains(out, tag) {
					t.Errorf("goldmark renders %s in\n%s", tag, out)
				}
			}
		})
	}
}
