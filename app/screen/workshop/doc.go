// Package workshop is the screen of a workshop: the agenda for everybody with the
// place of the class, and for who leads it notes, a timer and answers.
//
// A reader meets State first, then Page. What always holds: where the class is comes
// from a number that somebody says, types or opens as a link, or from the window
// that presents on the same machine; nothing is sent anywhere. State has no clock:
// whoever asks it for a time says what time it is.
package workshop
