// Package review writes a design down so that a colleague can decide by it: the
// table and its keys, what each question examines, a load test, what the checks
// found, and what the author says to it.
//
// Review is met first; it gathers the figures from the other rooms and runs the
// load test. Document is what it makes: sections of sentences and tables, which a
// page draws and which Markdown writes as a file.
//
// What always holds: every figure of a Document is one that was measured, or the
// section says that it is not there yet; a Document is bounded, whatever the data;
// and no text of the data or of the user can be more than text in the file.
//
// What it leaves out: drawing, files, and any judgement of its own.
package review
