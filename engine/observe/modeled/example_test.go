package modeled

import (
	"bytes"
	"slices"
	"testing"

	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// written is the example as a file.
func written(r *observe.Recording) []byte {
	text := observe.AppendHeader(nil, r.Name, r.Source, r.Missing)
	for i := range r.Events {
		text = observe.AppendEvent(text, &r.Events[i])
	}
	return text
}

// The example is the same each time, and a recording that can be read.
func TestExampleIsARecording(t *testing.T) {
	turns := 0
	r := Example(func() { turns++ })
	again := Example(func() {})
	file := written(&r)
	if !bytes.Equal(file, written(&again)) {
		t.Error("two examples differ")
	}
	if turns < Seconds {
		t.Errorf("the page had %d turns in %d seconds", turns, Seconds)
	}
	read, err := observe.ReadRecording(file, func(int, int) {})
	if err != nil || len(read.Events) != Seconds {
		t.Fatalf("%d events, %v", len(read.Events), err)
	}
	t.Logf("size of the example: %d bytes", len(file))
}

// What the example says of itself holds by a recount: nothing is refused before the
// import, the importer alone is refused after it, because its range is full, and what
// it gets is what one range takes.
func TestExampleIsWhatItSays(t *testing.T) {
	r := Example(func() {})
	marks := 0
	for i := range r.Events {
		e := &r.Events[i]
		if refused := e.Total.AllRefused(); i < importAt && refused != 0 {
			t.Errorf("second %d refuses %d before the import", i, refused)
		}
		if slices.Contains(e.Marks, "Import by contoso") {
			if marks++; i != importAt-1 {
				t.Errorf("the mark stands at second %d", i)
			}
		}
	}
	if marks != 1 {
		t.Errorf("%d marks", marks)
	}
	var sent, refused, others int64
	const lasting = 60
	for _, e := range r.Events[Seconds-lasting:] {
		for _, k := range e.Keys {
			if k.Place == observe.Place(orders, importer) {
				sent, refused = sent+k.Sent, refused+k.Refused
			} else {
				others += k.Refused
			}
		}
		if all := e.Total.AllRefused(); all != e.Total.Refused[record.RangeFull] {
			t.Errorf("at %d µs something else refuses: %v", e.At, e.Total.Refused)
		}
	}
	capacity := r.Events[Seconds-1].Service.Capacity
	accepted := (sent - refused) / lasting
	t.Logf("figure importer: %d/s sent, %d/s accepted, others refused %d, a range takes %d/s", sent/lasting, accepted, others, capacity)
	if sent/lasting < importTop*19/20 || sent/lasting > importTop*21/20 {
		t.Errorf("the importer sends %d/s, want about %d", sent/lasting, importTop)
	}
	if accepted < capacity*9/10 || accepted > capacity*11/10 || refused == 0 {
		t.Errorf("the importer gets %d/s, want about the %d/s of a range", accepted, capacity)
	}
}
