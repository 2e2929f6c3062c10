package sim

import (
	"testing"
)

func scenarioOf(t testing.TB, name string) Scenario {
	t.Helper()
	c, err := FromPreset(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
