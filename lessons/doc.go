// Package lessons reads lessons: one Markdown file each, with the pictures,
// demonstrations, tasks, checks, hints and solutions in it.
//
// A reader meets Lesson and Parse first, then Step, Task and Wrong, then Expr,
// the form in which a lesson says what must be true, and Facts, what it can be
// asked about: a World and what its commands did. README.md teaches writing a
// lesson.
//
// What always holds: a Lesson that Parse returns is complete and within the
// bounds of this package. Its prose has no HTML: it is a list of Blocks, and a
// link in it leads to a demonstration, a term, a lesson, a place of the site
// or a page of the web. No text makes Parse or an Expr panic.
//
// Left out: doing the commands (package runner), the lessons themselves
// (package content), and how a page shows any of it.
package lessons
