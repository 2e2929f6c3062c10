// Package runner carries a lesson's step out: it does commands in a World of
// the step's own, judges the tasks, and plays demonstrations and solutions
// beside what the learner has done.
//
// A reader meets Session first, then Outcome, then Stage, which makes the
// World that a step begins with.
//
// What always holds: a task is judged by the state of the World and by what
// the commands after the start of the step did, never by their text. The
// learner's own commands stay where they are while something else plays. A
// task that the learner has met stays solved.
//
// Left out: drawing, storage, and time: a Session never waits.
package runner
