package static

import (
	"strings"

	"github.com/keyrange/keyrange/app/site"
	"github.com/keyrange/keyrange/build/document"
)

// drawFigures puts the published figures into their page. The same script draws
// them in the browser.
func (b *builder) drawFigures(html *document.Node) error {
	host := find(html, site.FiguresID)
	if host == nil {
		return nil
	}
	const program = `import { page } from "./figures.js"; import { readFileSync } from "node:fs";
process.stdout.write(page(JSON.parse(readFileSync(0, "utf8")), process.argv[1]));`
	text, err := b.node(b.figures, "--input-type=module", "--eval", program, b.folder+"/icons.svg")
	if err != nil {
		return err
	}
	host.Add(document.Raw(strings.TrimSpace(string(text))))
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
