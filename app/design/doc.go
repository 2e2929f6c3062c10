// Package design joins the parts of the reader's table: the work (draft), the
// rows and the table built of them (model), how the designs compare (score), the
// console, the ledger, the index and the steps that lead to a key.
//
// It is plain Go: no go-app, no clock, no browser, so every gesture is tested
// natively. Playground is met first, then Workbench, its console: a log of
// commands over the table that was built, with every call as HTTP. A gesture is a
// method of one of the parts that returns at once. Work that grows with the data
// (reading a file, building keys and the table, running every page) is left in a
// queue, and Advance does it in small pieces for as long as its caller's budget
// lasts, so that a page never stands still.
//
// What always holds: a gesture never loses data. A template that does not
// parse, a filter with an error or a file that is refused leaves everything
// that was shown before in place and says what is wrong and where. Rev grows
// with every visible change, so that a page can pass a pointer and a number.
//
// What it leaves out: drawing, text layout, files, storage and time. The page
// hands in bytes and instants.
package design
