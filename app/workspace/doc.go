// Package workspace is what one tab of the browser works on and keeps: the
// reader's table, the states of the screens, and their saving and opening.
//
// A reader meets Tab first, which the site makes and hands to every page; then
// Screen, what a page owes to be shared, and Guest, a moment from elsewhere. What
// always holds stands above Tab. How anything is drawn is left to the screens.
package workspace
