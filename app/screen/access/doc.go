// Package access is the screen on which a shared access signature is put
// together, read line by line and tried.
//
// State is what it shows and what a gesture does; Page draws it.
package access
