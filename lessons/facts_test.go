package lessons

import (
	"testing"

	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
)

// asked is a World with the facts of what was done in it.
type asked struct {
	t     *testing.T
	world *script.World
	facts *Facts
}

func newAsked(t *testing.T) *asked {
	w := script.New(1, script.DefaultStart, nil)
	return &asked{t, w, NewFacts(w)}
}

// do does commands.
func (a *asked) do(lines ...string) {
	a.t.Helper()
	for _, line := range lines {
		c, err := command.Parse(line)
		if err != nil {
			a.t.Fatal(err)
		}
		r, err := a.world.Do(c)
		if err != nil {
			a.t.Fatal(err)
		}
		a.facts.Add(r)
	}
}

// is fails unless a condition is true now.
func (a *asked) is(text string) {
	a.t.Helper()
	e, problem := ParseExpr(text)
	if problem != "" {
		a.t.Fatal(problem)
	}
	if !e.True(a.facts) {
		a.t.Errorf("%s does not hold", text)
	}
}
