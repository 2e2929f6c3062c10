//go:build !(js && wasm)

package browser

// File is a file that the user chose.
type File struct {
	Name string
	Size int // bytes
}

// SavedTheme returns System: nothing is stored outside a browser.
func SavedTheme() Theme { return System }

// SetTheme does nothing outside a browser.
func SetTheme(Theme) {}

// Soon does nothing outside a browser: natively nobody waits for a page.
func Soon(func()) {}

// PickFile does nothing outside a browser.
func PickFile(string, func(File)) {}

// Read does nothing outside a browser.
func (f File) Read(Reading) (cancel func()) { return func() {} }

// Fetch does nothing outside a browser.
func Fetch(string, Reading) (cancel func()) { return func() {} }

// WatchDrops does nothing outside a browser.
func WatchDrops(func(bool), func(File)) (stop func()) { return func() {} }

// WatchPastes does nothing outside a browser.
func WatchPastes(func(string)) (stop func()) { return func() {} }

// WatchWidth does nothing outside a browser.
func WatchWidth(string, func(int)) (stop func()) { return func() {} }

// Focus does nothing outside a browser.
func Focus(string) {}

// Caret returns 0 outside a browser.
func Caret(string) int { return 0 }

// SetField does nothing outside a browser.
func SetField(string, string) {}

// SetCaret does nothing outside a browser.
func SetCaret(string, int) {}

// Reveal does nothing outside a browser.
func Reveal(string) {}

// Grid draws nothing outside a browser.
type Grid struct{}

// NewGrid returns a grid that draws nothing outside a browser.
func NewGrid(GridSource) *Grid { return &Grid{} }

// Show does nothing outside a browser.
func (g *Grid) Show(int) {}

// Stop does nothing outside a browser.
func (g *Grid) Stop() {}

// Field returns "" outside a browser.
func Field(string) string { return "" }

// WatchKeys does nothing outside a browser.
func WatchKeys(func(Key) bool) (stop func()) { return func() {} }
