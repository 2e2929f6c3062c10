package btree

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/apptest"
	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/table"
)

func indexPage(t *testing.T) *Page {
	t.Helper()
	x := New(workspace.NewTab(&workspace.Registry{}))
	x.OnInit()
	x.still = false
	return x
}

// The page can be read and looked at before any program runs.
func TestIndexStill(t *testing.T) {
	x := New(workspace.NewTab(&workspace.Registry{}))
	x.OnInit()
	page := apptest.HTML(x.Render())
	apptest.Contains(t, page, "One index, one order", "Point query: straight down", "Range query", "Insert: a full node splits", `role="img"`, "real service uses a different structure", "only-sm")
	if strings.Contains(page, "<input") {
		t.Error("the page that is rendered ahead has a control that does nothing")
	}
}

// Each figure shows as much as its step has read, with the drawing as a list.
func TestIndexSteps(t *testing.T) {
	x := indexPage(t)
	full := apptest.HTML(x.Render())
	apptest.Contains(t, full, `id="fanout"`, `id="find-rk"`, "Whole tree", "The drawing as a list", "Level 1:", `aria-current="step"`, "Cut in the middle")
	if n := strings.Count(full, "</"); n > 1500 {
		t.Errorf("%d elements, want at most 1,500", n)
	}
	x.step(0, 0)
	if got := apptest.HTML(x.lookup()); strings.Contains(got, "nd in on") || !strings.Contains(got, "reads 0 nodes") {
		t.Error("before its first step the lookup has read a node")
	}
	x.step(0, 1)
	if got := apptest.HTML(x.lookup()); !strings.Contains(got, "reads 1 node of") {
		t.Error("after one step the lookup has not read one node")
	}
	x.index.View.Whole = true
	apptest.Contains(t, apptest.HTML(x.Render()), "tree__r", "Level 1: 1 node")
}

func TestIndexStates(t *testing.T) {
	x := indexPage(t)
	x.store = design.New(0)
	x.index = x.store.Index()
	apptest.Contains(t, apptest.HTML(x.Render()), `role="status"`, "Waiting for the table")
	x = indexPage(t)
	x.index.Insert(x.index.Lookup().Key)
	apptest.Contains(t, apptest.HTML(x.insert()), "EntityAlreadyExists")
	x.index.Read(draft.OwnRange, "PartitionKey eq")
	apptest.Contains(t, apptest.HTML(x.span()), "Nothing to read")
	x.index.Find(table.Key{PartitionKey: "<b>", RowKey: "x"})
	if got := apptest.HTML(x.lookup()); strings.Contains(got, "<b>x") || !strings.Contains(got, "Not there.") {
		t.Error("a key that is not there is not told")
	}
	x.store.Workbench().Do("drop table playground")
	x.index.Advance(func() bool { return true })
	apptest.Contains(t, apptest.HTML(x.Render()), "The table is gone")
}
