//go:build !(js && wasm)

package browser

// Width returns the width of a desk outside a browser.
func Width() int { return 1440 }

// Copy tells that it did not work outside a browser.
func Copy(_ string, done func(ok bool)) { done(false) }
