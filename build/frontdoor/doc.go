// Package frontdoor lets real requests wait for the model of the service: it feeds
// the time of the machine into package keyed, and holds each request until the model
// is done with it or refuses it.
//
// A reader meets Door first, then Setting, which is what -load and -decisions say.
//
// What always holds: nothing is decided here; a request is answered once, and one
// whose sender is gone is forgotten when the model is done with it; the model knows
// no time later than the machine's; what is remembered has a bound, because the
// model's queues and keys have.
//
// Left out: HTTP, and doing what a request asks for.
package frontdoor
