package designer

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/apptest"
	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
)

func playground(t *testing.T) *Page {
	t.Helper()
	p := New(workspace.NewTab(&workspace.Registry{}))
	p.OnInit()
	p.ui.cards = cardCount
	return p
}

// load imports text and lets the store finish.
func load(t *testing.T, p *Page, text string) {
	t.Helper()
	p.Store.Incoming.Import("data.csv", []byte(text))
	p.Store.Advance(func() bool { return true })
}

const cities = "Name,City,Age\nAnn,Oslo,3\nBo,Oslo,4\nCy,Rome,5\n"

// The page says what it is for before any program runs.
func TestWithoutTheProgram(t *testing.T) {
	apptest.Contains(t, apptest.HTML(playground(t).Render()), "<h1", `id="main"`, "Choose a file", `id="sample-movies"`, "An example", "d-plan")
}

func TestPlaygroundWithData(t *testing.T) {
	p := playground(t)
	load(t, p, cities)
	p.Store.Request.Run()
	page := apptest.HTML(p.Render())
	apptest.Contains(t, page, `id="template-pk"`, `id="template-rk"`, "Partition sizes", "Sort order", "Checks", `id="filter"`, `id="figures"`, `role="grid"`, `id="tp-back"`)
	if x := p.ledger.ledgerProperties(); len(x) == 0 || x[0] == view.Keys()[0] {
		t.Errorf("beside the keys the ledger shows %v, want the columns", x)
	}
	if n := strings.Count(page, "</"); n > 900 {
		t.Errorf("%d elements, want at most 900: each one costs the page time", n)
	}
}

// A mistake is shown where it is and takes nothing away.
func TestPlaygroundMistakes(t *testing.T) {
	p := playground(t)
	load(t, p, cities)
	p.Store.Keys.SetTemplate(draft.PartitionKey, "{Cit}")
	p.Store.Request.SetFilter("PartitionKey eq 'Os")
	page := apptest.HTML(p.Render())
	apptest.Contains(t, page, "Character 2:", "ink-err", "stale", `role="alert"`, "Partition sizes")
	if !strings.Contains(page, "Character 17:") {
		t.Errorf("the filter's error has no place")
	}
}

// A question over a name that no column has is told so where it is written, with
// the nearest one.
func TestQuestionMistakes(t *testing.T) {
	p := playground(t)
	load(t, p, cities)
	p.score.Edit(p.Store.Questions.AddQuestion())
	last := len(p.Store.Questions.Questions()) - 1
	for text, want := range map[string]string{"Cyti eq 'Oslo'": "is the name of no column", "City == 'Oslo'": "eq"} {
		p.Store.Questions.EditQuestion(last, "$filter", true, func(q *draft.Query) { q.Filter = text })
		p.Store.Advance(func() bool { return true })
		apptest.Contains(t, apptest.HTML(p.Render()), want, `id="q-mend"`)
	}
}

// A $top that the service refuses keeps its field, which says what it takes.
func TestPlaygroundTop(t *testing.T) {
	p := playground(t)
	load(t, p, cities)
	p.Store.Request.SetTop(2)
	if page := apptest.HTML(p.Render()); strings.Contains(page, `role="alert"`) {
		t.Error("a sound request has an alert")
	}
	p.request.badTop = "$top takes a number"
	apptest.Contains(t, apptest.HTML(p.Render()), "$top takes a number", `role="alert"`)
}

func TestPlaygroundDecision(t *testing.T) {
	p := playground(t)
	load(t, p, cities+"\"broken\n")
	apptest.Contains(t, apptest.HTML(p.Render()), `id="decision"`, "Keep the other 3 rows", "Cancel the import")
	p.Store.Incoming.KeepRest()
	p.Store.Advance(func() bool { return true })
	apptest.Contains(t, apptest.HTML(p.Render()), "could not be read and were left out", `id="keys"`)
}

func TestPlaygroundRefusal(t *testing.T) {
	p := playground(t)
	load(t, p, "")
	if p.Store.Incoming.Refusal() == nil {
		t.Fatal("an empty file is not refused")
	}
	apptest.Contains(t, apptest.HTML(p.Render()), "The data cannot be imported", p.Store.Incoming.Refusal().Error(), "Choose another file")
}

// Work whose rows are not here says which ones it lacks, and another file is
// refused in its place.
func TestPlaygroundLacks(t *testing.T) {
	p, from := playground(t), design.New(0)
	from.Incoming.Import("secret.csv", []byte(cities))
	from.Advance(func() bool { return true })
	if err := p.Store.OpenMoment([]byte(from.Moment(false, moment.MaxLink, func() {})), func() {}); err != nil {
		t.Fatal(err)
	}
	set, _ := p.Store.Incoming.Wanted()
	if page := apptest.HTML(p.Render()); strings.Contains(page, "are not here") {
		t.Error("rows that are under way are said to lack")
	}
	p.Store.Incoming.Missing(set, "Nobody has them.")
	apptest.Contains(t, apptest.HTML(p.Render()), "The rows of secret.csv are not here", "Choose the file")
	p.Store.Bring([]byte(cities + "x"))
	p.Store.Advance(func() bool { return true })
	apptest.Contains(t, apptest.HTML(p.Render()), "The rows of secret.csv are not here", model.ErrOtherRows.Error(), "Choose the file")
	p.Store.Bring([]byte(cities))
	p.Store.Advance(func() bool { return true })
	if page := apptest.HTML(p.Render()); strings.Contains(page, "are not here") || !p.Store.Rows.HasData() {
		t.Error("with the rows brought they are still said to lack")
	}
}

// A fault in a handler becomes a message; a fault while drawing becomes a page.
func TestFaults(t *testing.T) {
	t.Run("in a handler", func(t *testing.T) {
		p := playground(t)
		load(t, p, cities)
		p.Guard(func() { panic("a fault") })
		apptest.Contains(t, apptest.HTML(p.Render()), "That did not work", "a fault", "Carry on", `id="keys"`)
	})
	t.Run("while drawing", func(t *testing.T) {
		p := playground(t)
		p.Store = nil
		apptest.Contains(t, apptest.HTML(p.Render()), "The playground cannot be shown", `id="main"`)
	})
}
