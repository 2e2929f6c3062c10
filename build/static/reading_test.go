package static

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/site"
	"github.com/keyrange/keyrange/lessons/content"
)

// A lesson finds its icons in the file for reading, other pages in the whole one, and
// an icon that only that one has fails the build.
func TestForReading(t *testing.T) {
	const shown = `<use href="/assets/icons.svg#check"></use>`
	for path, want := range map[string]string{"/lessons/entity": `<use href="/assets/read.svg#check"></use>`, "/playground": shown} {
		if got, err := forReading(site.Page{Path: path}, shown); err != nil || got != want {
			t.Errorf("%s shows %q, with %v", path, got, err)
		}
	}
	if _, err := forReading(site.Page{Path: "/lessons/entity"}, strings.ReplaceAll(shown, "check", "skull")); err == nil {
		t.Error("an icon that is not for reading passes")
	}
}

// What a lesson's tasks ask with buttons, its page says in words: every answer that a
// guess offers, and the values of a control.
func TestAskedInWords(t *testing.T) {
	tag := regexp.MustCompile(`<[^>]*>`)
	b, guesses := bothSites(t)[0], 0
	for _, f := range content.Files() {
		page := html.UnescapeString(tag.ReplaceAllString(string(b.files["lessons/"+f.ID()+".html"]), ""))
		for line := range strings.Lines(string(f.Text)) {
			asked, ok := strings.CutPrefix(strings.TrimSpace(line), "guess: ")
			if !ok {
				continue
			}
			guesses++
			for _, choice := range strings.Split(asked, "|")[1:] {
				if !strings.Contains(page, strings.TrimSpace(choice)) {
					t.Errorf("the page of %s lacks the answer %q", f.ID(), choice)
				}
			}
		}
	}
	if guesses < 20 {
		t.Errorf("%d guesses are in the lessons' files", guesses)
	}
}
