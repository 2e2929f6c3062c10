//go:build !js

package teach

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/apptest"
	"github.com/keyrange/keyrange/lessons/content"
)

// Every page has each mistake of its lesson's file with the message of that file, and
// every task with what is read when it is met. The file is read here line by line, by
// nothing of the parser's.
func TestPages(t *testing.T) {
	for _, f := range content.Files() {
		t.Run(f.ID(), func(t *testing.T) {
			drawn := apptest.HTML((&Page{ID: f.ID()}).Render())
			page := plain(drawn)
			tasks, wrong := 0, 0
			for line := range strings.Lines(string(f.Text)) {
				name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
				switch name {
				case "met":
					tasks++
					holds(t, page, value)
				case "wrong", "broken":
					_, message, _ := strings.Cut(value, " | ")
					wrong++
					holds(t, page, message)
				}
			}
			if got := strings.Count(page, "They read: "); got != tasks || tasks == 0 {
				t.Errorf("%d tasks on the page, %d in the file", got, tasks)
			}
			if got := strings.Count(drawn, "<td") / 2; got != wrong {
				t.Errorf("%d mistakes on the page, %d in the file", got, wrong)
			}
		})
	}
}

// plain is the text of a page without its tags.
func plain(page string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(page, "<")
		b.WriteString(before)
		if !found {
			return strings.Join(strings.Fields(html.UnescapeString(b.String())), " ")
		}
		_, page, _ = strings.Cut(rest, ">")
	}
}

// holds looks for a message, with any value where it has an expression.
func holds(t *testing.T, page, message string) {
	t.Helper()
	parts := expression.Split(strings.Join(strings.Fields(message), " "), -1)
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	if !regexp.MustCompile(strings.Join(parts, ".{1,60}?")).MatchString(page) {
		t.Errorf("the page lacks %q", message)
	}
}

var expression = regexp.MustCompile(`\{[^}]*\}`)
