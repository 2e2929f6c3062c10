package snippet

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Every language with an official client has a program to start from, which takes the
// connection string from the environment, allows plain http on this machine alone by
// saying so, and closes what it opens.
func TestStart(t *testing.T) {
	if n := len(Clients()); n != 5 {
		t.Fatalf("%d clients", n)
	}
	for _, l := range Clients() {
		program, ok := Start(l.ID)
		if !ok {
			t.Fatalf("%s has no program to start from", l.Name)
		}
		for _, want := range []string{Variable, "Orders", "contoso", "2026-00017"} {
			if !strings.Contains(program, want) {
				t.Errorf("%s: %s is missing from\n%s", l.Name, want, program)
			}
		}
		if strings.ContainsAny(program, "«»") {
			t.Errorf("%s has a mark of a template", l.Name)
		}
		if at := unbalanced(strings.ReplaceAll(program, "`", `"`)); at >= 0 && l.ID != "go" && l.ID != "python" {
			t.Errorf("%s is wrong from %q", l.Name, program[at:min(len(program), at+30)])
		}
		line, ok := Connect(l.ID)
		if !ok || !strings.Contains(line, Variable) || strings.Contains(line, "\n") {
			t.Errorf("%s connects with %q", l.Name, line)
		}
	}
	if _, ok := Start("curl"); ok {
		t.Error("curl has no official client")
	}
}

// The Java program compiles against the methods of the client that it calls, and puts
// its entity.
func TestStartJava(t *testing.T) {
	for _, tool := range []string{"javac", "java"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not here", tool)
		}
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "Start.java")
	program, _ := Start("java")
	if err := os.WriteFile(file, []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.Command("javac", "-encoding", "UTF-8", "-proc:none", "-d", folder, "-sourcepath", filepath.Join("testdata", "java"), file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	c := exec.Command("java", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp", folder, "Start")
	c.Env = append(os.Environ(), Variable+"=works")
	out, err := c.Output()
	if want := "made Orders\nworks Orders {keys=contoso/2026-00017}\n"; err != nil || string(out) != want {
		t.Errorf("it does %q, %v", out, err)
	}
}
