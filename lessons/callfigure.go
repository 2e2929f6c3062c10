package lessons

// FigureNames are the figures that a screen of the playground can have for a
// task that is set on it, in the order in which a list offers them.
var FigureNames = []string{"served", "refused", "p99", "over", "lost", "examined", "each", "requests", "scans", "partitions", "designs",
	"steps"}

// figureCalls ask about the figures of the screen that a task is set on.
func figureCalls() []call {
	return []call{
		{"figure", []param{{name: "name", kind: text, words: FigureNames}}, number,
			"a figure of the screen that a task in a link is set on, nothing where it has none: served, entities accepted per second under " +
				"load; refused, throttled requests in percent of those sent; p99, milliseconds; over, seconds over the target of a partition; " +
				"lost rows; examined, entities that the dearest question examines; each, entities that all questions examine for each that " +
				"they return; requests that they take; scans, questions that examine every entity; partitions; designs side by side; steps " +
				"that were done",
			func(f *Facts, a arguments) value {
				if n, ok := f.Figures[a.text(0)]; ok {
					return value{kind: number, n: n}
				}
				return value{}
			}, nil},
	}
}
