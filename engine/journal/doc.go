// Package journal keeps what a reader did as a tree, so that everything can be
// undone, done again, forked and saved.
//
// Tree is what a reader meets first. It holds entries of any type: a command of
// a World, a gesture in the designer, a step of a screen. Each branch is a way
// from the root to its tip, and a Tree stands at one place of one branch, its
// position. Head and Restore are what is saved besides the entries themselves.
//
// What an entry means, how it is written as text and which ones are dropped to
// make room is the caller's. The package knows no clock and no storage.
package journal
