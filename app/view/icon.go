package view

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Sprite is the path of the file that holds the icons, one symbol each, named
// as in the icon set.
const Sprite = "/web/icons.svg"

// icons are the names that may be drawn; the build puts exactly these into the
// sprite.
var icons = []string{
	"arrow-right", "bookmark", "calendar", "check", "chevron-down", "circle-alert", "circle-help",
	"clock", "fast-forward", "fingerprint", "hash", "key-round", "loader", "monitor",
	"moon", "pencil", "play", "redo-2", "rotate-ccw", "sun", "table-2",
	"toggle-left", "trash-2", "type", "undo-2", "upload", "wand-sparkles", "x",
	"arrow-down", "clipboard-paste", "binary", "file-text", "database", "chevron-first", "chevron-last",
	"step-back", "step-forward", "pause", "git-branch", "ellipsis", "settings-2", "plus",
	"zap", "split", "merge", "move-right", "share-2", "power", "power-off",
	"download", "dices", "arrow-up", "arrow-left-right", "copy",
	"arrow-left", "chevron-right", "lightbulb", "code", "info", "eye", "search",
	"presentation", "book-open", "target",
}

// Icons lists the names of all icons that the site draws.
func Icons() []string { return slices.Clone(icons) }

// Icon draws an icon that says nothing on its own; the text beside it, or the
// label of the button around it, does. classes change its size.
func Icon(name string, classes ...string) app.UI {
	svg := Shape("svg", "viewBox", "0 0 24 24").Class("ic").Aria("hidden", "true")
	for _, c := range classes {
		svg = svg.Class(c)
	}
	return svg.Body(Shape("use", "href", Sprite+"#"+name))
}

// Logo draws the key of the wordmark.
func Logo() app.UI {
	return Shape("svg", "viewBox", "0 0 40 32").Aria("hidden", "true").Body(
		Shape("path", "fill-rule", "evenodd", "d", "M10 6.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19Zm0 5.4a4.1 4.1 0 1 1 0 8.2 4.1 4.1 0 0 1 "+
			"0-8.2Z"),
		Shape("rect", "x", "21", "y", "13", "width", "7", "height", "6", "rx", "1.8"),
		Shape("rect", "x", "29.6", "y", "13", "width", "4", "height", "11.5", "rx", "1.8"),
		Shape("rect", "x", "35.2", "y", "13", "width", "4", "height", "8.5", "rx", "1.8"),
	)
}
