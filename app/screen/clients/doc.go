// Package clients is the screen on which two clients change one entity, one step
// at a time, in the order that the reader decides.
//
// State is what it shows and what a gesture does; Page draws it.
package clients
