package static

import (
	"strings"

	"github.com/keyrange/keyrange/app/site"
	"github.com/keyrange/keyrange/build/document"
)

// drawAhead puts what a script draws into the page that has a place for it: the
// published figures, the race of the start page, and the controls of the embeds. The same script draws it in the
// browser.
func (b *builder) drawAhead(html *document.Node) error {
	for _, part := range []struct {
		id, script string
		data       []byte
	}{{site.FiguresID, "figures.js", b.figures}, {site.RaceID, "race.js", b.race}, {site.EmbedderID, "maker.js", b.places}} {
		host := find(html, part.id)
		if host == nil {
			continue
		}
		program := `import { page } from "./` + part.script + `"; import { readFileSync } from "node:fs";
process.stdout.write(page(JSON.parse(readFileSync(0, "utf8")), process.argv[1]));`
		text, err := b.node(part.data, "--input-type=module", "--eval", program, b.folder+"/icons.svg")
		if err != nil {
			return err
		}
		host.Add(document.Raw(strings.TrimSpace(string(text))))
	}
	return nil
}

// find is the element with an ID, nil if there is none.
func find(n *document.Node, id string) *document.Node {
	for _, a := range n.Attributes {
		if a.Name == "id" && a.Value == id {
			return n
		}
	}
	for _, child := range n.Children {
		if found := find(child, id); found != nil {
			return found
		}
	}
	return nil
}
