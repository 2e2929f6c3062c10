package snippet

import (
	"flag"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// nasty is a filter with every character that some language gives a meaning.
const nasty = `PartitionKey eq 'O''Brien "x" \ \u0041 $HOME ${a} {b} %s #{c} ` + "`d` \n\r\t\u2028\u0085\u202e é 😀 \U000e0001 !e \\\\u000a*/" + `' and D ge datetime'2020-01-22T00:00:00Z' and N eq 5L and G eq guid'68260b3f-beab-45e2-b900-33e2b442e724'`

var queries = map[string]Query{
	"everything": {Table: "Movies"},
	"filter":     {Table: "Movies", Filter: "PartitionKey eq 'O''Brien'"},
	"all":        {Table: "Movies", Filter: nasty, Top: 10, Select: []string{"Title", "Année"}},
	"page":       {Table: "Movies", Top: 5},
	"names":      {Table: "Movies", Select: []string{"PartitionKey", "Title"}},
}

// The programs are as they were read last.
func TestGolden(t *testing.T) {
	for _, l := range Languages() {
		for name, q := range queries {
			got, ok := Write(l.ID, q)
			if !ok {
				t.Fatalf("no %s", l.Name)
			}
			file := filepath.Join("testdata", l.ID+"-"+name+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil || got != string(want) {
				t.Errorf("%s differs from what was read: got\n%s", file, got)
			}
			if strings.ContainsAny(got, "«»") || strings.Contains(got, "\n?") || strings.Contains(got, "\t\n") {
				t.Errorf("%s: a mark of the template is left in\n%s", file, got)
			}
		}
	}
}

// Each program that can be read without its client is one of its language.
func TestParses(t *testing.T) {
	checks := map[string]struct {
		ending string
		args   []string
	}{
		"python":     {".py", []string{"python3", "-c", "import ast,sys; ast.parse(open(sys.argv[1], encoding='utf-8', newline='').read())"}},
		"javascript": {".mjs", []string{"node", "--check"}},
		"curl":       {".sh", []string{"bash", "-n"}},
	}
	for name, q := range queries {
		program, _ := Write("go", q)
		if _, err := parser.ParseFile(token.NewFileSet(), name+".go", program, parser.AllErrors); err != nil {
			t.Errorf("go, %s: %v", name, err)
		}
		for language, c := range checks {
			if _, err := exec.LookPath(c.args[0]); err != nil {
				t.Logf("%s is not here to read %s", c.args[0], language)
				continue
			}
			program, _ := Write(language, q)
			file := filepath.Join(t.TempDir(), name+c.ending)
			if err := os.WriteFile(file, []byte(program), 0o644); err != nil {
				t.Fatal(err)
			}
			if text, err := exec.Command(c.args[0], append(c.args[1:], file)...).CombinedOutput(); err != nil {
				t.Errorf("%s, %s: %v\n%s", language, name, err, text)
			}
		}
	}
}

// A text in quotes is read back as it was: by Go itself, by Python, by
// JavaScript, whose form C# and Java share, and by the shell.
func TestQuotes(t *testing.T) {
	if got, err := strconv.Unquote(strconv.Quote(nasty)); err != nil || got != nasty {
		t.Errorf("Go reads %q: %v", got, err)
	}
	for _, c := range []struct {
		name string
		args []string
	}{
		{"python3", []string{"-c", "import sys; sys.stdout.reconfigure(encoding='utf-8', newline=''); sys.stdout.write(" + quotePython(nasty) + ")"}},
		{"node", []string{"-e", "process.stdout.write(" + quoteUTF16(nasty) + ")"}},
		{"bash", []string{"-c", "printf %s " + quoteShell(nasty)}},
		{"bash", []string{"-c", "printf %s " + quoteShell(nasty[:len("PartitionKey eq 'O''Brien \"x\" \\ \\u0041 $HOME ${a}")]) + quoteShell(nasty[len("PartitionKey eq 'O''Brien \"x\" \\ \\u0041 $HOME ${a}"):])}},
	} {
		if _, err := exec.LookPath(c.name); err != nil {
			t.Logf("%s is not here", c.name)
			continue
		}
		got, err := exec.Command(c.name, c.args...).Output()
		if err != nil || string(got) != nasty {
			t.Errorf("%s reads %q, want %q: %v", c.name, got, nasty, err)
		}
	}
}

// Java reads \u escapes before it knows of quotes, so no end of a line, quote
// or backslash is one; C# also ends a line at U+0085, U+2028 and U+2029.
func TestQuotesOneLine(t *testing.T) {
	got := quoteUTF16(nasty + "\u2029")
	for _, refused := range []string{"\n", "\r", "\u0085", "\u2028", "\u2029", "\u202e"} {
		if strings.Contains(got, refused) {
			t.Errorf("%q stands in %s", refused, got)
		}
	}
	for i := 0; i+5 < len(got); i++ {
		escaped := strings.HasPrefix(got[i:], `\u`) && (i == 0 || got[i-1] != '\\')
		if code := got[i+2 : i+6]; escaped && (code == "000a" || code == "000d" || code == "0022" || code == "005c") {
			t.Errorf("an escape for %s in %s", code, got)
		}
	}
}
