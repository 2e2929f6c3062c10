package markdown

import (
	"bytes"
	"html"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"github.com/keyrange/keyrange/app/design/review"
)

// hostile are texts of rows and users that would be something else than text in a
// file that does not escape them.
var hostile = []string{
	"<script>alert(1)</script>", "a | b", "**bold** _it_ `code`", "[link](https://example.com)", "![x](y)", "# heading", "- item", "1. one",
	"---", "a\n\nb", "&lt;b&gt;", "\\", "| --- |", "    code", "https://example.com", "```", "> quote", "[x] done", "~~gone~~", "www.example.com", "2) two", "+ plus", "=====", ":---", "a@example.com", "a\\|b",
}

// Whatever stands in the data, a review that is read as Markdown has the sections
// that it has, and each text is that text.
func TestReviewIsText(t *testing.T) {
	for _, text := range hostile {
		d := review.Document{Title: text, Sections: []review.Section{
			{Title: text, Text: []string{text, text}, Head: []string{"A", text}, Rows: [][]string{{text, "1"}, {"", text}}},
			{Title: "Last", Text: []string{"end"}},
		}}
		file := []byte(d.Markdown())
		var page bytes.Buffer
		if err := goldmark.New(goldmark.WithExtensions(extension.GFM)).Convert(file, &page); err != nil {
			t.Fatal(err)
		}
		for _, mark := range []string{"<script", "<a ", "<img", "<strong", "<em", "<code", "<ul", "<ol", "<hr", "<blockquote", "<del", "<input"} {
			if strings.Contains(page.String(), mark) {
				t.Errorf("%q becomes %s: %s", text, mark, page.String())
			}
		}
		flat := html.EscapeString(strings.Join(strings.Fields(text), " "))
		if n := strings.Count(page.String(), flat); n < 7 {
			t.Errorf("%q stands there %d times, want 7: %s", text, n, page.String())
		}
		kinds := ""
		for _, line := range theirs(file) {
			kinds += line[:1]
		}
		if kinds != "hhpprrrhp" {
			t.Errorf("%q: the blocks are %s, want two headings, two paragraphs, three rows, a heading and a paragraph", text, kinds)
		}
	}
}
