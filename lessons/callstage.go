package lessons

import (
	"slices"

	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/engine/table"
)

// stageCalls ask about ranges, runs of the simulator, imports, clients, queues
// and blobs.
func stageCalls() []call {
	return []call{
		{"ranges", []param{inTable}, number, "how many ranges the table is divided into", func(f *Facts, a arguments) value {
			return numberOf(1 + len(f.World.Borders(a.text(0))))
		}, nil},
		{"together", []param{inTable, {name: "partition", kind: text}, {name: "other", kind: text}}, truth,
			"the two PartitionKeys lie in one range", func(f *Facts, a arguments) value {
				return truthOf(f.rangeOf(a.text(0), a.text(1)) == f.rangeOf(a.text(0), a.text(2)))
			}, nil},
		{"run", []param{{name: "figure", kind: text, words: runFigures}}, number,
			"a figure of the last run of the simulator, 0 before the first: sent, done, throttled, unavailable, failed requests; " +
				"entities stored or read; rate, entities per second; splits, moves, merges; nosplits, times a hot range had no key to " +
				"be split at; ranges at the end; servers that had a range at the end; over, seconds in which one PartitionKey was " +
				"offered more than the target of a partition; latency, its median in milliseconds; share, throttled requests in " +
				"percent of those sent; pages; empty pages",
			func(f *Facts, a arguments) value { return runFigure(f.run(), a.text(0)) }, nil},
		{"preset", nil, text, "the preset of the last run", func(f *Facts, a arguments) value {
			if c := f.simulate(); c != nil {
				return textOf(c.Command.Text)
			}
			return textOf("")
		}, nil},
		{"imported", nil, number, "entities that the last import stored", func(f *Facts, a arguments) value {
			if i := f.imported(); i != nil {
				return numberOf(i.Import.Inserted)
			}
			return numberOf(0)
		}, nil},
		{"leftout", nil, number, "rows that it left out", func(f *Facts, a arguments) value {
			if i := f.imported(); i != nil {
				return numberOf(i.Import.Left)
			}
			return numberOf(0)
		}, nil},
		{"finding", []param{{name: "name", kind: text, words: findingNames}}, truth, "the analysis of the keys that it made says so: one of " +
			joinedWords(findingNames), finding, nil},
		{"fresh", append([]param{{name: "client", kind: text}}, ofEntity...), truth, "the ETag that the client knows is that of the entity",
			fresh, nil},
		{"messages", []param{{name: "queue", kind: text}}, number, "messages in the queue, those that are being worked on included",
			messages, nil},
		{"blobs", []param{{name: "container", kind: text}}, number, "blobs in the container", func(f *Facts, a arguments) value {
			for _, c := range f.World.Containers() {
				if c.Name() == a.text(0) {
					return numberOf(c.Len())
				}
			}
			return numberOf(0)
		}, nil},
		{"elapsed", nil, number, "seconds of virtual time since the step began", func(f *Facts, a arguments) value {
			if f.upto == 0 {
				return numberOf(0)
			}
			d := f.result().Ended - f.moments[0].result.Began
			return value{kind: number, n: float64(d) / 1e7}
		}, nil},
	}
}

func fresh(f *Facts, a arguments) value {
	e, found := f.entity(a[1:])
	tag, known := f.World.Client(a.text(0)).Seen(a.text(1), e.Key)
	return truthOf(found && known && tag == e.ETag())
}

func messages(f *Facts, a arguments) value {
	for _, q := range f.World.Queues() {
		if q.Name() == a.text(0) {
			return numberOf(q.Len(f.World.Now()))
		}
	}
	return numberOf(0)
}

func joinedWords(words []string) string {
	s := ""
	for i, w := range words {
		if i > 0 {
			s += ", "
		}
		s += w
	}
	return s
}

// rangeOf returns the number of the range that holds a PartitionKey.
func (f *Facts) rangeOf(name, partitionKey string) int {
	borders := f.World.Borders(name)
	n := 0
	for n < len(borders) && table.CompareUTF16(borders[n], partitionKey) <= 0 {
		n++
	}
	return n
}

// back returns the latest command that fits.
func (f *Facts) back(fits func(r *script.Result) bool) *script.Result {
	for n := f.upto - 1; n >= 0; n-- {
		if r := &f.moments[n].result; fits(r) {
			return r
		}
	}
	return nil
}

func (f *Facts) simulate() *script.Result {
	return f.back(func(r *script.Result) bool { return r.Simulated != nil && r.Simulated.Mistake == "" })
}

func (f *Facts) imported() *script.Result {
	return f.back(func(r *script.Result) bool { return r.Import != nil })
}

// run returns the last run since the step began, nil before the first.
func (f *Facts) run() *simulated.Outcome {
	if r := f.simulate(); r != nil {
		return r.Simulated
	}
	return nil
}

var runFigures = []string{"sent", "done", "throttled", "unavailable", "failed", "entities", "rate", "splits", "moves", "merges", "nosplits",
	"ranges", "servers", "over", "latency", "share", "pages", "empty"}

func runFigure(s *simulated.Outcome, name string) value {
	if s == nil {
		return numberOf(0)
	}
	t := &s.Totals
	throttled := t.Throttled + t.AccountThrottled
	all := []float64{
		float64(t.Sent), float64(t.Done), float64(throttled), float64(t.Unavailable), float64(t.Failed), float64(t.Entities), float64(s.Rate()),
		float64(t.Splits), float64(t.Moves), float64(t.Merges), float64(t.NoSplits), float64(s.Map.Len()), float64(s.Servers), float64(s.Over),
		float64(t.Latency.Quantile(500)) / 1000, 100 * float64(throttled) / float64(max(1, t.Sent)), float64(t.Pages), float64(t.Empty),
	}
	return value{kind: number, n: all[slices.Index(runFigures, name)]}
}

var findingNames = []string{
	string(check.OnePartition), string(check.HotPartition), string(check.LargePartition), string(check.SinglePartitions),
	string(check.DuplicateKey), string(check.RefusedCharacter), string(check.LongKey), string(check.MissingValue), string(check.UnusableValue),
	string(check.UnpaddedNumber), string(check.NegativeNumber), string(check.AppendOnly), string(check.PrependOnly),
	string(check.SpreadWrites), string(check.UsableKeys), string(check.UniqueKeys), string(check.PaddedNumbers),
}

func finding(f *Facts, a arguments) value {
	i := f.imported()
	if i == nil {
		return truthOf(false)
	}
	return truthOf(slices.ContainsFunc(f.World.Findings(i.Command), func(found check.Finding) bool {
		return string(found.Kind) == a.text(0)
	}))
}
