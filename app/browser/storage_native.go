//go:build !(js && wasm)

package browser

// Storage keeps nothing outside a browser.
type Storage struct{}

// OpenStorage is refused outside a browser.
func OpenStorage(done func(s *Storage, why string)) { done(nil, storageRefused) }

// Write does nothing outside a browser.
func (s *Storage) Write(_ []Change, done func(why string)) { done(storageRefused) }

// Texts finds nothing outside a browser.
func (s *Storage) Texts(_, _ string, _ int, got func([]Change, bool)) { got(nil, false) }

// Read does nothing outside a browser.
func (s *Storage) Read(string, Reading) (cancel func()) { return func() {} }

// Blob holds nothing outside a browser.
type Blob struct{}

// NewBlob returns an empty blob outside a browser.
func NewBlob(_ [][]byte, done func(*Blob)) { done(&Blob{}) }

// Save does nothing outside a browser.
func (b *Blob) Save(string) {}

// Claim gives every name outside a browser.
func Claim(_ string, got func(ok bool)) { got(true) }

// TabValue returns "" outside a browser.
func TabValue(string) string { return "" }

// SetTabValue does nothing outside a browser.
func SetTabValue(_, _ string) {}

// Spilled returns "" outside a browser.
func Spilled(string) string { return "" }

// Spill does nothing outside a browser.
func Spill(_, _ string) bool { return false }

// Now returns 0 outside a browser.
func Now() int64 { return 0 }

// NewName returns "native" outside a browser.
func NewName() string { return "native" }
