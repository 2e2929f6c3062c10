package wasm

import (
	_ "embed"
	"os"
	"strconv"
)

//go:embed parts.cjs
var nodeLoader []byte

// Write writes a divided program for Node: the core into a file, its parts into
// files of that name with .1, .2 and so on, and beside them the script that Node
// has to require first, whose name it returns.
func Write(file string, core []byte, parts [][]byte) (script string, err error) {
	for i, part := range parts {
		if err := os.WriteFile(file+"."+strconv.Itoa(i+1), part, 0o600); err != nil {
			return "", err
		}
	}
	if err := os.WriteFile(file, core, 0o600); err != nil {
		return "", err
	}
	return file + ".cjs", os.WriteFile(file+".cjs", nodeLoader, 0o600)
}
