package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/snippet"
)

// trickyKey is a partition whose key has characters that languages and shells
// give a meaning.
const trickyKey = `O'Brien "$HOME" {x} é😀`

// A program that the site writes gets, from our own endpoint, the entities that
// the query asks for: through pages of two, with the official clients for Go
// and JavaScript and with curl.
func TestSnippetsRun(t *testing.T) {
	url, stop, err := Serve()
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	fillTable(t, url)
	q := snippet.Query{Table: "Movies", Filter: "PartitionKey eq '" + strings.ReplaceAll(trickyKey, "'", "''") + "' and N ge 1L", Top: 2, Select: []string{"PartitionKey", "RowKey", "Text"}}
	for _, language := range []string{"go", "javascript", "curl"} {
		t.Run(language, func(t *testing.T) {
			program, _ := snippet.Write(language, q)
			out := runSnippet(t, language, program, url)
			rows := regexp.MustCompile(`(?i)"?rowkey"?: ?["'](r\d)["']`).FindAllStringSubmatch(out, -1)
			var got []string
			for _, r := range rows {
				got = append(got, r[1])
			}
			if want := []string{"r1", "r2", "r3", "r4", "r5"}; !slices.Equal(got, want) {
				t.Errorf("got the entities %q, want %q from\n%s", got, want, out)
			}
			if !strings.Contains(out, "Brien") || strings.Contains(out, "other") {
				t.Errorf("not the selected properties of that partition:\n%s", out)
			}
		})
	}
}

// The smallest program that the site writes puts its entity into a table of our own
// endpoint, and may be run again.
func TestStartsRun(t *testing.T) {
	for _, language := range []string{"go", "javascript"} {
		t.Run(language, func(t *testing.T) {
			url, stop, err := Serve()
			if err != nil {
				t.Fatal(err)
			}
			defer stop()
			program, _ := snippet.Start(language)
			for range 2 {
				runSnippet(t, language, program, url)
			}
			r, err := http.NewRequest("GET", url+"/Orders(PartitionKey='contoso',RowKey='2026-00017')?"+accountSAS(), nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Accept", "application/json;odata=nometadata")
			r.Header.Set("x-ms-version", "2019-02-02")
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			if answer.StatusCode != http.StatusOK {
				t.Errorf("the entity is answered with %s", answer.Status)
			}
		})
	}
}

// fillTable makes a table with five entities that match and three that do not.
func fillTable(t *testing.T, url string) {
	t.Helper()
	post(t, url+"/Tables", map[string]any{"TableName": "Movies"})
	for i := range 6 {
		post(t, url+"/Movies", map[string]any{"PartitionKey": trickyKey, "RowKey": fmt.Sprint("r", i), "N": fmt.Sprint(i), "N@odata.type": "Edm.Int64", "Text": "a\n'b'"})
	}
	for i := range 2 {
		post(t, url+"/Movies", map[string]any{"PartitionKey": "other", "RowKey": fmt.Sprint("r", i), "N": "5", "N@odata.type": "Edm.Int64"})
	}
}

// post sends an entity or a table with a signed request.
func post(t *testing.T, url string, value any) {
	t.Helper()
	body, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequest("POST", url+"?"+accountSAS(), bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json;odata=nometadata")
	r.Header.Set("x-ms-version", "2019-02-02")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusCreated {
		t.Fatalf("POST %s: %s", url, answer.Status)
	}
}

// accountSAS is a signature that allows everything that the test does.
func accountSAS() string {
	r := Request{}
	r.addSAS("ss=t&srt=co&sp=rwlac&se=2100-01-01T00:00:00Z")
	return r.URL[1:]
}

// runSnippet runs a program and gives its output.
func runSnippet(t *testing.T, language, program, url string) string {
	t.Helper()
	folder := t.TempDir()
	var cmd *exec.Cmd
	switch language {
	case "go":
		file := filepath.Join(folder, "query.go")
		write(t, file, program)
		cmd = exec.Command("go", "run", file)
		cmd.Dir = "sdk"
	case "javascript":
		modules, err := filepath.Abs("node/node_modules")
		if err == nil {
			_, err = os.Stat(filepath.Join(modules, "@azure", "data-tables"))
		}
		if err != nil {
			t.Skip("the official client is not installed: npm ci in build/conformance/node")
		}
		if err := os.Symlink(modules, filepath.Join(folder, "node_modules")); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, "query.mjs"), program)
		cmd = exec.Command("node", filepath.Join(folder, "query.mjs"))
	default:
		if _, err := exec.LookPath("curl"); err != nil {
			t.Skip("there is no curl")
		}
		write(t, filepath.Join(folder, "query.sh"), program)
		cmd = exec.Command("bash", filepath.Join(folder, "query.sh"))
	}
	cmd.Env = append(os.Environ(), "TABLES_URL="+url, "TABLES_SAS="+accountSAS(),
		"AZURE_TABLES_CONNECTION_STRING=DefaultEndpointsProtocol=http;AccountName="+account+";AccountKey="+developmentKey+";TableEndpoint="+url+"/;")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, program)
	}
	return string(out)
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
