package ui

import "github.com/keyrange/keyrange/app/browser"

// manySteps is how far an arrow goes with Shift.
const manySteps = 10

// key returns what a key does, nil when it belongs to somebody else. Fields
// keep their keys; the scrubber is a field whose arrows already do what they
// should.
func (t *Transport) key(k browser.Key) func() {
	switch {
	case k.Command:
		return t.commandKey(k)
	case k.Alt || k.InField && k.Target != scrubID:
		return nil
	case k.Name == " " && k.OnControl:
		return nil
	case k.Name == " " || k.Name == ".":
		return t.toggle
	}
	if !k.InWidget {
		if do := t.moveKey(k); do != nil {
			return do
		}
	}
	return t.letterKey(k.Name)
}

// commandKey takes the shortcuts of undo and redo.
func (t *Transport) commandKey(k browser.Key) func() {
	switch {
	case k.InField && k.Target != scrubID:
	case k.Name == "z" && !k.Shift:
		return t.undo
	case k.Name == "y" || k.Name == "z":
		return t.redo
	}
	return nil
}

func (t *Transport) moveKey(k browser.Key) func() {
	steps := 1
	if k.Shift {
		steps = manySteps
	}
	switch {
	case k.Target == scrubID && !k.Shift:
	case k.Name == "arrowleft":
		return func() { t.by(-steps) }
	case k.Name == "arrowright":
		return func() { t.by(steps) }
	case k.Name == "home":
		return func() { t.seek(0) }
	case k.Name == "end":
		return func() { t.seek(t.Timeline.Length) }
	}
	return nil
}

func (t *Transport) letterKey(name string) func() {
	switch {
	case name == "[":
		return func() { t.faster(-1) }
	case name == "]":
		return func() { t.faster(1) }
	case name == "u":
		return t.undo
	case name == "b" && t.Timeline.Fork != nil:
		return t.Timeline.Fork
	}
	return nil
}
