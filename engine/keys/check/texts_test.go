package check

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/keys/form"
)

// Every text comes back as it was kept, whichever block it lies in, and one that
// was handed out stays as it is while more are kept.
func TestTexts(t *testing.T) {
	var kept texts
	var places []text
	var want []string
	for i := range 400 {
		s := strings.Repeat(string(rune('a'+i%26)), i*7%(3*form.MaxKey+1))
		want, places = append(want, s), append(places, kept.keep(s))
		if got := kept.of(places[i/2]); got != want[i/2] {
			t.Fatalf("text %d is %q after %d more, want %q", i/2, got, i-i/2, want[i/2])
		}
	}
	early := kept.of(places[1])
	for i := range want {
		if got := kept.of(places[i]); got != want[i] {
			t.Errorf("text %d is %q, want %q", i, got, want[i])
		}
	}
	if len(kept.full) == 0 || early != want[1] {
		t.Errorf("%d blocks are full and the early text is %q, want some and %q", len(kept.full), early, want[1])
	}
}
