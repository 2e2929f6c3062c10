package main

import (
	"bytes"
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// allowed lists for each room of the project the rooms that it may import. A
// folder belongs to the longest name here that it is or lies in.
var allowed = map[string][]string{
	"engine/hash":        {},
	"engine/text":        {},
	"engine/journal":     {},
	"engine/trace":       {},
	"engine/table":       {"engine/trace"},
	"engine/dataset":     {"engine/table", "engine/trace"},
	"engine/index":       {},
	"engine/filter":      {"engine/table", "engine/trace"},
	"engine/partition":   {"engine/table", "engine/trace"},
	"engine/query":       {"engine/filter", "engine/table", "engine/trace"},
	"engine/keys/form":   {"engine/table", "engine/trace"},
	"engine/keys":        {"engine/keys/form", "engine/dataset", "engine/table", "engine/trace"},
	"engine/keys/check":  {"engine/keys", "engine/keys/form", "engine/dataset", "engine/table", "engine/trace"},
	"engine/keys/reach":  {"engine/keys", "engine/keys/form", "engine/filter", "engine/table", "engine/trace"},
	"engine/sim/random":  {},
	"engine/sim/clock":   {},
	"engine/sim/record":  {"engine/sim/clock", "engine/partition", "engine/table", "engine/trace"},
	"engine/sim/service": {"engine/sim/record", "engine/sim/clock", "engine/sim/random", "engine/partition", "engine/table", "engine/trace"},
	"engine/sim/demand": {"engine/sim/service", "engine/sim/record", "engine/sim/clock", "engine/sim/random", "engine/keys", "engine/table",
		"engine/trace"},
	"engine/sim": {"engine/sim/demand", "engine/sim/service", "engine/sim/record", "engine/sim/clock", "engine/sim/random", "engine/keys",
		"engine/partition", "engine/table", "engine/trace"},
	"engine/sim/explain":      {"engine/sim", "engine/sim/demand", "engine/sim/service", "engine/sim/record", "engine/sim/clock", "engine/sim/random"},
	"engine/sim/file":         {"engine/sim", "engine/sim/demand", "engine/sim/service", "engine/sim/clock", "engine/keys"},
	"engine/sim/keyed":        {"engine/sim/service", "engine/sim/record", "engine/sim/clock", "engine/sim/random", "engine/partition", "engine/table", "engine/trace"},
	"engine/observe":          {"engine/sim/record", "engine/sim/random", "engine/sim/clock", "engine/query", "engine/filter", "engine/partition", "engine/table", "engine/trace"},
	"engine/observe/logs":     {"engine/observe", "engine/sim/record"},
	"engine/observe/modeled":  {"engine/observe", "engine/sim/keyed", "engine/sim/service", "engine/sim/record", "engine/sim/clock", "engine/sim/random", "engine/query"},
	"engine/observe/replay":   {"engine/observe", simRooms, "engine/keys", "engine/keys/check", "engine/dataset", "engine/table"},
	"engine/race":             {simRooms},
	"engine/study":            {simRooms},
	"engine/client":           {"engine/query", "engine/filter", "engine/table", "engine/trace"},
	"engine/wire":             {"engine/wire/rule", "engine/query", "engine/filter", "engine/table", "engine/trace"},
	"engine/wire/rule":        {},
	"engine/queue":            {"engine/table", "engine/trace"},
	"engine/blob":             {"engine/table", "engine/trace"},
	"engine/snippet":          {},
	"engine/link":             {},
	"engine/script/command":   {"engine/client", simRooms, "engine/query", "engine/filter", "engine/table"},
	"engine/script/simulated": {"engine/script/command", simRooms, "engine/partition", "engine/table"},
	"engine/script": {"engine/script/command", "engine/script/simulated", "engine/link", "engine/journal",
		"engine/wire", "engine/client", simRooms, "engine/query", "engine/filter", "engine/keys", "engine/keys/check", "engine/queue",
		"engine/blob", "engine/dataset", "engine/table", "engine/trace"},
	"engine/script/schedule": {"engine/script", "engine/script/command", "engine/client", "engine/table"},
	"lessons": {
		scriptRooms, "engine/script/schedule", "engine/blob", "engine/client", "engine/index", "engine/journal", "engine/query", "engine/keys/check",
		"engine/table", "engine/trace"},
	"lessons/runner":                {"lessons", scriptRooms, "engine/journal", "engine/table", "engine/trace"},
	"lessons/workshop":              {"lessons", "lessons/content"},
	"lessons/assign":                {"lessons", scriptRooms, "engine/table"},
	"lessons/content":               {"lessons/runner", "lessons", scriptRooms, "engine/journal", "engine/table"},
	"app/browser":                   {},
	"app/moment":                    {scriptRooms, "engine/journal"},
	"app/design/draft":              {engineRooms},
	"app/design/model":              {"app/design/draft", engineRooms},
	"app/design/score":              {"app/design/model", "app/design/draft", engineRooms},
	"app/design/review":             {"app/design/score", "app/design/model", "app/design/draft", engineRooms},
	"app/design":                    {"app/design/review", "app/design/score", "app/design/model", "app/design/draft", "app/moment", lessonRooms, engineRooms},
	"app/view":                      {designRooms, lessonRooms, engineRooms},
	"app/ui":                        {"app/view", "app/browser", engineRooms},
	"app/example":                   {"app/view", designRooms, engineRooms},
	"app/workspace":                 {"app/moment", designRooms, "app/ui", "app/browser", lessonRooms, engineRooms},
	"app/share":                     {"app/workspace", "app/ui", "app/view", "app/moment", designRooms, "app/browser", lessonRooms, engineRooms},
	"app/step":                      {"app/share", belowShare, lessonRooms, engineRooms},
	"app/screen/access":             {"app/step", "app/share", belowShare, engineRooms},
	"app/screen/across":             {"app/step", "app/share", belowShare, lessonRooms, engineRooms},
	"app/screen/batch":              {"app/step", "app/share", belowShare, engineRooms},
	"app/screen/clients":            {"app/step", "app/share", belowShare, engineRooms},
	"app/screen/tokens":             {"app/step", "app/share", belowShare, engineRooms},
	"app/screen/btree":              {"app/step", "app/share", belowShare, engineRooms},
	"app/screen/simulator":          {"app/step", "app/share", belowShare, lessonRooms, engineRooms},
	"app/screen/designer":           {designerRooms, "app/step", "app/share", belowShare, lessonRooms, engineRooms},
	"app/screen/designer/desk":      {belowShare, engineRooms},
	"app/screen/designer/wizard":    {"app/screen/designer/desk", belowShare, engineRooms},
	"app/screen/designer/console":   {"app/screen/designer/desk", belowShare, engineRooms},
	"app/screen/designer/questions": {"app/screen/designer/desk", belowShare, engineRooms},
	"app/screen/designer/paper":     {"app/screen/designer/desk", belowShare, engineRooms},
	"app/screen/designer/incoming":  {"app/screen/designer/desk", "app/share", belowShare, engineRooms},
	"app/screen/home":               {"app/step", "app/share", belowShare, engineRooms},
	"app/screen/gallery":            {"app/step", "app/share", belowShare, lessonRooms, engineRooms},
	"app/screen/embed":              {belowShare},
	"app/screen/figures":            {"app/step", "app/share", belowShare, engineRooms},
	"app/screen/settings":           {"app/step", "app/share", belowShare, engineRooms},
	"app/screen/reference":          {belowShare, lessonRooms, engineRooms},
	"app/screen/workshop":           {"app/step", "app/share", belowShare, lessonRooms, engineRooms},
	"app/screen/live":               {"app/share", belowShare, engineRooms},
	"app/screen/teach":              {"app/step", "app/share", belowShare, lessonRooms, engineRooms},
	"app/screen/lesson":             {"app/step", "app/share", belowShare, lessonRooms, engineRooms},
	"app/apptest":                   {},
	"engine/enginetest":             {},
	"engine/keys/keystest":          {"engine/table"},
	"app/site":                      {"app/screen", "app/step", "app/share", belowShare, lessonRooms, engineRooms},
	"app":                           {"app/site", "app/browser"},
	"build/document":                {},
	"build/markdown":                {"app/design/review", "lessons/content", "lessons"},
	"build/wasm":                    {},
	"build/preview":                 {},
	"build/oplog":                   {"engine/wire", "engine/table"},
	"build/image":                   {"engine/table"},
	"build/fault":                   {"engine/wire", "engine/table"},
	"build/frontdoor":               {simRooms, "engine/sim/keyed"},
	"build/stream":                  {"build/frontdoor", "engine/observe", "engine/observe/modeled", simRooms, "engine/sim/keyed"},
	"build/endpoint": {"build/stream", "build/frontdoor", "build/oplog", "build/image", "build/fault", "engine/observe", "engine/wire", "engine/query", simRooms,
		"engine/sim/keyed", "engine/table"},
	"build/conformance":     {"build/endpoint", "engine/wire/rule", "engine/snippet"},
	"build/conformance/sdk": {},
	"build/conformance/shown": {
		"build/endpoint", designRooms, "app/screen", scriptRooms, "engine/journal", "engine/wire", "engine/query", "engine/table"},
	"build/stress":          {"build/endpoint", "build/frontdoor", "engine/observe", simRooms},
	"build/stress/official": {"build/stress", "build/conformance", "build/endpoint", "engine/observe"},
	"build/load":            {"build/conformance", "build/endpoint", "build/stream", "engine/observe"},
	"build/static":          {"app/site", "lessons", "lessons/content", "lessons/workshop", "engine/study", "build/document", "build/wasm"},
	"build":                 {"app/site", "build/static", "build/wasm", "build/preview", "build/endpoint", "build/frontdoor", "build/stream", "build/fault", "build/conformance", "build/load", "build/stress", "engine/observe", "engine/observe/logs", "engine/snippet", "engine/wire", "engine/race", "engine/study", simRooms, "engine/partition", "engine/keys", "engine/dataset", "engine/table"},
	"build/bench/results":   {designRooms, "lessons/assign"},
	"build/bench/live":      {"build/endpoint", "build/frontdoor", "build/stream", "engine/wire"},
	"build/bench":           {"engine/query", "engine/keys", "engine/filter", "engine/dataset", "engine/table", "engine/trace"},
}

// testRooms are the rooms that only tests import, of any room above them.
var testRooms = []string{"app/apptest", "engine/enginetest", "engine/keys/keystest"}

// free are the rooms that every room may import, because they know nothing of
// the project.
var free = []string{"engine/hash", "engine/text"}

// The rooms that several others may import, as one entry each.
const (
	scriptRooms   = "engine/script engine/script/command engine/script/simulated engine/link"
	simRooms      = "engine/sim engine/sim/file engine/sim/explain engine/sim/demand engine/sim/service engine/sim/record engine/sim/clock"
	designerRooms = "app/screen/designer/desk app/screen/designer/wizard app/screen/designer/console app/screen/designer/questions " +
		"app/screen/designer/incoming app/screen/designer/paper"
	engineRooms = "engine/"
	lessonRooms = "lessons/"
	belowShare  = "app/workspace app/ui app/example app/view app/moment " + designRooms + " app/browser"
	designRooms = "app/design app/design/review app/design/score app/design/model app/design/draft"
)

// permits reports whether a list of allowed imports has a room.
func permits(list []string, target string) bool {
	return slices.ContainsFunc(list, func(entry string) bool {
		return entry == target || entry == "app/screen" && strings.HasPrefix(target, "app/screen/") ||
			(entry == engineRooms || entry == lessonRooms) && strings.HasPrefix(target+"/", entry) || slices.Contains(strings.Fields(entry), target)
	})
}

// outside lists for a room the modules and packages beyond the standard
// library that it may import.
var outside = map[string][]string{
	"engine":      {"github.com/tidwall/btree"},
	"app":         {goApp},
	"app/design":  {},
	"app/moment":  {},
	"build":       {goApp},
	"build/bench": {"github.com/tidwall/btree"},
	"build/markdown": {
		"github.com/yuin/goldmark", "github.com/yuin/goldmark/ast", "github.com/yuin/goldmark/extension",
		"github.com/yuin/goldmark/extension/ast", "github.com/yuin/goldmark/text", "github.com/yuin/goldmark/util"},
	"build/conformance/sdk": {
		"github.com/Azure/azure-sdk-for-go/sdk/azcore", "github.com/Azure/azure-sdk-for-go/sdk/azcore/policy",
		"github.com/Azure/azure-sdk-for-go/sdk/azcore/to", "github.com/Azure/azure-sdk-for-go/sdk/data/aztables"},
	"build/stress/official": {
		"github.com/Azure/azure-sdk-for-go/sdk/azcore", "github.com/Azure/azure-sdk-for-go/sdk/azcore/policy",
		"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"},
}

const goApp = "github.com/maxence-charriere/go-app/v10/pkg/app"

// refused lists packages that a room must not import: they reach outside the
// program or are too heavy for the browser.
var refused = map[string][]string{
	"engine":            {"os", "net", "net/http", "log", "log/slog", "syscall/js", "text/template", "html/template", "regexp", "sync", "sync/atomic", "time/tzdata"},
	"lessons":           {"os", "net", "net/http", "log", "log/slog", "syscall/js", "text/template", "html/template", "regexp", "sync", "time"},
	"app/apptest":       {},
	"engine/enginetest": {},
	"app":               {"os", "net", "net/http", "log", "log/slog", "text/template", "html/template", "regexp"},
}

// room is the longest key of a map that the folder is or lies in.
func room[V any](rooms map[string]V, folder string) string {
	for folder != "." {
		if _, found := rooms[folder]; found {
			return folder
		}
		cut := strings.LastIndexByte(folder, '/')
		if cut < 0 {
			break
		}
		folder = folder[:cut]
	}
	return ""
}

func imports(s source) []string {
	var paths []string
	for _, i := range s.Imports {
		p, _ := strconv.Unquote(i.Path.Value) // the parser has checked it
		paths = append(paths, p)
	}
	return paths
}

// Imports go in one direction only, down the list of rooms. Tests of a room
// are held to it as well, for the project's own packages.
func TestImports(t *testing.T) {
	for _, s := range sources(t) {
		own := room(allowed, s.folder())
		if own == "" {
			t.Errorf("%s: the folder %s is no room of the project; give it a place in the list of allowed imports", s.name, s.folder())
			continue
		}
		for _, p := range imports(s) {
			if problem := arrow(s, own, p); problem != "" {
				t.Errorf("%s imports %s: %s", s.name, p, problem)
			}
		}
	}
}

// arrow says what is wrong with an import, or nothing.
func arrow(s source, own, imported string) string {
	below, ours := strings.CutPrefix(imported, module+"/")
	first, _, _ := strings.Cut(imported, "/")
	switch {
	case ours:
		target := room(allowed, below)
		if target != own && !permits(allowed[own], target) && (!s.isTest() || !slices.Contains(testRooms, target)) && !slices.Contains(free, target) {
			return own + " may not import " + target
		}
	case imported == goApp && strings.HasPrefix(own, "app/screen/") && !strings.HasPrefix(path.Base(s.name), "page_"):
		return "within a screen only files named page_ draw"
	case strings.Contains(first, "."):
		if !slices.Contains(outside[room(outside, s.folder())], imported) {
			return "the module is not among those that this room may use"
		}
	case !s.isTest() && slices.Contains(refused[room(refused, s.folder())], imported):
		return "this package is refused here"
	case imported == "syscall/js" && own != "app/browser" && own != "build/bench":
		return "only app/browser talks to the browser"
	}
	return ""
}

// The engine takes time as an argument and runs on one goroutine, so that the
// same operations always give the same state.
func TestEngineIsDeterministic(t *testing.T) {
	for _, s := range sources(t) {
		if !strings.HasPrefix(s.name, "engine/") || s.isTest() {
			continue
		}
		if slices.Contains(imports(s), "math/rand") || slices.Contains(imports(s), "crypto/rand") {
			t.Errorf("%s imports a source of randomness that is not an argument", s.name)
		}
		ast.Inspect(s.File, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				t.Errorf("%s:%d starts a goroutine", s.name, s.line(n.Pos()))
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && slices.Contains([]string{"Now", "Since", "Until", "Sleep", "After"}, n.Sel.Name) {
					t.Errorf("%s:%d reads the clock with time.%s", s.name, s.line(n.Pos()), n.Sel.Name)
				}
			}
			return true
		})
	}
}

// A check finds the same on each machine and on each day: a randomised test has
// a fixed seed, which KEYRANGE_SEED replaces, as make fuzz does. Names on a
// service that outlives the test are the exception.
func TestChecksAreRepeatable(t *testing.T) {
	for _, s := range sources(t) {
		if !s.isTest() || s.folder() == "build/conformance/sdk" {
			continue
		}
		ast.Inspect(s.File, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == "rand" && x.Obj == nil && ast.IsExported(sel.Sel.Name) &&
				!strings.HasPrefix(sel.Sel.Name, "New") && sel.Sel.Name != "Rand" || sel.Sel.Name == "UnixNano" {
				t.Errorf("%s:%d draws from chance with %s", s.name, s.line(n.Pos()), sel.Sel.Name)
			}
			return true
		})
	}
	stories, _ := filepath.Glob("../web/test/*.mjs")
	engines, _ := filepath.Glob("../web/test/engines/*.mjs")
	stories = append(stories, engines...)
	for _, name := range stories {
		if text, err := os.ReadFile(name); err != nil || bytes.Contains(text, []byte("Math.random")) {
			t.Errorf("%s draws from chance with Math.random, or cannot be read: %v", name, err)
		}
	}
	if len(stories) < 10 {
		t.Errorf("found %d files of browser tests", len(stories))
	}
}

// Ready HTML cannot be told from the tags that go-app writes, so the pages that
// are rendered ahead would not be what the browser draws.
func TestNoRawHTML(t *testing.T) {
	for _, s := range sources(t) {
		if !strings.HasPrefix(s.name, "app/") {
			continue
		}
		ast.Inspect(s.File, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok || sel.Sel.Name != "Raw" {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == "app" {
				t.Errorf("%s:%d uses app.Raw", s.name, s.line(n.Pos()))
			}
			return true
		})
	}
}

// The check of the arrows itself finds what it is for.
func TestArrow(t *testing.T) {
	for _, c := range []struct {
		file, imported string
		refused        bool
	}{
		{"engine/table/a.go", module + "/engine/trace", false},
		{"engine/table/a.go", module + "/engine/query", true},
		{"engine/dataset/a.go", module + "/engine/filter", true},
		{"engine/keys/check/a.go", module + "/engine/keys", false},
		{"engine/keys/check/a.go", module + "/engine/keys/reach", true},
		{"engine/keys/a.go", module + "/engine/keys/check", true},
		{"engine/keys/form/a.go", module + "/engine/keys", true},
		{"engine/keys/a_test.go", module + "/engine/keys/keystest", false},
		{"engine/keys/a.go", module + "/engine/keys/keystest", true},
		{"engine/trace/a.go", module + "/engine/text", false},
		{"engine/text/a.go", module + "/engine/trace", true},
		{"engine/query/a.go", "net/http", true},
		{"engine/query/a.go", "strings", false},
		{"engine/query/a.go", goApp, true},
		{"engine/table/a.go", "github.com/tidwall/btree", false},
		{"app/design/a.go", goApp, true},
		{"app/design/score/a.go", module + "/app/design/model", false},
		{"app/design/model/a.go", module + "/app/design/score", true},
		{"app/design/draft/a.go", module + "/app/design", true},
		{"app/screen/access/page_a.go", goApp, false},
		{"app/screen/access/a.go", goApp, true},
		{"app/screen/access/page_a.go", module + "/app/screen/batch", true},
		{"app/screen/access/page_a.go", module + "/app/step", false},
		{"app/screen/designer/page_a.go", module + "/app/screen/designer/console", false},
		{"app/screen/designer/console/page_a.go", module + "/app/screen/designer", true},
		{"app/screen/designer/console/page_a.go", module + "/app/screen/designer/questions", true},
		{"app/screen/designer/desk/page_a.go", module + "/app/screen/designer/wizard", true},
		{"app/screen/designer/desk/a.go", goApp, true},
		{"app/step/a.go", module + "/app/screen/access", true},
		{"app/workspace/a.go", module + "/app/share", true},
		{"app/ui/a.go", module + "/app/workspace", true},
		{"app/ui/a.go", "syscall/js", true},
		{"app/browser/a.go", "syscall/js", false},
		{"app/view/a.go", module + "/app/ui", true},
		{"build/static/a.go", module + "/app/ui", true},
		{"build/static/a.go", module + "/app/site", false},
	} {
		t.Run(c.file+" to "+c.imported, func(t *testing.T) {
			s := source{name: c.file}
			got := arrow(s, room(allowed, s.folder()), c.imported)
			if (got != "") != c.refused {
				t.Errorf("got %q, want refused: %v", got, c.refused)
			}
		})
	}
}
