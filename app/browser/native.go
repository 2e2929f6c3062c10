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

// Shortcuts reports true outside a browser.
func Shortcuts() bool { return true }

// SetShortcuts does nothing outside a browser.
func SetShortcuts(bool) {}

// SavedMotion returns AsSystem outside a browser.
func SavedMotion() Motion { return AsSystem }

// SetMotion does nothing outside a browser.
func SetMotion(Motion) {}

// OpenRace does nothing outside a browser.
func OpenRace(string, string, string) {}

// OpenEmbedder does nothing outside a browser.
func OpenEmbedder(string) {}

// CalmMotion reports false outside a browser.
func CalmMotion() bool { return false }

// Frame does nothing outside a browser.
func Frame(func()) {}

// Soon does nothing outside a browser: natively nobody waits for a page.
func Soon(func()) {}

// Unhurried does it at once outside a browser.
func Unhurried(do func()) { do() }

// Aside does nothing outside a browser.
func Aside(func()) {}

// Rest does nothing outside a browser.
func Rest() {}

// PickFile does nothing outside a browser.
func PickFile(string, func(File)) {}

// Read does nothing outside a browser.
func (f File) Read(Reading) (cancel func()) { return func() {} }

// Fetch does nothing outside a browser.
func Fetch(string, Reading) (cancel func()) { return func() {} }

// Listen does nothing outside a browser.
func Listen(Source, Stream) (stop func()) { return func() {} }

// OnLoopback reports false outside a browser.
func OnLoopback() bool { return false }

// ZoneSeconds is UTC outside a browser.
func ZoneSeconds() int64 { return 0 }

// WatchDrops does nothing outside a browser.
func WatchDrops(func(bool), func(File)) (stop func()) { return func() {} }

// WatchPastes does nothing outside a browser.
func WatchPastes(func(string)) (stop func()) { return func() {} }

// WatchWidth does nothing outside a browser.
func WatchWidth(string, func(int)) (stop func()) { return func() {} }

// WatchSize does nothing outside a browser.
func WatchSize(string, func()) (stop func()) { return func() {} }

// WatchSeen does nothing outside a browser.
func WatchSeen(string, func(bool)) (stop func()) { return func() {} }

// FoldSheets finds nothing outside a browser.
func FoldSheets() bool { return false }

// Drawing does nothing outside a browser.
func Drawing(bool) {}

// Focus finds nothing outside a browser.
func Focus(string) bool { return false }

// Has finds nothing outside a browser.
func Has(string) bool { return false }

// Caret returns 0 outside a browser.
func Caret(string) int { return 0 }

// SetField does nothing outside a browser.
func SetField(string, string) {}

// TypeField does nothing outside a browser.
func TypeField(string, string) {}

// Refill does nothing outside a browser.
func Refill(string, string) {}

// Peek returns no text outside a browser.
func Peek(string) string { return "" }

// RevealTop does nothing outside a browser.
func RevealTop(string) {}

// Topmost finds nothing outside a browser.
func Topmost(string) string { return "" }

// RevealIn does nothing outside a browser.
func RevealIn(string, string) {}

// Check does nothing outside a browser.
func Check(string) {}

// Press does nothing outside a browser.
func Press(string) {}

// SetCaret does nothing outside a browser.
func SetCaret(string, int) {}

// Selection returns the start outside a browser.
func Selection(string) (from, to int) { return 0, 0 }

// Select does nothing outside a browser.
func Select(string, int, int) {}

// Erase does nothing outside a browser.
func Erase(string, int, int) {}

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

// Reveal does nothing outside a browser.
func (g *Grid) Reveal(int) {}

// Field returns "" outside a browser.
func Field(string) string { return "" }

// WatchKeys does nothing outside a browser.
func WatchKeys(func(Key) bool) (stop func()) { return func() {} }

// OpenChannel hears and says nothing outside a browser.
func OpenChannel(func(string)) (tell func(string), stop func()) { return func(string) {}, func() {} }

// Width returns the width of a desk outside a browser.
func Width() int { return 1440 }

// Copy tells that it did not work outside a browser.
func Copy(_ string, done func(ok bool)) { done(false) }
