// Package tokens is the screen on which a table is read page by page: where each
// ContinuationToken lies, why each page ended, and what a loop makes of it.
//
// State is what it shows and what a gesture does; Page draws it.
package tokens
