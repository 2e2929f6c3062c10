// Package design holds the reader's table: the rows, the keys that are designed
// over them, the questions, and what each gesture does to them.
//
// It is plain Go: no go-app, no clock, no browser, so every gesture is tested
// natively. Playground is the state of the key designer; a reader meets it
// first, then Workbench, its console: a log of commands over the table that was
// built, with every call as HTTP. A gesture is a method that returns at once. Work that grows with the
// data (reading a file, building keys and the table, running every page) is
// left in a queue, and Advance does it in small pieces for as long as its
// caller's budget lasts, so that a page never stands still.
//
// What always holds: a gesture never loses data. A template that does not
// parse, a filter with an error or a file that is refused leaves everything
// that was shown before in place and says what is wrong and where. Rev grows
// with every visible change, so that a page can pass a pointer and a number.
//
// What it leaves out: drawing, text layout, files, storage and time. The page
// hands in bytes and instants.
package design
