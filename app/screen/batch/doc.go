// Package batch is the screen on which an entity group transaction is put
// together, checked against each rule and sent.
//
// State is what it shows and what a gesture does; Page draws it.
package batch
