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

// A reading adds up what it has read, also when a page of it is out of date; a
// table adds up what it holds. What is no number counts for nothing.
func TestSums(t *testing.T) {
	a := newAsked(t)
	a.do("create table Sums", "insert Sums P/a N=1", "insert Sums P/b N=2.5", "insert Sums P/c N='4'", "insert Sums P/d M=8",
		"limits page 1", "query Sums", "merge Sums P/a N=100", "next", "next", "next")
	a.is("total(N) = 3.5 and sum(Sums, N) = 102.5 and total(M) = 8 and sum(None, N) = 0 and total(X) = 0")
}
