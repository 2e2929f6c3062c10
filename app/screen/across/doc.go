// Package across is the screen on which a client, a queue and a worker change
// what no transaction can, and on which the worker may crash after any step.
//
// State is what it shows and what a gesture does; Page draws it.
package across
