package draft

// Step is a command of the console and the id of the gesture that did it.
type Step struct {
	Gesture int
	Text    string
}
