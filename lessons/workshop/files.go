//go:build !js

package workshop

import "embed"

//go:embed files/*.md
var files embed.FS

// Text returns the file of the workshop with an ID, nil if the site has none.
func Text(id string) []byte {
	text, _ := files.ReadFile("files/" + id + ".md") // an unknown ID has no file
	return text
}
