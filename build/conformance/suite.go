package conformance

import "github.com/keyrange/keyrange/engine/wire/rule"

// Outcome is how a case went.
type Outcome struct {
	Case       rule.Case
	Difference *rule.Difference // nil: as it should be
	Skipped    bool             // the target cannot do it
}

// Run tries cases on a target, one after another.
func Run(t *Target, cases []rule.Case) []Outcome {
	w := &Wire{address: t.Address}
	defer w.Close()
	outcomes := make([]Outcome, len(cases))
	for i, c := range cases {
		p := &play{target: t, wire: w}
		outcomes[i] = Outcome{Case: c, Difference: p.run(c)}
		if d := outcomes[i].Difference; d != nil && d.Got == errFixedClock.Error() {
			outcomes[i].Skipped = true
		}
	}
	return outcomes
}
