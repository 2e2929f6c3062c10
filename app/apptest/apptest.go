// Package apptest holds what the tests of several rooms do alike: HTML draws a
// component without a browser, Contains looks for texts in it, and Seeded is the
// random source of a test.
//
// Only tests import it.
package apptest

import (
	"bytes"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// HTML returns an element as it is rendered ahead.
func HTML(u app.UI) string {
	var b bytes.Buffer
	app.PrintHTML(&b, u)
	return b.String()
}

// Contains fails for each text that a page lacks.
func Contains(t *testing.T, page string, all ...string) {
	t.Helper()
	for _, want := range all {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// Seeded returns a random source and prints its seed, which KEYRANGE_SEED sets.
func Seeded(t *testing.T) *rand.Rand {
	t.Helper()
	seed, _ := strconv.ParseUint(os.Getenv("KEYRANGE_SEED"), 10, 64)
	if seed == 0 {
		seed = 20261121
	}
	t.Log("seed", seed)
	return rand.New(rand.NewPCG(seed, 6))
}
