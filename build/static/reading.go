package static

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/keyrange/keyrange/app/site"
)

// readIcons are the icons that a lesson shows before the program runs. They lie in a
// file of their own, read.svg, because all icons are more than the rest of a page.
var readIcons = []string{
	"arrow-down", "arrow-left", "arrow-right", "arrow-up", "check", "chevron-down", "chevron-right", "clock", "code", "database", "info",
	"lightbulb", "monitor", "pencil", "play", "presentation", "search", "settings-2", "x",
}

// drawnIcon finds the icons of a page.
var drawnIcon = regexp.MustCompile(`/icons\.svg#([a-z0-9-]+)"`)

// forReading gives the text of a lesson's page the icons for reading. A page that
// shows another icon is an error: it would cost its reader both files.
func forReading(p site.Page, text string) (string, error) {
	if !strings.HasPrefix(p.Path, "/lessons/") {
		return text, nil
	}
	for _, icon := range drawnIcon.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(readIcons, icon[1]) {
			return "", fmt.Errorf("page %s shows the icon %s, which the icons for reading lack", p.Path, icon[1])
		}
	}
	return drawnIcon.ReplaceAllString(text, `/read.svg#$1"`), nil
}
