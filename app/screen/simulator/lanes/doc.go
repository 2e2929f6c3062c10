// Package lanes shows the requests of a run as they move: from the clients to the
// queue of each range, to the servers, and back when they are refused, many times
// slower than they are.
//
// A Slow is met first: it repeats the run up to a moment and goes on from there. What
// it sees at an instant is a View, and a Picture draws some lanes of one. Part is what
// the screen holds of it.
//
// What always holds: every request that is counted or drawn is one that the model holds
// at the shown instant; the run itself is not touched, and nothing goes into it.
package lanes
