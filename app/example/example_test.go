package example

import "testing"

// The picture on the home page is an answer of the engine: both designs return
// the same entities and one examines more of them.
func TestExamples(t *testing.T) {
	device, day := DeviceFirst(), DayFirst()
	want := 24 / readingHours
	if device.Cost.Returned != want || day.Cost.Returned != want {
		t.Errorf("returned %d and %d entities, want %d from both", device.Cost.Returned, day.Cost.Returned, want)
	}
	if device.Cost.Examined != want || day.Cost.Examined != want*ReadingDevices {
		t.Errorf("examined %d and %d, want %d and %d", device.Cost.Examined, day.Cost.Examined, want, want*ReadingDevices)
	}
}
