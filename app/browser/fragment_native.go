//go:build !(js && wasm)

package browser

// Fragment returns "" outside a browser.
func Fragment() string { return "" }

// DropFragment does nothing outside a browser.
func DropFragment() {}

// Address is the path outside a browser.
func Address(path string) string { return path }

// Embedded is false outside a browser.
func Embedded() bool { return false }

// Opening does nothing outside a browser.
func Opening(bool) {}

// Modal does nothing outside a browser.
func Modal(string) {}

// ModalIsOpen reports false outside a browser.
func ModalIsOpen(string) bool { return false }

// CloseModal does nothing outside a browser.
func CloseModal(string) {}

// ShowPictures does nothing outside a browser.
func ShowPictures(string) {}

// CopyField does nothing outside a browser.
func CopyField(string, func(bool)) {}

// ShowCode does nothing outside a browser.
func ShowCode(_, _ string) {}

// ScanCodes sees nothing outside a browser.
func ScanCodes(string, func(string), func(string)) (stop func()) { return func() {} }

// Print does nothing outside a browser.
func Print() {}

// Report does nothing outside a browser.
func Report(string) {}
