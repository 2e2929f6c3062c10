// Package workshop reads workshops: a class around lessons, as one Markdown file
// with an agenda, its times, what each item opens, and notes for who leads it.
//
// A reader meets Workshop and Parse first, then Item and Opening. Catalogue lists
// the workshops that come with the site; the program in a browser fetches their
// files, and Text has them everywhere else.
//
// What always holds: a Workshop that Parse returns is complete and within the
// bounds of this package. The times of its items add up to its own. Its prose has no
// HTML, and what it opens lies on this site. No text makes Parse panic.
//
// Left out: a clock, for where a class is in its time is told by whoever has one,
// and how a page shows any of it.
package workshop
