package wasm

import (
	"bytes"
	"fmt"
	"os/exec"
)

// Validate fails when a JavaScript engine would refuse to compile the program
// (WebAssembly.validate, in Node).
func Validate(program []byte) error {
	const script = `process.exit(WebAssembly.validate(require("fs").readFileSync(0)) ? 0 : 3)`
	cmd := exec.Command("node", "-e", script)
	cmd.Stdin = bytes.NewReader(program)
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("WebAssembly.validate refuses it (%w)%s", err, text)
	}
	return nil
}
