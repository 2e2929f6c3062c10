package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/keyrange/keyrange/engine/race"
)

// The start page shows what the engine makes of its loads: the least, the one that it
// opens with and one that a range can just not take, and every one has its line.
func TestRaceFile(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", raceFile))
	if err != nil {
		t.Fatal(err)
	}
	var told race.Race
	if err := json.Unmarshal(text, &told); err != nil {
		t.Fatal(err)
	}
	var rates []int64
	for _, l := range told.Loads {
		rates = append(rates, l.Rate)
	}
	var want []int64
	for rate := int64(race.Least); rate <= race.Most; rate += race.Step {
		want = append(want, rate)
	}
	if !slices.Equal(rates, want) || told.First != race.First {
		t.Fatalf("the file has the loads %v, want %v (keyrange race writes it)", rates, want)
	}
	for _, rate := range []int64{race.Least, 1250, race.First} {
		now, err := race.Of(rate)
		if err != nil {
			t.Fatal(err)
		}
		if got := told.Loads[slices.Index(rates, rate)]; !reflect.DeepEqual(got, now) {
			t.Errorf("the file is not what the engine makes of %d/s (keyrange race writes it)", rate)
		}
	}
}
