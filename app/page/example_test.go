package page

import "testing"

// The picture on the home page is an answer of the engine: both designs return
// the same entities and one examines more of them.
func TestExamples(t *testing.T) {
	device, day := deviceFirst(), dayFirst()
	want := 24 / readingHours
	if device.cost.Returned != want || day.cost.Returned != want {
		t.Errorf("returned %d and %d entities, want %d from both", device.cost.Returned, day.cost.Returned, want)
	}
	if device.cost.Examined != want || day.cost.Examined != want*readingDevices {
		t.Errorf("examined %d and %d, want %d and %d", device.cost.Examined, day.cost.Examined, want, want*readingDevices)
	}
}
