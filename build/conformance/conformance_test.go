package conformance

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/wire/rule"
)

// Every rule holds over a socket.
func TestRules(t *testing.T) {
	cases, err := Load("../..")
	if err != nil {
		t.Fatal(err)
	}
	target, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	defer target.Close()
	for _, o := range Run(target, cases) {
		if o.Difference != nil {
			t.Errorf("%s:%d %s:\n%s", o.Case.File, o.Case.Line, o.Case, short(o.Difference.String(), 1500))
		}
	}
	t.Logf("cases of conformance: %d", len(cases))
}

// There are enough cases, in every section, and each has a name of its own.
func TestLoad(t *testing.T) {
	cases, err := Load("../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) < 400 {
		t.Errorf("got %d cases, want 400 at least", len(cases))
	}
	seen, chapters := map[string]rule.Case{}, map[byte]int{}
	for _, c := range cases {
		if other, found := seen[c.String()]; found {
			t.Errorf("%s:%d has the name of %s:%d: %s", c.File, c.Line, other.File, other.Line, c)
		}
		seen[c.String()] = c
		chapters[c.Section[0]]++
	}
	for chapter := byte('1'); chapter <= '8'; chapter++ {
		if chapters[chapter] < 10 {
			t.Errorf("section %c has %d cases, want 10 at least", chapter, chapters[chapter])
		}
	}
	for name := range Exceptions {
		if seen[name].Name != "" {
			t.Errorf("%s is both an exception and a case", name)
		}
	}
}

// A case that does not hold is found.
func TestDifference(t *testing.T) {
	target, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	defer target.Close()
	for _, c := range []struct{ name, text, want string }{
		{"status", "> GET /Tab\n< 201", "want 201, got 200"},
		{"field", "> GET /Tab\n< Server: other", "Windows-Azure-Table"},
		{"field that is there", "> GET /Tab\n< !Server", "Windows-Azure-Table"},
		{"body", "> GET /Tab\n= {}", "odata.metadata"},
		{"part", "> GET /Tab\n~ \"B\":1", "a body with"},
		{"absent part", "> GET /Tab\n^ \"A\":1", "a body without"},
		{"error", "> GET /None\n! 404 ResourceNotFound x", "TableNotFound"},
		{"error of a batch", "% GET /Tab\n! part 404 ResourceNotFound x", "202"},
		{"XML error", "> GET /Tab\n! xml 404 ResourceNotFound x", "200"},
		{"bad line", "> GET /Tab\n? x", "bad line"},
		{"later step", "> GET /Tab\n< 200\n> GET /Tab\n< 404", "want 404"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cases, err := rule.Parse("test", "## 1 x\n"+c.text)
			if err != nil {
				t.Fatal(err)
			}
			got := Run(target, cases)[0].Difference
			if got == nil || !strings.Contains(got.String(), c.want) {
				t.Errorf("got %v, want a difference with %q", got, c.want)
			}
		})
	}
}
