package conformance

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// recipeProgram is a program around the recipe of a language: it adds an entity
// whose answer gets lost, and one that somebody else has added before, and prints
// what came of each.
type recipeProgram struct {
	file   string
	indent string // of the recipe
	text   string // with RECIPE in the place of the recipe
	run    func(folder, file string) *exec.Cmd
	absent string // why it cannot run here, "" when it can
}

// The recipes of the manual do what it says of them, as they stand there, with the
// official clients that this machine has: an insert whose answer was lost is a
// success, and an entity of somebody else is not.
func TestRecipes(t *testing.T) {
	recipes := recipesOf(t)
	for language, p := range recipePrograms(t) {
		t.Run(language, func(t *testing.T) {
			if recipes[language] == "" {
				t.Fatalf("the manual has no recipe for %s", language)
			}
			if p.absent != "" {
				t.Skip(p.absent)
			}
			url, stop, err := Serve()
			if err != nil {
				t.Fatal(err)
			}
			defer stop()
			post(t, url+"/Tables", map[string]any{"TableName": "Orders"})
			post(t, url+"/Orders", map[string]any{"PartitionKey": "p", "RowKey": "taken", "Attempt": "theirs", "attempt": "theirs"})
			putFaults(t, url, "lost-response op=insert table=Orders count=1")
			out := runRecipe(t, p, recipes[language], url)
			if want := "lost added\ntaken refused 409\n"; out != want {
				t.Errorf("got\n%swant\n%s", out, want)
			}
			if told := faultsOf(t, url); !strings.Contains(told, "1 faults") {
				t.Errorf("the endpoint tells %s", told)
			}
			attempts := regexp.MustCompile(`(?i)"attempt":"(\w+)"`).FindAllString(get(t, url+"/Orders()"), -1)
			if got := strings.ToLower(strings.Join(attempts, " ")); got != `"attempt":"mine" "attempt":"theirs" "attempt":"theirs"` {
				t.Errorf("the table has %s", got)
			}
		})
	}
}

// recipesOf are the programs of the section about retries, by their languages.
func recipesOf(t *testing.T) map[string]string {
	t.Helper()
	manual, err := os.ReadFile("../endpoint/doc/testing.md")
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for _, found := range regexp.MustCompile("(?ms)^([.\\w]+) \\([^\\n]*\\)[^\\n]*\\n\\n```\\w+\\n(.*?)```").FindAllStringSubmatch(string(manual), -1) {
		list[found[1]] = found[2]
	}
	return list
}

func runRecipe(t *testing.T, p recipeProgram, recipe, url string) string {
	t.Helper()
	folder := t.TempDir()
	var body strings.Builder
	for line := range strings.Lines(recipe) {
		body.WriteString(p.indent + line)
	}
	file := filepath.Join(folder, p.file)
	write(t, file, strings.Replace(p.text, "RECIPE", body.String(), 1))
	cmd := p.run(folder, file)
	cmd.Env = append(os.Environ(), "AZURE_TABLES_CONNECTION_STRING=DefaultEndpointsProtocol=http;AccountName="+account+";AccountKey="+developmentKey+
		";TableEndpoint="+url+";")
	var errors bytes.Buffer
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, out, errors.Bytes())
	}
	return strings.ReplaceAll(string(out), "\r", "")
}

func recipePrograms(t *testing.T) map[string]recipeProgram {
	t.Helper()
	modules, err := filepath.Abs("node/node_modules")
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]recipeProgram{
		"Go": {file: "recipe.go", indent: "\t", text: goRecipe, run: func(_, file string) *exec.Cmd {
			cmd := exec.Command("go", "run", file)
			cmd.Dir = "sdk"
			return cmd
		}},
		"JavaScript": {file: "recipe.mjs", indent: "  ", text: javaScriptRecipe, run: func(folder, file string) *exec.Cmd {
			if err := os.Symlink(modules, filepath.Join(folder, "node_modules")); err != nil {
				t.Error(err)
			}
			return exec.Command("node", file)
		}},
		"Python": {file: "recipe.py", indent: "    ", text: pythonRecipe, run: func(_, file string) *exec.Cmd {
			return exec.Command("python3", file)
		}},
	}
	if _, err := os.Stat(filepath.Join(modules, "@azure", "data-tables")); err != nil {
		p := list["JavaScript"]
		p.absent = "the official client is not installed: npm ci in build/conformance/node"
		list["JavaScript"] = p
	}
	if exec.Command("python3", "-c", "import azure.data.tables").Run() != nil {
		p := list["Python"]
		p.absent = "the official client is not installed: pip install azure-data-tables, or apt-get install python3-azure on Debian"
		list["Python"] = p
	}
	return list
}

const goRecipe = `package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

func add(ctx context.Context, client *aztables.Client, partitionKey, rowKey, attempt string) error {
	entity := fmt.Appendf(nil, "{\"PartitionKey\":%q,\"RowKey\":%q,\"Attempt\":%q}", partitionKey, rowKey, attempt)
RECIPE}

func main() {
	service, err := aztables.NewServiceClientFromConnectionString(os.Getenv("AZURE_TABLES_CONNECTION_STRING"), &aztables.ClientOptions{
		ClientOptions: policy.ClientOptions{InsecureAllowCredentialWithHTTP: true, Retry: policy.RetryOptions{RetryDelay: time.Millisecond}}})
	if err != nil {
		panic(err)
	}
	for _, rowKey := range []string{"lost", "taken"} {
		err := add(context.Background(), service.NewClient("Orders"), "p", rowKey, "mine")
		var failed *azcore.ResponseError
		if errors.As(err, &failed) {
			fmt.Println(rowKey, "refused", failed.StatusCode)
		} else if err != nil {
			panic(err)
		} else {
			fmt.Println(rowKey, "added")
		}
	}
}
`

const javaScriptRecipe = `import { TableClient } from "@azure/data-tables";

const client = TableClient.fromConnectionString(process.env.AZURE_TABLES_CONNECTION_STRING, "Orders",
  { allowInsecureConnection: true, retryOptions: { retryDelayInMs: 1 } });

async function add(partitionKey, rowKey, attempt) {
RECIPE}

for (const rowKey of ["lost", "taken"]) {
  try {
    await add("p", rowKey, "mine");
    console.log(rowKey, "added");
  } catch (error) {
    console.log(rowKey, "refused", error.statusCode);
  }
}
`

const pythonRecipe = `import os

from azure.core.exceptions import HttpResponseError, ResourceExistsError, ServiceResponseError
from azure.data.tables import TableServiceClient

client = TableServiceClient.from_connection_string(os.environ["AZURE_TABLES_CONNECTION_STRING"], retry_backoff_factor=0.001).get_table_client("Orders")


def add(pk, rk, attempt):
RECIPE

for rk in ("lost", "taken"):
    try:
        add("p", rk, "mine")
        print(rk, "added")
    except HttpResponseError as error:
        print(rk, "refused", error.status_code)
`

// putFaults puts rules in force.
func putFaults(t *testing.T, url, rules string) { steer(t, url, http.MethodPut, rules) }

// faultsOf tells what came of them.
func faultsOf(t *testing.T, url string) string { return steer(t, url, http.MethodGet, "") }

func steer(t *testing.T, url, method, body string) string {
	t.Helper()
	r, err := http.NewRequest(method, strings.TrimSuffix(url, account)+"keyrange/faults", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+steeringToken)
	return textOf(t, r)
}

// get reads with a signature.
func get(t *testing.T, url string) string {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, url+"?"+accountSAS(), nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "application/json;odata=nometadata")
	return textOf(t, r)
}

func textOf(t *testing.T, r *http.Request) string {
	t.Helper()
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %s %s %v", r.Method, r.URL.Path, resp.Status, text, err)
	}
	return string(text)
}
