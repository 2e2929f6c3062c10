package snippet

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Every Java program compiles against the methods of the client that it calls,
// asks the query that it was made of, prints each page and tells of a failure. The
// client in testdata has the official one's names and types, and no network.
func TestJavaRuns(t *testing.T) {
	for _, tool := range []string{"javac", "java"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not here", tool)
		}
	}
	sources, classes := t.TempDir(), t.TempDir()
	args := []string{"-encoding", "UTF-8", "-proc:none", "-d", classes, "-sourcepath", filepath.Join("testdata", "java")}
	for name, q := range queries {
		program, _ := Write("java", q)
		file := filepath.Join(sources, "Query_"+name+".java")
		if err := os.WriteFile(file, []byte(strings.Replace(program, "class Query {", "class Query_"+name+" {", 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	if text, err := exec.Command("javac", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	run := func(name, connection string) (string, error) {
		c := exec.Command("java", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp", classes, "Query_"+name)
		c.Env = append(os.Environ(), "AZURE_TABLES_CONNECTION_STRING="+connection)
		out, err := c.Output()
		return string(out), err
	}
	for name, want := range map[string][]string{
		"all":        {"Movies", nasty, "10", "[Title, Année]"},
		"everything": {"Movies", "null", "null", "null"},
	} {
		got, err := run(name, "works")
		parts := strings.Split(got, "\x00")
		if err != nil || len(parts) != len(want)+1 {
			t.Fatalf("%s: %v, %q", name, err, got)
		}
		for i, text := range want {
			if parts[i] != text {
				t.Errorf("%s asks %q, want %q", name, parts[i], text)
			}
		}
		if last := strings.TrimSpace(parts[len(want)]); last != "{Title=first}\n{Title=second}" {
			t.Errorf("%s prints %q", name, last)
		}
	}
	if _, err := run("all", "fails"); err == nil {
		t.Error("a query that fails ends as if it had not")
	}
}
