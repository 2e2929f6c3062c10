package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/keyrange/keyrange/engine/wire/rule"
)

// Folders of the cases, from the repository: what also holds without a socket,
// and what only holds with one.
var folders = []string{"engine/wire/testdata/rules", "build/conformance/cases"}

// Load reads all cases of the repository at root: those in files, and those
// that are written as tables of values.
func Load(root string) ([]rule.Case, error) {
	var cases []rule.Case
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(root, folder, "*.txt"))
		if err != nil || len(files) == 0 {
			return nil, fmt.Errorf("no cases in %s: %v", folder, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			found, err := rule.Parse(filepath.Base(file), string(text))
			if err != nil {
				return nil, err
			}
			cases = append(cases, found...)
		}
	}
	cases = slices.DeleteFunc(cases, func(c rule.Case) bool { return Exceptions[c.String()] != "" })
	return append(cases, tabular()...), nil
}

// Exceptions are cases of engine/wire that a socket cannot show, and why.
var Exceptions = map[string]string{
	"8.1 ACL answers in XML, with the message as the reason phrase": "the endpoint has lists of access policies, so this is no error",
	"8.2 percent signs without digits do not reach the service":     "net/http refuses them itself, with an answer of its own",
}
