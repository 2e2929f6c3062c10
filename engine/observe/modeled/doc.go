// Package modeled observes the model of the service: what the model says of itself
// in an Event, and an example of both together.
//
// A reader meets Said first, which an endpoint puts into each of its Events; then
// Example, a recording of made-up clients that the model answers.
//
// What always holds: the example is a function of nothing. It is answered by the
// same front door that the simulator's clients and the endpoint's requests go
// through, and counted by the same Observer.
//
// Left out: waiting for the model's answers in real time, which is the endpoint's.
package modeled
