// Package assign is a task that one person sets another on a screen of the
// playground: what is to be reached, in words and as conditions, and what was
// handed in.
//
// A reader meets Task first: Parse and String are its form as text, Unpack and
// Pack that in a link. Judge says how far a screen has come, and Result is what a
// participant hands in: the journal of what was done, and no figure.
//
// What always holds: a Task or a Result that was read is within the bounds of
// this package, its conditions ask nothing twice over, and no text makes reading
// panic. What was handed in claims nothing: figures come from doing it again.
//
// Left out: the screens, and how a moment is done again.
package assign
