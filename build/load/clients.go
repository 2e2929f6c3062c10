package load

import (
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
)

// clients measures the same jobs through the official Go client, which is a
// module of its own.
func clients(root string, targets []*target, out io.Writer) error {
	program, err := filepath.Abs(filepath.Join(root, "build/.tool/load"))
	if err != nil {
		return err
	}
	build := exec.Command("go", "-C", filepath.Join(root, "build/conformance/sdk"), "build", "-buildvcs=false", "-o", program, "./load")
	if text, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("the official Go client cannot be built: %w\n%s", err, text)
	}
	fmt.Fprintf(out, "\nThrough the official Go client, aztables v1.4.1:\n")
	for _, connections := range []int{1, 16} {
		for _, job := range Jobs {
			for _, t := range targets {
				if t.name == ceilingName { // the client needs more of an answer than an echo
					continue
				}
				cmd := exec.Command(program, "http://"+t.address+"/devstoreaccount1/?"+t.signature, job.Name,
					strconv.Itoa(connections), while.String(), strconv.Itoa(t.next))
				text, err := cmd.CombinedOutput()
				if err != nil {
					return fmt.Errorf("%s, %s: %w\n%s", t.name, job.Name, err, text)
				}
				t.next += 1_000_000
				fmt.Fprintf(out, "  %-12s %2d  %-18s %s", job.Name, connections, t.name, text)
			}
		}
	}
	return nil
}
