package lessons

import (
	"os"
	"strings"
	"testing"
)

// README.md lists every function of the expression language with what it
// does, in the order of calls.
func TestReference(t *testing.T) {
	file, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for _, c := range calls {
		want.WriteString("| `" + c.form() + "` | " + c.does + " |\n")
	}
	const start, end = "| --- | --- |\n", "\n## Prove it"
	_, rest, _ := strings.Cut(string(file), "### Functions\n")
	_, rest, _ = strings.Cut(rest, start)
	got, _, _ := strings.Cut(rest, end)
	if os.Getenv("UPDATE") != "" {
		updated := strings.Replace(string(file), got+end, want.String()+end, 1)
		if err := os.WriteFile("README.md", []byte(updated), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != want.String() {
		t.Errorf("README.md has another list of functions; UPDATE=1 go test writes it. Got:\n%s\nwant:\n%s", got, want.String())
	}
}
