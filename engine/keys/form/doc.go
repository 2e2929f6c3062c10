// Package form writes values as keys hold them, and knows what a key may hold.
//
// PadZeros puts zeros before a number, AppendInstant writes a date in a fixed
// width, AppendReal a double as the service does. Refused finds a character that
// the service refuses in a key, Clean replaces it, and Length counts a key as the
// service does, up to MaxKey.
//
// What always holds: dates that AppendInstant writes sort as their instants do, and
// whole numbers from 0 on with enough zeros before them sort by their size. The
// package knows nothing of templates, columns and rows.
package form
