package static

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"github.com/keyrange/keyrange/build/document"
)

// styleMark is the attribute that stands in the place of an inline style.
const styleMark = "data-style"

// outlined takes the style attributes out of what was rendered ahead, because the
// policy of a page allows none, and returns them as a sheet: one rule for each
// style that occurs, found by a mark. It returns "" for a page without any.
func outlined(n *document.Node) string {
	var styles []string
	markStyles(n, &styles)
	var sheet strings.Builder
	for i, s := range styles {
		fmt.Fprintf(&sheet, "[%s=\"%d\"]{%s}", styleMark, i, strings.TrimSuffix(s, ";"))
	}
	return sheet.String()
}

func markStyles(n *document.Node, styles *[]string) {
	for i, a := range n.Attributes {
		if a.Name != "style" {
			continue
		}
		at := slices.Index(*styles, a.Value)
		if at < 0 {
			at = len(*styles)
			*styles = append(*styles, a.Value)
		}
		n.Attributes[i] = document.Attribute{Name: styleMark, Value: fmt.Sprint(at)}
	}
	for _, child := range n.Children {
		markStyles(child, styles)
	}
}

// hashOf is how a policy names the one inline text that it allows.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
