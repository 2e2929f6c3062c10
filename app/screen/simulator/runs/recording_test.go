package runs

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/sim/clock"
)

// A recording stands as two runs of one demand: under the keys that it has, which one
// range cannot take, and under the key to try.
func TestOpenRecording(t *testing.T) {
	o, r := observe.New(observe.Usual()), &observe.Recording{}
	for sec := range int64(20) {
		for n := range 1800 {
			o.Add(&observe.Operation{At: sec * clock.Second, Kind: observe.Insert, Table: "Orders", PartitionKey: "contoso", RowKey: fmt.Sprint(sec, n)})
		}
		r.Events = append(r.Events, o.Tick((sec+1)*clock.Second))
	}
	s := NewState(FirstPreset)
	if !OpenRecording(s, r, "{PartitionKey}_{hash(RowKey)%16:02}") {
		t.Fatalf("it is not open: %+v", s.Play.Problem())
	}
	s.Play.Finish()
	s.Play.Advance(0, func() bool { return true })
	both := s.Play.Runs()
	if len(both) != 2 || both[0].Title != "As recorded" || both[1].Title != "As designed" || s.Play.Span() != 20*clock.Second {
		t.Fatalf("%d runs over %d", len(both), s.Play.Span())
	}
	if a, b := both[0].Sim().Total(), both[1].Sim().Total(); a.Wanted != b.Wanted || a.Refused.Sum() == 0 {
		t.Errorf("the runs want %d and %d, the first is refused %d", a.Wanted, b.Wanted, a.Refused.Sum())
	}
	if !strings.Contains(s.Scenario().Lesson, "stands for about 225 requests") {
		t.Errorf("what the recording leaves out is not said: %s", s.Scenario().Lesson)
	}
	if OpenRecording(s, &observe.Recording{Events: []observe.Event{{At: clock.Second}}}, "") {
		t.Error("an empty recording is open")
	}
}
