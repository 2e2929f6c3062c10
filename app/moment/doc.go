// Package moment is how the state of a screen becomes a text and is read back.
//
// A reader meets Screen first, then Notes, the texts that a screen puts beside
// its log. What always holds: reading a damaged text is an error and changes
// nothing. What a text of a moment looks like inside belongs to engine/script.
package moment
