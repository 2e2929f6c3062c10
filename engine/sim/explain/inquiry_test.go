package explain

import (
	"reflect"
	"testing"

	"github.com/keyrange/keyrange/engine/sim/clock"
)

// Looking at a cell in pieces finds what looking at once finds.
func TestInquiry(t *testing.T) {
	s := must(t, scenarioOf(t, "hotkey"))
	s.Run(60 * clock.Second)
	row := busiest(s, 40)
	whole, _ := explain(s, 40, row)
	q, ok := Inquire(s, 40, row)
	if !ok {
		t.Fatal("the cell is not recorded")
	}
	pieces := 0
	for q.Step(777) {
		pieces++
	}
	if got := q.Answer(); !reflect.DeepEqual(got, whole) {
		t.Errorf("in %d pieces: %+v, want %+v", pieces, got, whole)
	}
	if pieces < 10 {
		t.Errorf("there were %d pieces", pieces)
	}
}
