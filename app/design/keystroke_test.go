package design

import (
	"os"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
)

// Typing after a fork is a gesture of its own: the moment before it belongs to
// the branch that goes on from there too.
func TestTypingAfterFork(t *testing.T) {
	p := pasted(t, "City,Id\nRome,1\nOslo,2\n")
	p.Keys.SetTemplate(draft.PartitionKey, "{City}x")
	p.Keys.SetTemplate(draft.RowKey, "{Id}y")
	at := p.Edit.Journal().Position() - 1
	p.Edit.Seek(at)
	if !p.Edit.Fork("") {
		t.Fatal("no fork")
	}
	p.Keys.SetTemplate(draft.PartitionKey, "{City}xz")
	if got := p.Edit.Journal().Position(); got != at+1 {
		t.Errorf("at %d after typing, want %d", got, at+1)
	}
	p.Edit.Switch("main")
	p.Edit.Seek(at)
	if got := p.Edit.Work().Typed[draft.PartitionKey]; got != "{City}x" {
		t.Errorf("the other future begins with %q, want %q", got, "{City}x")
	}
}

// BenchmarkKeystroke types one key into the RowKey over 42,049 zip codes and
// does everything that follows from it but the runs of fixes, which wait for a
// pause. web/bench/keystroke.mjs measures the same in a browser.
func BenchmarkKeystroke(b *testing.B) {
	data, err := os.ReadFile("../../web/node_modules/vega-datasets/data/zipcodes.csv")
	if err != nil {
		b.Skip("web/node_modules is not installed; make test installs it")
	}
	for name, d := range map[string][2]string{"states": {"{state}", "{zip_code}"}, "each": {"{zip_code}", "{city}"}, "one": {"all", "{zip_code}"}} {
		b.Run(name, func(b *testing.B) {
			p := New(startOfTests)
			p.Incoming.Import("zipcodes.csv", data)
			finish(p)
			p.Keys.SetTemplate(draft.PartitionKey, d[0])
			finish(p)
			p.Trials.HoldTrials(true)
			for i := 0; b.Loop(); i++ {
				p.Table.Builds = nil // so that going back to a text builds again
				p.Keys.SetTemplate(draft.RowKey, d[1]+"abcdefghij"[i%10:i%10+1])
				finish(p)
				p.Keys.Anatomy(draft.RowKey)
			}
		})
	}
}
