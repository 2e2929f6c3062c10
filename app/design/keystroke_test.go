package design

import (
	"os"
	"testing"
)

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
			p.Keys.SetTemplate(PartitionKey, d[0])
			finish(p)
			p.Trials.HoldTrials(true)
			for i := 0; b.Loop(); i++ {
				p.Table.builds = nil // so that going back to a text builds again
				p.Keys.SetTemplate(RowKey, d[1]+"abcdefghij"[i%10:i%10+1])
				finish(p)
				p.Keys.Anatomy(RowKey)
			}
		})
	}
}
