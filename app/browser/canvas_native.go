//go:build !(js && wasm)

package browser

// Canvas takes nothing outside a browser.
type Canvas struct{}

// OpenCanvas returns a canvas that takes nothing.
func OpenCanvas(string) *Canvas { return &Canvas{} }

// Fit returns a canvas without pixels.
func (c *Canvas) Fit() (width, height int, scale float64) { return 0, 0, 1 }

// Put does nothing outside a browser.
func (c *Canvas) Put([]byte, int, int, int) {}

// Frames does nothing outside a browser: there are none.
func Frames(func(elapsed int64) bool) (stop func()) { return func() {} }

// Timer returns a function that always tells 0.
func Timer() func() int64 { return func() int64 { return 0 } }

// WatchPointer does nothing outside a browser.
func WatchPointer(string, func(Pointer)) (stop func()) { return func() {} }

// WatchHidden does nothing outside a browser.
func WatchHidden(func()) (stop func()) { return func() {} }

// Style does nothing outside a browser.
func Style(string, string, string) {}

// SetPath does nothing outside a browser.
func SetPath(string, string) {}

// SetText does nothing outside a browser.
func SetText(string, string) {}

// Tone is silent outside a browser.
func Tone(float64, bool) {}

// Series is no chart outside a browser.
type Series struct{}

// OpenSeries returns a chart that never stands.
func OpenSeries(string, string, func(), func(float64)) *Series { return &Series{} }

// Open is false outside a browser.
func (s *Series) Open() bool { return false }

// Set does nothing outside a browser.
func (s *Series) Set([]float64, int, float64, float64) {}

// Close does nothing outside a browser.
func (s *Series) Close() {}

// Save does nothing outside a browser.
func Save(string, string, []byte) {}

// OpenFigures does nothing outside a browser.
func OpenFigures(string, string, string, func([]int64), func() []int64) (stop func()) {
	return func() {}
}
