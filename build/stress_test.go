package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/build/stress"
)

// The connection string goes to the program in its environment alone, and mistakes are
// told before anything is built.
func TestStressSetting(t *testing.T) {
	const connection = "AccountName=a;AccountKey=c2VjcmV0"
	s, rest, err := stressSetting([]string{"-endpoint", connection, "-scenario", "s.json", "-for", "3s", "-yes"})
	if err != nil || s.Connection != connection || !slices.Equal(rest, []string{"-for=3s", "-scenario=s.json", "-yes=true"}) {
		t.Errorf("got %q %v", rest, err)
	}
	t.Chdir(t.TempDir())
	t.Setenv(stress.ConnectionVariable, connection)
	for want, args := range map[string][]string{
		"-scenario FILE":       {},
		"-for is":              {"-scenario", "s.json", "-for", "0s"},
		"is not understood":    {"-scenario", "s.json", "more"},
		"the project's folder": {"-scenario", "s.json"},
	} {
		if err := stressCommand(args, nil); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "c2Vj") {
			t.Errorf("%v: got %v, want %q", args, err, want)
		}
	}
}
