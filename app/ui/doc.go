// Package ui holds what every screen is made of: the shell with header and
// navigation, the guarded event handlers of Gestures, the transport bar along a
// Timeline, and controls.
//
// What always holds: a fault in a handler becomes a message and the page lives
// on. It knows nothing of what a screen shows or where work is saved.
package ui
