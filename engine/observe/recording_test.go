package observe

import (
	"reflect"
	"strings"
	"testing"
)

// someRecording is the file of a few seconds.
func someRecording() (data []byte, events []Event) {
	data = AppendHeader(nil, "Orders", "the endpoint", []string{"The keys in batches are not known."})
	streams()[0].ticks(4, 3, func(e *Event, _ []Operation) {
		data, events = AppendEvent(data, e), append(events, *e)
	})
	return data, events
}

func TestReadRecording(t *testing.T) {
	data, events := someRecording()
	got, err := ReadRecording(data, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	if got.Name != "Orders" || len(got.Missing) != 1 || got.Cut || !reflect.DeepEqual(got.Events, events) {
		t.Errorf("got %+v with %d events, want those that were written", got.Header, len(got.Events))
	}
	cut, err := ReadRecording(data[:len(data)-100], func(int, int) {})
	if err != nil || !cut.Cut || len(cut.Events) != len(events)-1 {
		t.Errorf("a file that ends early has %d events, cut %v, %v; want all but the last", len(cut.Events), cut.Cut, err)
	}
}

// What was measured of a scenario carries it, and the times of its keys.
func TestMeasured(t *testing.T) {
	_, events := someRecording()
	one := events[0]
	one.Keys = []KeyCount{{Place: "Tab/a", Sent: 3, Latency: []int64{5, 9, 9}}}
	file := func(scenario string, e Event) []byte {
		return AppendEvent(AppendMeasured(nil, "Measured", "keyrange stress", nil, scenario), &e)
	}
	got, err := ReadRecording(file(`{"preset":"append"}`, one), func(int, int) {})
	if err != nil || got.Scenario != `{"preset":"append"}` || !reflect.DeepEqual(got.Events, []Event{one}) {
		t.Errorf("got %+v %v", got, err)
	}
	if _, err := ReadRecording(file(strings.Repeat("x", MaxScenario+1), one), func(int, int) {}); err == nil {
		t.Error("a scenario that is too long was read")
	}
	many, negative := one, one
	many.Keys = []KeyCount{{Place: "Tab/a", Sent: 3, Latency: []int64{1, 2, 3, 4}}}
	negative.Keys = []KeyCount{{Place: "Tab/a", Sent: 3, Latency: []int64{-1}}}
	for _, e := range []Event{many, negative} {
		if _, err := ReadRecording(file("", e), func(int, int) {}); err == nil {
			t.Errorf("the times %v were read", e.Keys[0].Latency)
		}
	}
	next := one
	next.At, next.Span, one.Rows = one.At+one.Span, one.Span, next.Rows
	if !one.Join(&next) || one.Keys[0].Latency != nil || one.Keys[0].Sent != 6 {
		t.Errorf("percentiles were joined: %+v", one.Keys)
	}
}

func TestReadRecordingRefuses(t *testing.T) {
	data, _ := someRecording()
	lines := strings.SplitAfter(string(data), "\n")
	for name, c := range map[string]struct{ text, want string }{
		"nothing":      {"", "Line 1: This is not a recording"},
		"another file": {`{"name":"append"}`, "Line 1: This is not a recording"},
		"another form": {`{"keyrange":"recording","version":9}` + "\n", "Line 1: The recording has form 9"},
		"no event":     {lines[0], "The recording is empty"},
		"damage":       {lines[0] + lines[1] + "{}\n" + lines[2], "Line 3: The event has form 0"},
		"order":        {lines[0] + lines[2] + lines[1], "Line 3: The event is older"},
		"long name":    {`{"keyrange":"recording","version":1,"name":"` + strings.Repeat("x", 600) + `"}`, "Line 1: What the recording says"},
	} {
		if _, err := ReadRecording([]byte(c.text), func(int, int) {}); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
	if _, err := ReadRecording(make([]byte, MaxRecording+1), func(int, int) {}); err == nil || !strings.Contains(err.Error(), "At most") {
		t.Errorf("a file that is too large: got %v", err)
	}
}

func FuzzReadRecording(f *testing.F) {
	data, _ := someRecording()
	f.Add(data)
	f.Add(data[:400])
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := ReadRecording(data, func(int, int) {})
		if err != nil {
			return
		}
		again := AppendMeasured(nil, got.Name, got.Source, got.Missing, got.Scenario)
		for i := range got.Events {
			again = AppendEvent(again, &got.Events[i])
		}
		if twice, err := ReadRecording(again, func(int, int) {}); err != nil || len(twice.Events) != len(got.Events) {
			t.Errorf("what was read cannot be read again: %v", err)
		}
	})
}
