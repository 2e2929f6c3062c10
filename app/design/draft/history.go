package draft

// Version is one state of the design, with the gesture that made it.
type Version struct {
	Label  string // what was done, such as "Fix: clean(Title)"
	Design Design
}
