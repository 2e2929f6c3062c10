// Package live is the screen that watches a running table endpoint: which keys its
// requests go to, what is refused, and why.
//
// State is what was heard of the endpoint, one column for each second, without a
// browser; Page draws it and listens. What always holds: every figure on the screen
// is a sum over the columns that it names, and nothing that arrives is believed
// before package observe has checked it.
package live
