package snippet

import (
	"flag"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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

// Plain http is allowed for an endpoint on this machine and for no other, and
// every program says when the query failed.
func TestInsecureOnlyLocal(t *testing.T) {
	pattern := regexp.MustCompile(`(?i)(^|;)TableEndpoint=http://(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(/|;|$)`)
	for connection, local := range map[string]bool{
		"DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=x;TableEndpoint=http://127.0.0.1:10002/devstoreaccount1;": true,
		"AccountName=a;AccountKey=x;TableEndpoint=http://localhost:10002/a":                                                              true,
		"AccountName=a;AccountKey=x;TableEndpoint=http://tables.example.com/a":                                                           false,
		"AccountName=a;AccountKey=x;TableEndpoint=http://127.0.0.1:x@example.com/a":                                                      false,
		"AccountName=a;AccountKey=x;TableEndpoint=http://localhost.example.com/a":                                                        false,
		"DefaultEndpointsProtocol=https;AccountName=a;AccountKey=x;EndpointSuffix=core.windows.net":                                      false,
	} {
		if got := pattern.MatchString(connection); got != local {
			t.Errorf("%s is local: %v", connection, got)
		}
	}
	for language, want := range map[string][]string{
		"go":         {"`" + pattern.String() + "`", "options.InsecureAllowCredentialWithHTTP = local.MatchString(connection)", "log.Fatal(err)"},
		"javascript": {strings.TrimPrefix(strings.ReplaceAll(pattern.String(), "/", `\/`), "(?i)"), "{ allowInsecureConnection: local }", "catch (error)"},
		"python":     {"except AzureError"}, "csharp": {"catch (RequestFailedException"}, "java": {"catch (TableServiceException"}, "curl": {"--fail", "exit 1"},
	} {
		for name, q := range queries {
			program, _ := Write(language, q)
			for _, text := range want {
				if !strings.Contains(program, text) {
					t.Errorf("%s, %s: %s is missing from\n%s", language, name, text, program)
				}
			}
			if strings.Count(strings.ToLower(program), "insecure") > 1 {
				t.Errorf("%s, %s: plain http is allowed in more than one place", language, name)
			}
		}
	}
}

// Where no compiler is at hand, every bracket and quote of C# and Java closes
// and every statement ends, as far as that can be told from the characters.
func TestBracketsClose(t *testing.T) {
	for _, language := range []string{"csharp", "java"} {
		for name, q := range queries {
			program, _ := Write(language, q)
			if at := unbalanced(program); at >= 0 {
				t.Errorf("%s, %s: wrong from %q in\n%s", language, name, program[at:min(len(program), at+30)], program)
			}
			if at := unbalanced(strings.Replace(program, ")", "", 1)); at < 0 {
				t.Errorf("%s, %s: a parenthesis that is missing is not noticed", language, name)
			}
		}
	}
}

// unbalanced returns where the first bracket, quote or line is that does not
// close, or -1.
func unbalanced(program string) int {
	var open []byte
	for i := 0; i < len(program); i++ {
		switch c := program[i]; {
		case strings.HasPrefix(program[i:], "//"):
			for i < len(program) && program[i] != '\n' {
				i++
			}
		case c == '"':
			for i++; i < len(program) && program[i] != '"'; i++ {
				if program[i] == '\n' {
					return i
				}
				if program[i] == '\\' {
					i++
				}
			}
			if i >= len(program) {
				return len(program)
			}
		case strings.IndexByte("([{", c) >= 0:
			open = append(open, c)
		case strings.IndexByte(")]}", c) >= 0:
			if len(open) == 0 || strings.IndexByte("([{", open[len(open)-1]) != strings.IndexByte(")]}", c) {
				return i
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return len(program)
	}
	return -1
}
