// Package clock is virtual time and what is due in it: Clock holds the present
// moment and the events that wait for theirs.
//
// What always holds: time is counted in microseconds and never read from the
// machine; events happen in the order of their time, and those of one microsecond
// in the order in which they were scheduled.
package clock
