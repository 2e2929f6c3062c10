//go:build !(js && wasm)

package browser

// Editor is a text field for ever outside a browser.
type Editor struct{}

// OpenEditor loads nothing outside a browser.
func OpenEditor(EditorSource, func()) *Editor { return &Editor{} }

// Open reports that the editor never takes over.
func (e *Editor) Open() bool { return false }

// Lost reports that nothing is lost outside a browser.
func (e *Editor) Lost() bool { return false }

// Text returns "" outside a browser.
func (e *Editor) Text() string { return "" }

// Show does nothing outside a browser.
func (e *Editor) Show(string, bool) {}

// Place does nothing outside a browser.
func (e *Editor) Place(string, int) {}

// Stop does nothing outside a browser.
func (e *Editor) Stop() {}

// SelectAll does nothing outside a browser.
func SelectAll(string) {}

// Remember does nothing outside a browser.
func Remember(string, string) {}

// Remembered returns "" outside a browser.
func Remembered(string) string { return "" }
